import { createFileRoute } from '@tanstack/react-router';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';

export const Route = createFileRoute('/dashboard/mandates/transactions')({
  staticData: { title: 'Transactions' },
  component: () => <DashboardSection name="transactions" />,
});
