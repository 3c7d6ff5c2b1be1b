import { addDays, isoDay } from '@tegeka/contract/kit/day.ts';
import { sql } from 'kysely';
import { bankNameOf } from '#features/banks/banks-store.ts';
import { type Calendar, readCalendar } from '#features/calendar/calendar-days.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { readCustomers } from '#features/customers/customers-store.ts';
import {
  accountLastFourOf,
  mandateReferenceOf,
  noticeDaysOf,
  paymentForOf,
} from '#features/mandates/collection/mandates-collectable.ts';
import { mobileOf } from '#features/mandates/mandates-consent-request.ts';
import { merchantNameOf } from '#features/merchants/merchants-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { payerHomeUrl } from '#platform/http/origins.ts';
import { type DueWork, inBatches } from '#platform/jobs/due-work.ts';
import type { Message } from '#platform/message-templates.ts';
import { readObstaclesOf, writeObstacles } from '../obstacles/debits-obstacles.ts';
import { type NewNotice, sendNotices } from './debits-notice-records.ts';
import { DEBIT_MESSAGES, type Moved, type Notice } from './debits-templates.ts';

/** Debits whose notices are written in one transaction. */
const BATCH = 500;

/** The day on which a debit that is tried again was sent last; null before the first try. */
const FAILED_ON = sql<string | null>`case when retried then (
  select max((cut_off at time zone 'Africa/Kampala')::date)::text from debit_attempts a
  where a.organization_id = debits.organization_id and a.debit_id = debits.id
    and a.outcome is distinct from 'WITHDRAWN') end`;

export const announceable = (tx: PlatformTx) =>
  tx
    .selectFrom('debits')
    .select(['debits.id', 'debits.organization_id', 'reference', 'customer_id', 'amount'])
    .select([
      'mandate_id',
      'bank_id',
      'origin',
      'retried',
      'retries_left',
      'notice_id',
      'notified_at',
    ])
    .select([
      sql<string>`due_on::text`.as('due_on'),
      sql<string>`collect_on::text`.as('collect_on'),
    ])
    .select([
      bankNameOf('debits').as('bank_name'),
      merchantNameOf('debits').as('merchant_name'),
      mandateReferenceOf('debits').as('mandate_reference'),
      accountLastFourOf('debits').as('account_last_four'),
      noticeDaysOf('debits').as('notice_days'),
      paymentForOf('debits').as('payment_for'),
      FAILED_ON.as('failed_on'),
    ]);

export const unannounced = (tx: PlatformTx) =>
  announceable(tx)
    .where('debits.state', '=', 'PENDING')
    .where('notified_at', 'is', null)
    .where('obstacle', 'is', null);

type Row = Awaited<ReturnType<ReturnType<typeof announceable>['execute']>>[number];
type Customers = Awaited<ReturnType<typeof readCustomers>>;

/** A message to the payer of a debit; null where they have neither a mobile number nor an email address. */
export function noticeTo(
  ctx: AppContext,
  row: Row,
  {
    collectOn,
    customers,
    messageOf,
  }: { collectOn: string; customers: Customers; messageOf: (notice: Notice) => Message },
): NewNotice | null {
  const customer = customers.get(row.customer_id);
  if (!customer) return null;
  const mobile = mobileOf(customer);
  const to = mobile ?? customer.email;
  if (to === null) return null;
  const notice = {
    merchantName: row.merchant_name,
    paymentFor: row.payment_for,
    amount: Number(row.amount),
    collectOn,
    failedOn: row.failed_on,
    retries: row.retries_left,
    bankName: row.bank_name ?? '',
    accountLastFour: row.account_last_four,
    reference: row.reference,
    mandateReference: row.mandate_reference,
    // Only a mobile number opens the payer's own page.
    home: mobile === null ? null : payerHomeUrl(ctx.config.http),
  };
  const channel = mobile === null ? 'email' : 'sms';
  return {
    organizationId: row.organization_id,
    debitId: row.id,
    amount: notice.amount,
    collectOn,
    notification: { channel, to, message: messageOf(notice) },
  };
}

/** The collection day, later where the notice period from `told` on requires it. */
export const dayAfterNotice = (calendar: Calendar, row: Row, told: Date) => {
  const earliest = addDays(isoDay(told), row.notice_days);
  return earliest > row.collect_on ? calendar.roll(earliest) : row.collect_on;
};

export interface NoticeResult {
  id: string;
  organization_id: string;
  notice_id: string | null;
  /** True once the gateway has taken it. */
  sent: boolean;
  collect_on: string;
}

