import { createFileRoute } from '@tanstack/react-router';
import { HolidayNew } from '#features/calendar/calendar-holidays.tsx';
import { requireSession } from '#platform/session/guard.ts';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';

export const Route = createFileRoute('/dashboard/mandates/holidays/new')({
  staticData: { overlay: true },
  beforeLoad: () => requireSession(['calendar.write']),
  onEnter: () => flashMessage(null),
  component: function NewHoliday() {
    return <HolidayNew onClose={useBackTo('/dashboard/mandates/holidays')} />;
  },
});
