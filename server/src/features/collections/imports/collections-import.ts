import {
  COLLECTION_IMPORT,
  COLLECTION_IMPORTS,
} from '@tegeka/contract/collections/collection-imports.ts';
import { NOTICE_DAYS_MAX } from '@tegeka/contract/products.ts';
import { addDays, isoDay } from '@tegeka/contract/kit/day.ts';
import { CURRENCY } from '@tegeka/contract/kit/money.ts';
import { plainReference } from '@tegeka/contract/kit/reference.ts';
import { line } from '@tegeka/contract/kit/text.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Calendar, readCalendar } from '#features/calendar/calendar-days.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import {
  type Batch,
  dayOf,
  fileImport,
  type ImportOwner,
  isShortened,
  type JudgedRow,
  type Mark,
  type NamedCells,
  type RowError,
  shillingsOf,
} from '#features/imports/imports-kind.ts';
import { collectableRows } from '#features/mandates/collecting/mandates-collecting.ts';
import { leastDebit } from '#features/pricing/pricing-price.ts';
import { rateOn, readPlans } from '#features/pricing/pricing-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { CONSUMES, LIMIT_DAY } from '../collections-limits.ts';
import { AHEAD_DAYS, askForCollections } from '../collections-service.ts';

type Column = keyof typeof COLLECTION_IMPORT.columns;
type Code = keyof typeof COLLECTION_IMPORT.refusals;

const referenceShape = line(1, 35);

/** Judges a row by itself; what the database knows of its mandate is marked later. */
function judge(cells: NamedCells<Column>): JudgedRow {
  const errors: RowError[] = [];
  const wrong = (column: Column, code: Code) => void errors.push({ column, code });
  const mandate = plainReference(cells.mandateReference);
  const { reference } = cells;
  if (mandate === '') wrong('mandateReference', 'MISSING');
  if (reference === '') wrong('reference', 'MISSING');
  else if (isShortened(reference)) wrong('reference', 'DIGITS_LOST');
  else if (reference.length > 35) wrong('reference', 'TOO_LONG');
  else if (!referenceShape.safeParse(reference).success) wrong('reference', 'TEXT_INVALID');
  const key = errors.length === 0 ? `${mandate}\n${reference}` : null;
  const amount = cells.amount === '' ? null : shillingsOf(cells.amount);
  if (Number.isNaN(amount)) wrong('amount', 'AMOUNT_INVALID');
  const dueDay = dayOf(cells.dueDay);
  if (cells.dueDay !== '' && dueDay === null) wrong('dueDay', 'DAY_INVALID');
  if (errors.length > 0) return { key, value: null, errors };
  return { key, value: { mandate, reference, amount, dueDay }, errors };
}

/**
 * By days of notice: the earliest business day for a debit, which is also the default, and the first nominal
 * day that can still be announced in time.
 */
function daysByNotice(calendar: Calendar, today: string) {
  const days = Array.from({ length: NOTICE_DAYS_MAX + 1 }, (_, noticeDays) => {
    const earliest = calendar.roll(addDays(today, noticeDays));
    let first = earliest;
    while (calendar.roll(addDays(first, -1)) === earliest) first = addDays(first, -1);
    return { noticeDays, earliest, first };
  });
  const of = (which: 'earliest' | 'first') =>
    JSON.stringify(Object.fromEntries(days.map((one) => [one.noticeDays, one[which]])));
  return { earliest: of('earliest'), first: of('first') };
}

const cell = (name: string) => sql`(r.value ->> ${sql.lit(name)})`;

/** True of a row whose mandate fulfils a condition on the mandate `m`. */
const ofMandate = (organizationId: string, condition: ReturnType<typeof sql>) =>
  sql`r.value is not null and exists (select from (${collectableRows(organizationId)}) m
    where m.reference = ${cell('mandate')} and ${condition})`;

const AMOUNT = sql`coalesce(${cell('amount')}::bigint, m.amount)`;

/** True of a collection's day that is in the same calendar period as the day of a row, where it names one. */
const inPeriod = (period: RawBuilder<unknown>, day: RawBuilder<unknown>) =>
  sql`date_trunc(${period}, ${day}::timestamp) = date_trunc(${period}, ${cell('dueDay')}::timestamp)`;

/** Condition: a row asks for more than the limits of its mandate have left. */
const OVER_LIMIT = sql`(${AMOUNT} > m.max_per_debit
  or (m.max_count is not null or m.max_total is not null or m.max_per_period is not null
    or m.schedule_period is not null or m.plan_count is not null) and (
    select count(*) >= m.max_count or coalesce(sum(c.amount), 0) + ${AMOUNT} > m.max_total
      or count(*) filter (where c.mandate_id = m.id) >= m.plan_count
      or coalesce(sum(c.amount) filter (where c.mandate_id = m.id), 0) + ${AMOUNT} > m.plan_total
      or coalesce(sum(c.amount) filter (where ${inPeriod(sql`lower(m.period)`, LIMIT_DAY)}), 0)
        + ${AMOUNT} > m.max_per_period
      or coalesce(sum(c.amount) filter (where ${inPeriod(sql`m.schedule_period`, sql`c.due_on`)}), 0)
        + ${AMOUNT} > m.max_per_debit and m.schedule_period is not null
    from collections c
    where c.organization_id = m.organization_id and c.series_id = m.series_id and ${CONSUMES}))`;

