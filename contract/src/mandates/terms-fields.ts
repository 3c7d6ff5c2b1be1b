import { inputsBelow } from '../kit/fields.ts';
import { parseMoney, showMoney } from '../kit/money.ts';
import type { Terms } from '../products.ts';
import { type Schedule, SCHEDULE_KINDS, type ScheduleKind } from './schedule.ts';
import { describeSchedule } from './schedule-texts.ts';

// A schedule is one object for the API and a few plain inputs in a form.

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => String(from + n));
const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const KIND_LABELS: Record<ScheduleKind, string> = {
  ONE_OFF: 'Once',
  WEEKLY: 'Each week',
  MONTHLY: 'Each month',
  QUARTERLY: 'Every three months',
  YEARLY: 'Each year',
  INSTALMENTS: 'In instalments',
  ON_DEMAND: 'Whenever something is due',
};

/** The value of the agreed day where it is that of the first day. */
const FIRST = 'FIRST';

/**
 * The inputs of terms, for the forms of products and mandates. The inputs of a schedule have the names of
 * its properties, so that an error in a property is shown at its input.
 */
export const TERMS_FIELDS = inputsBelow('Debits', {
  amountKind: {
    label: 'Amount',
    kind: 'select',
    options: options({
      FIXED: 'The same each time',
      VARIABLE: 'Variable',
    }),
  },
  amount: {
    label: 'Amount of each debit',
    kind: 'money',
    optional: true,
  },
  schedule: {
    label: 'When',
    kind: 'select',
    options: SCHEDULE_KINDS.map((value) => ({ value, label: KIND_LABELS[value] })),
  },
  weekday: {
    label: 'Weekday',
    kind: 'select',
    options: options({
      1: 'Monday',
      2: 'Tuesday',
      3: 'Wednesday',
      4: 'Thursday',
      5: 'Friday',
      6: 'Saturday',
      7: 'Sunday',
    }),
    optional: true,
  },
  day: {
    label: 'Day of the month',
    kind: 'select',
    options: [
      ...numbered(1, 28).map((value) => ({ value, label: value })),
      { value: 'LAST', label: 'The last day' },
    ],
    optional: true,
  },
  agreedDay: {
    label: 'Day of the month',
    kind: 'select',
    options: [
      { value: FIRST, label: 'That of the first day' },
      ...numbered(1, 31).map((value) => ({ value, label: value })),
      { value: 'LAST', label: 'The last day' },
    ],
    optional: true,
  },
  every: {
    label: 'Time between instalments',
    kind: 'select',
    options: options({ WEEK: 'Week', MONTH: 'Month' }),
    optional: true,
  },
  amounts: {
    label: 'Amounts of the instalments',
    kind: 'textarea',
    hint: 'One a line, in their order, such as 100,000',
    invalid: 'Enter two amounts or more, one a line, such as 100,000',
    optional: true,
  },
  noticeDays: {
    label: 'Days of notice',
    kind: 'text',
    hint: 'The payer is told so many days before each debit: 1 to 30',
    numeric: true,
    invalid: 'Enter a number from 1 to 30',
  },
  retries: {
    label: 'Retries for lack of funds',
    kind: 'select',
    options: options({ 0: 'Never', 1: 'Once', 2: 'Twice', 3: 'Three times' }),
    invalid: 'Choose one from the list',
  },
});

/** Which input of a schedule belongs to which kind of it. */
const OF_KIND: Readonly<Record<string, readonly string[]>> = {
  weekday: ['WEEKLY'],
  day: ['MONTHLY'],
  agreedDay: ['QUARTERLY', 'YEARLY', 'INSTALMENTS'],
  every: ['INSTALMENTS'],
  amounts: ['INSTALMENTS'],
};

/** True of the inputs that are needed for what is chosen so far. */
export function showsTerm(key: string, values: Readonly<Record<string, unknown>>): boolean {
  if (key === 'amount')
    return values['amountKind'] !== 'VARIABLE' && values['schedule'] !== 'INSTALMENTS';
  if (key === 'agreedDay' && values['schedule'] === 'INSTALMENTS')
    return values['every'] === 'MONTH';
  const kinds = OF_KIND[key];
  return kinds === undefined || kinds.includes(String(values['schedule']));
}

const wholeOf = (text: unknown) => {
  const digits = typeof text === 'string' ? text.trim() : '';
  return digits === '' ? null : Number(digits);
};

const dayOf = (text: unknown) => (text === 'LAST' ? 'LAST' : wholeOf(text));

/** The agreed day of a month; left out where it is that of the first day. */
function agreedOf(values: Readonly<Record<string, unknown>>) {
  const { agreedDay } = values;
  const isNamed = showsTerm('agreedDay', values) && typeof agreedDay === 'string';
  return isNamed && agreedDay !== '' && agreedDay !== FIRST ? { day: dayOf(agreedDay) } : {};
}

function scheduleOf(values: Readonly<Record<string, unknown>>): unknown {
  const { schedule: kind, weekday, day, every, amounts } = values;
  switch (kind) {
    case 'WEEKLY':
      return { kind, weekday: wholeOf(weekday) };
    case 'MONTHLY':
      return { kind, day: dayOf(day) };
    case 'QUARTERLY':
    case 'YEARLY':
      return { kind, ...agreedOf(values) };
    case 'INSTALMENTS': {
      const lines = typeof amounts === 'string' ? amounts.split('\n') : [];
      const shillings = lines.filter((line) => line.trim() !== '').map(parseMoney);
      return { kind, every, ...agreedOf(values), amounts: shillings };
    }
    default:
      return { kind };
  }
}

export function termsOf(values: Readonly<Record<string, unknown>>) {
  const { amountKind, noticeDays, retries } = values;
  return {
    amountKind,
    amount: showsTerm('amount', values) ? values['amount'] : null,
    schedule: scheduleOf(values),
    noticeDays: wholeOf(noticeDays) ?? undefined,
    retries: wholeOf(retries) ?? undefined,
  };
}

const typedDay = (schedule: Schedule) =>
  'day' in schedule && schedule.kind !== 'MONTHLY' ? String(schedule.day ?? FIRST) : FIRST;

export function typedTerms({ schedule, noticeDays, retries, ...terms }: Terms) {
  return {
    ...terms,
    noticeDays: String(noticeDays),
    retries: String(retries),
    schedule: schedule.kind,
    ...(schedule.kind === 'WEEKLY' && { weekday: String(schedule.weekday) }),
    ...(schedule.kind === 'MONTHLY' && { day: String(schedule.day) }),
    agreedDay: typedDay(schedule),
    ...(schedule.kind === 'INSTALMENTS' && {
      every: schedule.every,
      amounts: schedule.amounts.join('\n'),
    }),
  };
}

/** When money is due, as the text of a field. */
export function whenText(schedule: Schedule): string {
  const text = describeSchedule(schedule);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const retriesText = (retries: number) => ['Never', 'Once'][retries] ?? `Up to ${retries} times`;

export function termRows(terms: Terms): [label: string, value: string][] {
  const { schedule, amount, noticeDays, retries } = terms;
  return [
    ['Amount', amountText(schedule, amount)],
    ['When', whenText(schedule)],
    ['Notice', `${noticeDays} ${noticeDays === 1 ? 'day' : 'days'} before each debit`],
    ['Retries for lack of funds', retriesText(retries)],
  ];
}

export function amountText(schedule: Schedule, amount: number | null): string {
  if (schedule.kind === 'INSTALMENTS') return schedule.amounts.map(showMoney).join(', ');
  return amount === null ? 'Variable' : showMoney(amount);
}
