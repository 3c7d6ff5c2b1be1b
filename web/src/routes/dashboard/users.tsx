import { createFileRoute } from '@tanstack/react-router';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';

export const Route = createFileRoute('/dashboard/users')({
  staticData: { title: 'Users' },
  component: () => <DashboardSection name="users" />,
});
