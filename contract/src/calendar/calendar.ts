import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { addDays } from '../kit/day.ts';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { fromQuery } from '../kit/list.ts';

/** How far the business clock can be moved in one go. */
export const CLOCK_MOVES = ['NEXT_SESSION', 'TOMORROW', 'WEEK'] as const;
export type ClockMove = (typeof CLOCK_MOVES)[number];

const sessionShape = z.object({
  day: described('Its day in Kampala.', z.iso.date()),
  session: described('Morning or afternoon.', z.enum(['MORNING', 'AFTERNOON'])),
  at: described('Its cut-off: until then files are made.', z.iso.datetime()),
});

const clockShape = z.object({
  now: described('The moment of the business clock.', z.iso.datetime()),
  today: described('Today in Kampala, by the business clock.', z.iso.date()),
  movingTo: described(
    'Where the clock is being moved to; what is due until then happens in order. Null where it is not.',
    z.nullable(z.iso.datetime()),
  ),
  nextSession: described('The next session of the clearing house.', sessionShape),
  closedDays: described(
    'Days of the next 400 on which banks are closed, weekends too.',
    z.array(z.iso.date()),
  ),
  lastMove: described(
    'For operators the newest move; null for others, and where the clock was never moved.',
    z.nullable(
      z.object({
        from: described('Where the clock stood.', z.iso.datetime()),
        to: described('Where it was moved to.', z.iso.datetime()),
        done: described(
          'The due work that was done so far.',
          z.array(
            z.object({
              what: described('What happened, in words.', z.string()),
              count: described('How many.', z.int()),
            }),
          ),
        ),
      }),
    ),
  ),
  canMove: described('True in a sandbox, where operators can move the clock.', z.boolean()),
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
  takes: z.object({
    to: described(
      '`NEXT_SESSION`: the next cut-off. `TOMORROW`, `WEEK`: tomorrow or in seven days, at 08:00 in Kampala.',
      z.enum(CLOCK_MOVES),
    ),
  }),
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
  answers: z.array(
    z.object({
      day: described('A day in Kampala.', z.iso.date()),
      name: described('The holiday, or why banks are open.', z.string()),
    }),
  ),
});
