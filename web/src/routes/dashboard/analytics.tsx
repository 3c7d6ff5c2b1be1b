import { createFileRoute } from '@tanstack/react-router';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';

export const Route = createFileRoute('/dashboard/analytics')({
  staticData: { title: 'Analytics' },
  component: () => <DashboardSection name="analytics" />,
});
