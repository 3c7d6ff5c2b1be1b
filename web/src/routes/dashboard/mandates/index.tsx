import { createFileRoute } from '@tanstack/react-router';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';

export const Route = createFileRoute('/dashboard/mandates/')({
  staticData: { title: 'Mandates' },
  component: () => <DashboardSection name="mandates" />,
});
