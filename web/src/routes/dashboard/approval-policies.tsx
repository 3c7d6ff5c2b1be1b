import { createFileRoute } from '@tanstack/react-router';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';

export const Route = createFileRoute('/dashboard/approval-policies')({
  staticData: { title: 'Workflows' },
  component: () => <DashboardSection name="approval-policies" />,
});