/**
 * Refusals of rows that need the database. They are checked twice: with the file and when rows are written.
 */
async function marks(tx: PlatformTx, { organizationId, now }: ImportOwner): Promise<Mark[]> {
  const today = isoDay(await businessTime(tx, now));
  const { earliest, first } = daysByNotice(await readCalendar(tx), today);
  const day = sql`coalesce(${cell('dueDay')}, ${earliest}::jsonb ->> m.notice_days::text)::date`;
  const cap = await rateOn(tx, 'DEBIT_CAP', today);
  const plans = await readPlans(tx, today);
  const mark = (column: Column, code: Code, condition: ReturnType<typeof sql>): Mark => ({
    where: ofMandate(organizationId, condition),
    errors: [{ column, code }],
  });
  return [
    {
      where: sql`r.value is not null and ${cell('mandate')} not in (
        select m.reference from (${collectableRows(organizationId)}) m)`,
      errors: [{ column: 'mandateReference', code: 'MANDATE_UNKNOWN' }],
    },
    mark('mandateReference', 'MANDATE_NOT_ACTIVE', sql`m.state <> 'ACTIVE'`),
    mark('mandateReference', 'CUSTOMER_DISABLED', sql`not m.customer_is_active`),
    mark('amount', 'AMOUNT_NEEDED', sql`${AMOUNT} is null`),
    mark('amount', 'ABOVE_CAP', sql`${AMOUNT} > ${cap}`),
    mark('amount', 'BELOW_CHARGE', sql`${AMOUNT} < ${leastDebit(plans(organizationId), cap)}`),
    mark('amount', 'ABOVE_LIMIT', OVER_LIMIT),
    mark('dueDay', 'TOO_EARLY', sql`${cell('dueDay')} < (${first}::jsonb ->> m.notice_days::text)`),
    mark('dueDay', 'TOO_FAR', sql`${cell('dueDay')} > ${addDays(today, AHEAD_DAYS)}`),
    mark('dueDay', 'OUTSIDE', sql`(${day} < m.starts_on or ${day} > m.ends_on)`),
    mark(
      'reference',
      'TAKEN',
      sql`exists (select from collections c where c.organization_id = m.organization_id
        and c.series_id = m.series_id and c.due_key = 'A:' || ${cell('reference')})`,
    ),
  ];
}

/** Collections that are made in one go. */
const CHUNK = 1000;

interface Row {
  mandate_id: string;
  reference: string;
  amount: number | null;
  due_day: string | null;
}

/**
 * Makes the collections of rows; those that together exceed a limit are stored as REJECTED. In the order of
 * mandate ids, the lock order: otherwise this transaction, which works in chunks, and sealing could
 * deadlock.
 */
async function write(ctx: AppContext, tx: PlatformTx, { rows, source }: Batch): Promise<number> {
  const { organizationId, by, at } = source;
  const found = await sql<Row>`
    select m.id as mandate_id, r.value ->> 'reference' as reference,
      (r.value ->> 'amount')::float8 as amount, r.value ->> 'dueDay' as due_day
    from (${rows}) r join (${collectableRows(organizationId)}) m on m.reference = ${cell('mandate')}
    order by m.id, r.row_number`.execute(tx);
  const inputs = found.rows.map(
    ({ mandate_id: mandateId, reference, amount, due_day: dueDay }) => ({
      mandateId,
      reference,
      currency: CURRENCY,
      ...(amount !== null && { amount }),
      ...(dueDay !== null && { dueDay }),
    }),
  );
  const actor = { kind: 'MERCHANT', ...by } as const;
  let made = 0;
  for (let n = 0; n < inputs.length; n += CHUNK) {
    const asker = { organizationId, actor, now: at, origin: 'FILE' } as const;
    const asked = await askForCollections(ctx, tx, inputs.slice(n, n + CHUNK), asker);
    // Rows that exceed a limit are stored as REJECTED; duplicates and invalid rows are not stored.
    made += asked.filter(({ isWritten }) => isWritten).length;
  }
  return made;
}

/** Import of transactions from files. */
export const collectionsImport = fileImport({
  kind: COLLECTION_IMPORT,
  endpoints: COLLECTION_IMPORTS,
  synonyms: {
    mandateReference: 'mandatereference mandateref mandateno mandatenumber mandateid tgk',
    reference: `reference ref refno ownreference invoice invoiceno invoicenumber invoiceid
      paymentreference transactionreference`,
    amount: 'amountugx amountush debitamount sum value due amountdue',
    dueDay: 'day date duedate dueday collectionday collectiondate debitdate paymentdate on',
  },
  keyColumn: 'reference',
  open: async () => judge,
  marks,
  write,
});
