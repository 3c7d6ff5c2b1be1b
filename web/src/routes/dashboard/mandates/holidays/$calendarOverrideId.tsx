import { createFileRoute } from '@tanstack/react-router';
import { HolidayDetail, holidayQuery } from '#features/calendar/calendar-holidays.tsx';
import { detailRoute, type DrawerRoute } from '#ui/detail/drawer-routes.tsx';

const drawer: DrawerRoute<'calendarOverrideId'> = detailRoute({
  back: '/dashboard/mandates/holidays',
  query: ({ calendarOverrideId }) => holidayQuery(calendarOverrideId),
  Detail: ({ entity }) => <HolidayDetail override={entity} />,
});
const { loader, pendingComponent, component } = drawer;

export const Route = createFileRoute('/dashboard/mandates/holidays/$calendarOverrideId')({
  staticData: { overlay: true },
  loader,
  pendingComponent,
  component,
});
