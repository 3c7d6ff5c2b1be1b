import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, DAY_MS, dayAt, timeOf, weekdayOf } from '@tegeka/contract/kit/day.ts';
import { LIMIT_PERIODS } from '@tegeka/contract/mandates/mandates.ts';
import fc from 'fast-check';
import type { Calendar } from '#features/calendar/calendar-days.ts';
import {
  brokenLimit,
  consume,
  limitDay,
  mostWithin,
  nothing,
  type Wanted,
} from './debits-limit-rules.ts';
import { checkRequest } from './debits-requests.ts';

const TODAY = '2027-01-04';

/** Banks that are closed at weekends only. */
const CALENDAR: Calendar = {
  closedFor: (day) => (weekdayOf(day) > 5 ? 'Weekend' : null),
  roll: (day) => (weekdayOf(day) > 5 ? addDays(day, 8 - weekdayOf(day)) : day),
  businessDaysAfter: () => assert.fail('Nothing is settled'),
  sessionsOf: () => [],
  nextCutOff: () => assert.fail('Nothing is sent'),
};

const days = fc.integer({ min: 0, max: 120 }).map((n) => addDays(TODAY, n));
const amounts = fc.integer({ min: 1, max: 10 }).map((n) => n * 10_000);
const orNull = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null });

const mandates = fc
  .record({
    maxPerDebit: amounts,
    max: orNull(amounts),
    period: fc.constantFrom(...LIMIT_PERIODS),
    maxCount: orNull(fc.integer({ min: 1, max: 5 })),
    maxTotal: orNull(amounts),
    noticeDays: fc.integer({ min: 1, max: 5 }),
    schedule: fc.oneof(
      fc.integer({ min: 1, max: 7 }).map((weekday) => ({ kind: 'WEEKLY', weekday }) as const),
      fc.integer({ min: 1, max: 28 }).map((day) => ({ kind: 'MONTHLY', day }) as const),
      fc.constant({ kind: 'ON_DEMAND' } as const),
    ),
    collectNextOn: orNull(days),
  })
  .map(({ max, period, ...terms }) => ({
    ...terms,
    maxPerPeriod: max,
    period: max === null ? null : period,
    id: 'm',
    organizationId: 'o',
    seriesId: 's',
    customerId: 'c',
    customerIsActive: true,
    productId: null,
    bankId: 'b',
    state: 'ACTIVE',
    reference: 'TGK',
    amount: terms.maxPerDebit,
    retries: 1,
    start: TODAY,
    end: null,
    schedulePeriod: null,
    plan: { count: null, total: null },
  }));

type Mandate = typeof mandates extends fc.Arbitrary<infer M> ? M : never;

/** Name of the calendar period of a day, reckoned in another way than the rules do. */
function periodOf({ period }: Mandate, day: string): string {
  if (period === 'WEEK') return dayAt(timeOf(day) - ((timeOf(day) / DAY_MS + 3) % 7) * DAY_MS);
  return day.slice(0, { DAY: 10, MONTH: 7, YEAR: 4 }[period ?? 'DAY']);
}

/** Days that the schedule of a mandate still makes due in the period of a day. */
function plannedDays(mandate: Mandate, day: string): string[] {
  const { schedule, collectNextOn } = mandate;
  const all = Array.from({ length: 800 }, (_, n) => addDays(TODAY, n));
  return all.filter(
    (one) =>
      collectNextOn !== null &&
      one >= collectNextOn &&
      periodOf(mandate, one) === periodOf(mandate, day) &&
      (schedule.kind === 'WEEKLY'
        ? weekdayOf(one) === schedule.weekday
        : schedule.kind === 'MONTHLY' && Number(one.slice(8)) === schedule.day),
  );
}

const debits = fc.record({
  origin: fc.constantFrom('SCHEDULE', 'MANUAL', 'FILE', 'API', 'RECOLLECTION'),
  retried: fc.boolean(),
  dueOn: days,
  late: fc.integer({ min: 0, max: 9 }),
  amount: amounts,
});

