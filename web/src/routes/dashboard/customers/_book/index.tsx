import { createFileRoute } from '@tanstack/react-router';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';

export const Route = createFileRoute('/dashboard/customers/_book/')({
  staticData: { title: 'Customers' },
  component: () => <DashboardSection name="customers" />,
});
