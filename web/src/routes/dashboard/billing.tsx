import { createFileRoute } from '@tanstack/react-router';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';

export const Route = createFileRoute('/dashboard/billing')({
  staticData: { title: 'Billing' },
  component: () => <DashboardSection name="billing" />,
});
