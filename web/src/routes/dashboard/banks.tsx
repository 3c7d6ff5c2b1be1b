import { createFileRoute } from '@tanstack/react-router';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';

export const Route = createFileRoute('/dashboard/banks')({
  staticData: { title: 'Banks' },
  component: () => <DashboardSection name="banks" />,
});
