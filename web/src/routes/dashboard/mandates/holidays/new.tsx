import { createFileRoute } from '@tanstack/react-router';
import { HolidayNew, LIST_PLACE } from '#features/calendar/calendar-holidays.tsx';
import { requireSession } from '#platform/session/guard.ts';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';

function NewHoliday() {
  const close = useBackTo('/dashboard/mandates/holidays');
  return (
    <HolidayNew
      onDone={({ name, kind }) => {
        const moved = kind === 'HOLIDAY' ? ' Debits of the day move to the next business day.' : '';
        flashMessage({ place: LIST_PLACE, words: `${name} is announced.${moved}` });
        close();
      }}
      onClose={close}
    />
  );
}

export const Route = createFileRoute('/dashboard/mandates/holidays/new')({
  staticData: { overlay: true },
  beforeLoad: () => requireSession(['calendar.write']),
  onEnter: () => flashMessage(null),
  component: NewHoliday,
});
