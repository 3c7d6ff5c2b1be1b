import { createFileRoute } from '@tanstack/react-router';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';

export const Route = createFileRoute('/dashboard/payment-categories')({
  staticData: { title: 'Payment Categories' },
  component: () => <DashboardSection name="payment-categories" />,
});
