import { createFileRoute } from '@tanstack/react-router';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';

export const Route = createFileRoute('/dashboard/merchants')({
  staticData: { title: 'Merchants' },
  component: () => <DashboardSection name="merchants" />,
});
