import { createFileRoute } from '@tanstack/react-router';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';

export const Route = createFileRoute('/dashboard/user-groups')({
  staticData: { title: 'Groups' },
  component: () => <DashboardSection name="user-groups" />,
});