test('a limit allows what is left of it on the day that counts, whatever came before', () => {
  fc.assert(
    fc.property(mandates, fc.array(debits, { maxLength: 6 }), debits, (given, before, last) => {
      // Number and sum also end what is planned: their own test.
      const mandate = { ...given, maxCount: null, maxTotal: null };
      const wantedOf = ({ late, ...debit }: typeof last): Wanted => ({
        ...debit,
        mandate,
        collectOn: CALENDAR.roll(addDays(debit.dueOn, late)),
      });
      const used = nothing();
      for (const one of before) consume(used, mandate, wantedOf(one));
      const wanted = wantedOf(last);
      const first = wanted.origin === 'SCHEDULE' && !wanted.retried;
      const day = first ? wanted.dueOn : wanted.collectOn;
      assert.equal(limitDay(wanted), day);
      const period = periodOf(mandate, day);
      const spent = before
        .map(wantedOf)
        .filter((one) => periodOf(mandate, limitDay(one)) === period)
        .reduce((sum, { amount }) => sum + amount, 0);
      const yields = wanted.retried || wanted.origin === 'RECOLLECTION';
      const planned = yields ? plannedDays(mandate, day).length * mandate.amount : 0;
      const room = (mandate.maxPerPeriod ?? Infinity) - spent - planned;
      const fits = wanted.amount <= mandate.maxPerDebit && wanted.amount <= room;
      assert.equal(brokenLimit(wanted, used) === null, fits);
    }),
    { numRuns: 1000 },
  );
});

test('the most that is named for a day is what the limits allow, and not a shilling more', () => {
  fc.assert(
    fc.property(mandates, fc.array(debits, { maxLength: 6 }), days, (mandate, before, dueOn) => {
      const used = nothing();
      for (const { late, ...one } of before)
        consume(used, mandate, { ...one, mandate, collectOn: addDays(one.dueOn, late) });
      const asked = { mandate, origin: 'MANUAL', retried: false, dueOn, collectOn: dueOn };
      const max = mostWithin({ ...asked, amount: 0 }, used);
      if (max > 0) assert.equal(brokenLimit({ ...asked, amount: max }, used), null);
      assert.notEqual(brokenLimit({ ...asked, amount: max + 1 }, used), null);
    }),
    { numRuns: 1000 },
  );
});

test('a request gets the same answer manually, from a file, over the API, and when it is sent on its day', () => {
  const requests = fc.record({ amount: amounts, dueDay: orNull(days) });
  fc.assert(
    fc.property(
      mandates,
      requests,
      fc.array(debits, { maxLength: 6 }),
      (mandate, given, before) => {
        const { amount, dueDay } = given;
        const input = { mandateId: 'm', reference: 'A', currency: 'UGX', amount };
        const used = nothing();
        for (const { late, ...one } of before)
          consume(used, mandate, { ...one, mandate, collectOn: addDays(one.dueOn, late) });
        const answers = (['MANUAL', 'FILE', 'API'] as const).map((origin) => {
          const context = { calendar: CALENDAR, today: TODAY, origin };
          const asked = { ...input, ...(dueDay !== null && { dueDay }) };
          const checked = checkRequest(asked, mandate, context);
          if ('errors' in checked) return checked.errors.map(({ code }) => code);
          const { wanted } = checked;
          const created = brokenLimit(wanted, used);
          // What a submission checks of its row.
          const { dueOn, collectOn: day } = wanted;
          const sent = { mandate, origin, retried: false, dueOn, collectOn: day, amount };
          assert.deepEqual(brokenLimit(sent, used), created);
          return [day, created?.limit];
        });
        assert.deepEqual(answers[1], answers[0]);
        assert.deepEqual(answers[2], answers[0]);
      },
    ),
    { numRuns: 1000 },
  );
});
