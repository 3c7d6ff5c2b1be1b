import { createFileRoute } from '@tanstack/react-router';
import { HolidayNew } from '#features/calendar/calendar-holidays.tsx';
import { createDrawer } from '#ui/detail/drawer-routes.tsx';

export const Route = createFileRoute('/dashboard/mandates/holidays/new')({
  staticData: { overlay: true, permission: 'calendar.write' },
  component: createDrawer('/dashboard/mandates/holidays', HolidayNew),
});
