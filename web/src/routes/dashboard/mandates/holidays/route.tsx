import { createFileRoute } from '@tanstack/react-router';
import { holidayList, HolidayList } from '#features/calendar/calendar-holidays.tsx';
import { config } from '#platform/config/config.ts';
import { redirectTo } from '#platform/router/route-data.ts';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { prefetchList } from '#ui/list/list-definition.ts';
import { ListDrawers } from '#ui/list/list-screen.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';

const readSearch = (address: Record<string, unknown>) => listSearchOf(address, []);

export const Route = createFileRoute('/dashboard/mandates/holidays')({
  staticData: { title: 'Holidays' },
  validateSearch: readSearch,
  beforeLoad: () => {
    if (config().domain !== 'OPERATOR') redirectTo('/auth/404');
  },
  loader: ({ location }) => {
    prefetchList(holidayList, undefined, readSearch(location.search));
  },
  onEnter: () => flashMessage(null),
  component: () => (
    <>
      <HolidayList />
      <ListDrawers />
    </>
  ),
});
