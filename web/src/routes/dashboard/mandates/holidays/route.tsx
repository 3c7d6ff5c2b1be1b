import { createFileRoute } from '@tanstack/react-router';
import { holidayList, HolidayList } from '#features/calendar/calendar-holidays.tsx';
import { listRoute, type ListRoute, noParams } from '#ui/list/list-route.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';

const list: ListRoute = listRoute({
  list: holidayList,
  params: noParams,
  Screen: HolidayList,
});
const { loader, component } = list;

export const Route = createFileRoute('/dashboard/mandates/holidays')({
  staticData: { title: 'Holidays', domains: ['OPERATOR'] },
  validateSearch: listSearchOf,
  loader,
  component,
});
