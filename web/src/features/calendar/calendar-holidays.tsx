import {
  announceDay,
  type CalendarOverride,
  getCalendarOverride,
  listCalendarOverrideEvents,
  listCalendarOverrides,
  OVERRIDE_FIELDS,
  withdrawAnnouncedDay,
} from '@tegeka/contract/calendar/calendar-overrides.ts';
import { getBusinessClock, listClosedDays } from '@tegeka/contract/calendar/calendar.ts';
import { showDay } from '@tegeka/contract/kit/day.ts';
import { endpointQuery, historyQuery, refetch } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import { holidayLink } from '#platform/router/entity-links.ts';
import { useSession } from '#platform/session/session.ts';
import { DetailDrawer } from '#ui/detail/detail-drawer.tsx';
import { type ConfirmedAction, useActionDialogs } from '#ui/detail/detail-action-dialogs.tsx';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { EventHistory } from '#ui/detail/event-history.tsx';
import { FieldSections } from '#ui/detail/field-sections.tsx';
import { FormDrawer } from '#ui/form/form-drawer.tsx';
import { defineList } from '#ui/list/list-definition.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';

/** Place of flash messages above the list; those about one day use its id. */
const LIST_PLACE = 'holidays';

const BANKS = { HOLIDAY: 'Closed', BUSINESS_DAY: 'Open' };

export const holidayList = defineList(listCalendarOverrides, {
  path: '/dashboard/mandates/holidays',
  one: 'day',
  many: 'days',
  icon: 'transactions',
  columns: [
    { name: 'day', label: 'Day', kind: 'date', value: ({ day }) => day, sort: 'day' },
    { name: 'name', label: 'Name', value: ({ name }) => name },
    { name: 'banks', label: 'Banks', value: ({ kind }) => BANKS[kind] },
    { name: 'state', label: 'Status', kind: 'state', value: ({ state }) => state },
  ],
  link: ({ id }) => holidayLink(id),
  nothingIn: {
    ANNOUNCED: { heading: 'No announced days', text: 'The public holidays of Uganda hold.' },
    WITHDRAWN: { heading: 'No withdrawn days', text: 'Days that you withdraw are listed here.' },
  },
});

const useMayWrite = () => useSession()?.user.roles.includes('calendar.write') ?? false;

export function HolidayList() {
  return (
    <ListScreen
      list={holidayList}
      params={undefined}
      add={{
        to: '/dashboard/mandates/holidays/new',
        label: 'Announce a day',
        mayWrite: useMayWrite(),
        blocked: null,
      }}
      place={LIST_PLACE}
      emptyHeading="No announced days"
      empty="The public holidays of Uganda are known. Announce those that are not, such as the two Eids, and days on which banks are open all the same."
    />
  );
}

export const holidayQuery = (calendarOverrideId: string) =>
  endpointQuery(getCalendarOverride, { params: { calendarOverrideId } });

function refresh(): void {
  void refetch(
    getCalendarOverride,
    listCalendarOverrides,
    listCalendarOverrideEvents,
    getBusinessClock,
    listClosedDays,
  );
}

/** The detail of an announced day: its data, its history, and its withdrawal. */
export function HolidayDetail({ override }: { override: CalendarOverride }) {
  const { id, day, name, kind, state, isToCome } = override;
  const withdraw: ConfirmedAction = {
    name: 'withdraw',
    label: 'Withdraw',
    blocked: isToCome ? null : 'The day has begun.',
    heading: `Withdraw ${name}?`,
    text:
      kind === 'HOLIDAY'
        ? 'Banks are open on it unless it is a public holiday or a weekend. Debits that have moved to a later day stay there.'
        : 'Banks are closed on it if it is a public holiday or a weekend. Its debits move to the next business day.',
    danger: true,
    reason: { label: 'Reason', missing: 'Say why' },
    send: (reason = '') =>
      call(withdrawAnnouncedDay, { params: { calendarOverrideId: id }, body: { reason } }),
    done: `${name} is withdrawn.`,
  };
  const questions = useActionDialogs(id, state === 'ANNOUNCED' ? [withdraw] : [], refresh);
  return (
    <DetailDrawer
      heading={`${name}, ${showDay(day)}`}
      state={state}
      actions={useMayWrite() ? questions.actions : []}
      place={id}
      onClose={useBackTo('/dashboard/mandates/holidays')}
    >
      <FieldSections fields={OVERRIDE_FIELDS} entity={override} />
      <EventHistory
        query={historyQuery(listCalendarOverrideEvents, { calendarOverrideId: id })}
        fields={{}}
        labels={{ ANNOUNCED: 'Announced', WITHDRAWN: 'Withdrawn' }}
      />
      {questions.dialog}
    </DetailDrawer>
  );
}

export function HolidayNew({ onClose }: { onClose: () => void }) {
  return (
    <FormDrawer
      draft="holiday new"
      heading="Announce a day"
      action="Announce"
      fields={OVERRIDE_FIELDS}
      start={{ kind: 'HOLIDAY' }}
      endpoint={announceDay}
      params={undefined}
      fieldOfError={{ CALENDAR_DAY_TAKEN: 'day' }}
      onSaved={refresh}
      done={{
        place: LIST_PLACE,
        message: ({ name, kind }) =>
          `${name} is announced.${kind === 'HOLIDAY' ? ' Debits of the day move to the next business day.' : ''}`,
      }}
      onClose={onClose}
    />
  );
}
