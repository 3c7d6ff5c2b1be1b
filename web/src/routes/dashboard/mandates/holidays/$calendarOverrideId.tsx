import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { HolidayDetail, holidayQuery } from '#features/calendar/calendar-holidays.tsx';
import { cache } from '#platform/call/cache.ts';
import { foundOr404 } from '#platform/router/route-data.ts';
import { DetailSkeleton } from '#ui/detail/detail-drawer.tsx';

function One() {
  const { data: override } = useQuery(holidayQuery(Route.useParams().calendarOverrideId), cache);
  return override && <HolidayDetail key={override.id} override={override} />;
}

export const Route = createFileRoute('/dashboard/mandates/holidays/$calendarOverrideId')({
  staticData: { overlay: true },
  loader: async ({ params }) => {
    await foundOr404(cache.fetchQuery(holidayQuery(params.calendarOverrideId)));
  },
  pendingComponent: () => <DetailSkeleton list="/dashboard/mandates/holidays" />,
  component: One,
});
