import { createFileRoute } from '@tanstack/react-router';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';

export const Route = createFileRoute('/dashboard/customers')({
  staticData: { title: 'Customers' },
  component: () => <DashboardSection name="customers" />,
});