export async function writeNotices(
  tx: PlatformTx,
  notices: readonly NoticeResult[],
  at: Date,
): Promise<void> {
  await sql`update debits set notice_id = t.notice_id, collect_on = t.collect_on,
      notified_at = case when t.sent then ${at}::timestamptz end, withdrawn_at = null,
      next_action_at = case when t.sent then null else next_action_at end,
      next_action = case when t.sent then null else next_action end, updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as t(organization_id uuid, id uuid,
      notice_id uuid, sent boolean, collect_on date)
    where debits.organization_id = t.organization_id and debits.id = t.id
      and debits.state = 'PENDING'`.execute(tx);
}

/** Writes the notices of a batch of debits that can be made. Returns how many debits it were. */
function announceBatch(ctx: AppContext): Promise<number> {
  return ctx.db.asPlatform('payers are told of debits', async (tx) => {
    const locked = await unannounced(tx)
      .where('notice_id', 'is', null)
      .orderBy('debits.id')
      .limit(BATCH)
      .forUpdate('debits')
      .skipLocked()
      .execute();
    if (locked.length === 0) return 0;
    const calendar = await readCalendar(tx);
    // The present, not the time at which it was due: the notice period of a late notice begins now.
    const at = await businessTime(tx, ctx.clock.now());
    const days = new Map(locked.map((row) => [row.id, dayAfterNotice(calendar, row, at)]));
    const dayOf = ({ id, collect_on }: Row) => days.get(id) ?? collect_on;
    const obstacles = await readObstaclesOf(tx, locked, dayOf);
    const held = locked.flatMap((row, n) => {
      const obstacle = obstacles[n];
      return obstacle ? [{ row, obstacle }] : [];
    });
    await writeObstacles(tx, held, at);
    const rows = locked.filter((_, n) => !obstacles[n]);
    const customers = await readCustomers(
      tx,
      rows.map((row) => row.customer_id),
    );
    const messageOf = DEBIT_MESSAGES['debit-announced'];
    const notices = rows.flatMap(
      (row) => noticeTo(ctx, row, { collectOn: dayOf(row), customers, messageOf }) ?? [],
    );
    const sent = await sendNotices(ctx, tx, notices, { kind: 'ANNOUNCED', at });
    const messages = new Map(notices.map(({ debitId }, n) => [debitId, sent[n]]));
    const results = rows.map((row): NoticeResult => {
      // A payer without phone and email gets the id of no message: the debit is not announced again, and its
      // next action gives it up.
      const message = messages.get(row.id) ?? { id: ctx.ids.uuid(ctx.clock.now()), sent: false };
      const { id, organization_id } = row;
      const { id: notice_id, sent: isSent } = message;
      return { id, organization_id, notice_id, sent: isSent, collect_on: dayOf(row) };
    });
    await writeNotices(tx, results, at);
    return locked.length;
  });
}

/**
 * Tells payers that debits, by their ids, are collected on a later day than an earlier message names. Debits that
 * were cancelled, and retries that were ended, in the same transaction are left out.
 */
export async function notifyMoved(
  ctx: AppContext,
  tx: PlatformTx,
  moves: ReadonlyMap<string, Moved>,
  at: Date,
): Promise<void> {
  if (moves.size === 0) return;
  const ids = [...moves.keys()];
  const rows = await announceable(tx)
    .where(sql<boolean>`debits.id = any(${ids}::uuid[])`)
    .where('debits.state', '<>', 'CANCELLED')
    .where(sql<boolean>`(debits.state <> 'FAILED' or next_action = 'RETRY')`)
    .execute();
  const customers = await readCustomers(
    tx,
    rows.map((row) => row.customer_id),
  );
  const notices = rows.flatMap((row) => {
    const moved = moves.get(row.id);
    if (!moved) return [];
    const messageOf = (notice: Notice) => DEBIT_MESSAGES['debit-moved']({ ...notice, ...moved });
    return noticeTo(ctx, row, { collectOn: row.collect_on, customers, messageOf }) ?? [];
  });
  await sendNotices(ctx, tx, notices, { kind: 'MOVED', at });
}

/** Payers are told of each debit as soon as it is made, or tried again manually. */
export const noticesDue: DueWork = {
  next: async (tx) => {
    const row = await tx
      .selectFrom('debits')
      .select('updated_at')
      .where('state', '=', 'PENDING')
      .where('notified_at', 'is', null)
      .where('notice_id', 'is', null)
      .where('obstacle', 'is', null)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return row?.updated_at ?? null;
  },
  run: async (ctx) => ({
    'Payers told of a debit': await inBatches(BATCH, () => announceBatch(ctx)),
  }),
};
