import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { dayShape } from '../kit/day.ts';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { fields, objectOf } from '../kit/fields.ts';
import { historyEndpoint } from '../kit/history.ts';
import { listEndpoint } from '../kit/list.ts';
import { stateMachine } from '../kit/state-machine.ts';
import { line, reasonShape } from '../kit/text.ts';

/** The states of a day that operators announce. One that was withdrawn can be announced again. */
export const CALENDAR_OVERRIDE = stateMachine({
  entity: 'calendar-override',
  states: ['ANNOUNCED', 'WITHDRAWN'],
  transitions: { ANNOUNCED: ['WITHDRAWN'], WITHDRAWN: [] },
});

/** What a day is, whatever the rules say of it. */
const KINDS = ['HOLIDAY', 'BUSINESS_DAY'] as const;

export const ANNOUNCED_AHEAD_DAYS = 731;

export const OVERRIDE_FIELDS = fields({
  /** In Kampala, after today by the business clock. */
  day: {
    label: 'Day',
    kind: 'date',
    schema: described('A day in Kampala.', dayShape),
    hint: 'A day to come, two years ahead at most',
  },
  kind: {
    label: 'Banks are',
    kind: 'select',
    schema: described('What banks are on that day.', z.enum(KINDS)),
    options: [
      { value: 'HOLIDAY', label: 'Closed: a holiday' },
      { value: 'BUSINESS_DAY', label: 'Open: a business day' },
    ],
  },
  name: {
    label: 'Name',
    kind: 'text',
    schema: described('The holiday, or why banks are open.', line(3, 80)),
    placeholder: 'Eid al-Adha',
    hint: 'The holiday, or why banks are open; businesses read it too',
    maxLength: 80,
  },
});

export const calendarOverrideShape = z.extend(objectOf(OVERRIDE_FIELDS), {
  id: z.uuid(),
  state: described(
    '`WITHDRAWN`: the rules say again what the day is.',
    z.enum(CALENDAR_OVERRIDE.states),
  ),
  isToCome: described('False once the day has begun: from then on it stays as it is.', z.boolean()),
});
export type CalendarOverride = z.infer<typeof calendarOverrideShape>;

const reader = signedIn(['OPERATOR']);
const writer = signedIn(['OPERATOR'], 'calendar.write');
const OVERRIDES = '/api/v1/operator/calendar-overrides';
const ONE = `${OVERRIDES}/{calendarOverrideId}` as const;

export const listCalendarOverrides = listEndpoint({
  name: 'listCalendarOverrides',
  summary: 'List the holidays and business days that were announced, the latest day first.',
  path: OVERRIDES,
  admission: reader,
  item: calendarOverrideShape,
  states: CALENDAR_OVERRIDE.states,
  sorts: ['-day', 'day'],
});

export const getCalendarOverride = endpoint({
  name: 'getCalendarOverride',
  summary: 'Fetch an announced day.',
  path: ONE,
  admission: reader,
  answers: calendarOverrideShape,
});

/** Refuses INPUT_INVALID at `day` where it has begun, is too far ahead, or banks would be closed too long. */
export const announceDay = endpoint({
  name: 'announceDay',
  summary:
    'Announce a holiday, or a business day; debits of a holiday move to the next business day.',
  method: 'POST',
  path: OVERRIDES,
  admission: writer,
  takes: objectOf(OVERRIDE_FIELDS),
  answers: calendarOverrideShape,
  status: 201,
  errors: ['CALENDAR_DAY_TAKEN'],
});

/** Debits that have moved to a later day stay there. */
export const withdrawAnnouncedDay = endpoint({
  name: 'withdrawAnnouncedDay',
  summary: 'Withdraw an announced day that has not begun; the rules then say what it is.',
  method: 'PATCH',
  path: `${ONE}/withdraw`,
  admission: writer,
  takes: reasonShape,
  answers: calendarOverrideShape,
  errors: ['CALENDAR_DAY_BEGUN', 'CALENDAR_CLOSED_TOO_LONG'],
});

export const listCalendarOverrideEvents = historyEndpoint({
  name: 'listCalendarOverrideEvents',
  summary: 'List what happened to an announced day, newest first.',
  path: ONE,
  admission: reader,
  kinds: [],
});
