import { createFileRoute } from '@tanstack/react-router';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';

export const Route = createFileRoute('/dashboard/api-documentation')({
  staticData: { title: 'API Documentation' },
  component: () => <DashboardSection name="api-documentation" />,
});
