import * as z from 'zod/mini';
import { addDays } from '../kit/day.ts';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { fromQuery } from '../kit/list.ts';

/** How far the business clock can be moved in one go. */
export const CLOCK_MOVES = ['NEXT_SESSION', 'TOMORROW', 'WEEK'] as const;
export type ClockMove = (typeof CLOCK_MOVES)[number];

const sessionShape = z.object({
  /** ISO 8601 day in Kampala. */
  day: z.iso.date(),
  session: z.enum(['MORNING', 'AFTERNOON']),
  /** The cut-off: until then files are made. */
  at: z.iso.datetime(),
});

const clockShape = z.object({
  now: z.iso.datetime(),
  /** Today in Kampala. */
  today: z.iso.date(),
  /** Where the clock is being moved to; what is due until then is done in order. */
  movingTo: z.nullable(z.iso.datetime()),
  nextSession: sessionShape,
  /** Days of the next 400 on which banks are closed, weekends too. */
  closedDays: z.array(z.iso.date()),
  /** The newest move: for operators, null where the clock was never moved. */
  lastMove: z.nullable(
    z.object({
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      /** The due work that was done so far, such as `Payers reminded`. */
      done: z.array(z.object({ what: z.string(), count: z.int() })),
    }),
  ),
  /** True in SANDBOX: operators can move the clock. */
  canMove: z.boolean(),
});
export type BusinessClock = z.infer<typeof clockShape>;

/** The business day on which a debit that is due on a day is made, within the known closed days. */
export function debitDay(day: string, { closedDays }: Pick<BusinessClock, 'closedDays'>): string {
  let open = day;
  while (closedDays.includes(open)) open = addDays(open, 1);
  return open;
}

const everybody = signedIn(['OPERATOR', 'BANK', 'MERCHANT']);

/** Due days, notices, cut-offs and expiry follow the business clock; tokens and audit do not. */
export const getBusinessClock = endpoint({
  name: 'getBusinessClock',
  summary: 'Read the business clock and the next session of the clearing house.',
  path: '/api/v1/business-clock',
  admission: everybody,
  answers: clockShape,
});

export const moveBusinessClock = endpoint({
  name: 'moveBusinessClock',
  summary: 'Move the business clock forward, in SANDBOX only; what is due until then happens.',
  method: 'POST',
  path: '/api/v1/business-clock/moves',
  admission: signedIn(['OPERATOR'], 'calendar.write'),
  takes: z.object({ to: z.enum(CLOCK_MOVES) }),
  answers: clockShape,
  status: 202,
  errors: ['CLOCK_FIXED', 'CLOCK_MOVING'],
});

/** Weekends are left out: banks are closed on all of them. */
export const listClosedDays = endpoint({
  name: 'listClosedDays',
  summary: 'List the days of a year on which banks are closed, weekends apart, with why.',
  path: '/api/v1/closed-days',
  admission: everybody,
  query: z.object({
    year: fromQuery(z.coerce.number().check(z.int(), z.minimum(2018), z.maximum(2099))),
  }),
  answers: z.array(z.object({ day: z.iso.date(), name: z.string() })),
});
