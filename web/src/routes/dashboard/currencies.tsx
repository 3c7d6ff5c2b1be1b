import { createFileRoute } from '@tanstack/react-router';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';

export const Route = createFileRoute('/dashboard/currencies')({
  staticData: { title: 'Currencies' },
  component: () => <DashboardSection name="currencies" />,
});
