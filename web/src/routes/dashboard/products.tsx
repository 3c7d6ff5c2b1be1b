import { createFileRoute } from '@tanstack/react-router';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';

export const Route = createFileRoute('/dashboard/products')({
  staticData: { title: 'Products' },
  component: () => <DashboardSection name="products" />,
});
