import { createFileRoute } from '@tanstack/react-router';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';

export const Route = createFileRoute('/dashboard/api-keys')({
  staticData: { title: 'API Keys' },
  component: () => <DashboardSection name="api-keys" />,
});
