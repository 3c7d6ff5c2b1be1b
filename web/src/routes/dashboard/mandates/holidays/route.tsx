import { createFileRoute } from '@tanstack/react-router';
import { holidayList, HolidayList } from '#features/calendar/calendar-holidays.tsx';
import { config } from '#platform/config/config.ts';
import { redirectTo } from '#platform/router/route-data.ts';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { prefetchList } from '#ui/list/list-definition.ts';
import { ListDrawers } from '#ui/list/list-screen.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';

export const Route = createFileRoute('/dashboard/mandates/holidays')({
  staticData: { title: 'Holidays' },
  validateSearch: listSearchOf,
  beforeLoad: () => {
    if (config().domain !== 'OPERATOR') redirectTo('/auth/404');
  },
  loader: ({ location }) => {
    prefetchList(holidayList, undefined, listSearchOf(location.search));
  },
  onEnter: () => flashMessage(null),
  component: () => (
    <>
      <HolidayList />
      <ListDrawers />
    </>
  ),
});
