import { createFileRoute } from '@tanstack/react-router';
import { DashboardSection } from '#features/dashboard/dashboard-section.tsx';

export const Route = createFileRoute('/dashboard/settings')({
  staticData: { title: 'Configurations' },
  component: () => <DashboardSection name="settings" />,
});
