import { createFileRoute } from '@tanstack/react-router';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';

export const Route = createFileRoute('/dashboard/user-roles')({
  staticData: { title: 'Roles' },
  component: () => <DashboardSection name="user-roles" />,
});
