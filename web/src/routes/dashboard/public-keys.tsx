import { createFileRoute } from '@tanstack/react-router';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';

export const Route = createFileRoute('/dashboard/public-keys')({
  staticData: { title: 'Public Keys' },
  component: () => <DashboardSection name="public-keys" />,
});
