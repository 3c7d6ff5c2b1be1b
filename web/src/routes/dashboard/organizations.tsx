import { createFileRoute } from '@tanstack/react-router';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';

export const Route = createFileRoute('/dashboard/organizations')({
  staticData: { title: 'Instances' },
  component: () => <DashboardSection name="organizations" />,
});
