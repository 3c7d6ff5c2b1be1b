import { addDays, DAY_MS, isoDay } from '@tegeka/contract/kit/day.ts';
import { PAYOUT, type PayoutDetail } from '@tegeka/contract/payouts/payouts.ts';
import { sql } from 'kysely';
import { readBankCodes } from '#features/banks/banks-store.ts';
import { kampalaInstant, readCalendar } from '#features/calendar/calendar-days.ts';
import { balancesOf } from '#features/ledger/ledger-store.ts';
import { decryptAccountNumber } from '#features/merchants/merchants-details.ts';
import { type PaidMerchant, readPaidMerchants } from '#features/merchants/merchants-store.ts';
import { rateOn } from '#features/pricing/pricing-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import { describeError } from '#platform/log.ts';
import { recordTransitions, SYSTEM } from '#platform/state/transition.ts';
import { rejectPayout } from './payouts-outcome.ts';
import type { PayoutRow } from './payouts-store.ts';

/** A payout as the file to the bank names it. */
export interface PayoutToSend {
  id: string;
  organizationId: string;
  reference: string;
  amount: number;
  merchantName: string;
  bankId: string;
  bic: string;
  accountName: string;
  accountNumber: string;
}

/** The account number of a business; null, and an error in the log, where it can not be decrypted. */
function openAccount(
  ctx: AppContext,
  { organizationId, accountNumber }: PaidMerchant,
): string | null {
  try {
    return decryptAccountNumber(ctx, organizationId, accountNumber.encrypted);
  } catch (error) {
    const explanation = 'the account number of a business can not be decrypted: its payouts wait';
    ctx.log.error({ ...describeError(error), organization: organizationId }, explanation);
    return null;
  }
}

/** Where payouts of a business are sent to, or why they can not be sent now. */
function accountOf(
  ctx: AppContext,
  merchant: PaidMerchant,
  bic: string | undefined,
  at: Date,
): { waitsFor: NonNullable<PayoutDetail['waitsFor']> } | { bic: string; number: string } {
  const { isActive, changedAt } = merchant;
  if (!isActive) return { waitsFor: 'NOT_ACTIVE' };
  if (changedAt !== null && changedAt.getTime() + DAY_MS > at.getTime())
    return { waitsFor: 'ACCOUNT_CHANGED' };
  if (bic === undefined) return { waitsFor: 'BANK_CODE' };
  const number = openAccount(ctx, merchant);
  return number === null ? { waitsFor: 'ACCOUNT_UNREADABLE' } : { bic, number };
}

async function readBics(tx: Tx): Promise<ReadonlyMap<string, string>> {
  return new Map((await readBankCodes(tx)).map(({ id, bic }) => [id, bic]));
}

/** What a payout waits for; see `waitsFor` of the contract. */
export async function readWaitsFor(
  ctx: AppContext,
  tx: Tx,
  { organization_id: owner, state, is_waiting: isWaiting }: PayoutRow,
  at: Date,
): Promise<PayoutDetail['waitsFor']> {
  if (state !== 'PENDING') return null;
  if (isWaiting) return 'RELEASE';
  const merchant = (await readPaidMerchants(tx, [owner])).get(owner);
  if (!merchant) throw new Error(`The payouts of ${owner} have no account`);
  const account = accountOf(ctx, merchant, (await readBics(tx)).get(merchant.bankId), at);
  return 'waitsFor' in account ? account.waitsFor : null;
}

const released = (tx: PlatformTx) =>
  tx.selectFrom('payouts').where('state', '=', 'PENDING').where('is_waiting', '=', false);

const NOT_COVERED = 'Debits have come back since it was made: your balance no longer covers it.';
const SUSPENDED = 'Nothing is paid out while the business is suspended.';

/**
 * Rejects released payouts that must not be sent: all of businesses that are not active, and the newest ones
 * of businesses with a negative balance, until it is no longer negative.
 */
async function rejectUncovered(
  ctx: AppContext,
  tx: PlatformTx,
  merchants: ReadonlyMap<string, PaidMerchant>,
  at: Date,
): Promise<void> {
  const payable = new Map(await balancesOf(tx, 'PAYABLE', [...merchants.keys()]));
  const whyNot = (owner: string) => {
    if (!merchants.get(owner)?.isActive) return SUSPENDED;
    return (payable.get(owner) ?? 0) < 0 ? NOT_COVERED : null;
  };
  const owners = [...merchants.keys()].filter((owner) => whyNot(owner) !== null);
  const rows = await released(tx)
    .select(['id', 'organization_id', 'amount'])
    .where(sql<boolean>`organization_id = any(${owners}::uuid[])`)
    .orderBy('id', 'desc')
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { id, organization_id: owner, amount } of rows) {
    const reason = whyNot(owner);
    if (reason === null) continue;
    await rejectPayout(ctx, tx, { id, actor: SYSTEM, at, reason, schemeCode: null });
    payable.set(owner, (payable.get(owner) ?? 0) + Number(amount));
  }
}

/**
 * Locks payouts that are to be sent, oldest first, so many at the most. Those that must not go are rejected.
 * Left out are those that wait for an operator, and those of accounts that have changed within a day, are
 * at banks without a BIC, or can not be decrypted. The account is the one that is confirmed now.
 */
export async function lockPending(
  ctx: AppContext,
  tx: PlatformTx,
  { max, at }: { max: number; at: Date },
): Promise<PayoutToSend[]> {
  const waiting = await released(tx).select('organization_id').distinct().execute();
  if (waiting.length === 0) return [];
  const owners = waiting.map((row) => row.organization_id);
  const merchants = await readPaidMerchants(tx, owners);
  await rejectUncovered(ctx, tx, merchants, at);
  const bics = await readBics(tx);
  const payable = new Map(
    [...merchants].flatMap(([owner, merchant]) => {
      const account = accountOf(ctx, merchant, bics.get(merchant.bankId), at);
      return 'waitsFor' in account ? [] : [[owner, { ...merchant, ...account }] as const];
    }),
  );
  const rows = await released(tx)
    .select(['id', 'organization_id', 'reference', 'amount'])
    .where(sql<boolean>`organization_id = any(${[...payable.keys()]}::uuid[])`)
    .orderBy('id')
    .limit(max)
    .forUpdate()
    .skipLocked()
    .execute();
  const sent = rows.flatMap(({ id, organization_id: organizationId, reference, amount }) => {
    const merchant = payable.get(organizationId);
    if (!merchant) return [];
    const { businessName: merchantName, bankId, bic, accountName, number } = merchant;
    const account = { merchantName, bankId, bic, accountName, accountNumber: number };
    return [{ id, organizationId, reference, amount: Number(amount), ...account }];
  });
  await sql`
    update payouts p set bank_id = s.bank_id, account_last_four = s.last_four
    from unnest(${sent.map((one) => one.id)}::uuid[], ${sent.map((one) => one.bankId)}::uuid[],
      ${sent.map((one) => one.accountNumber.slice(-4))}::text[]) s (id, bank_id, last_four)
    where p.id = s.id and (p.bank_id, p.account_last_four) <> (s.bank_id, s.last_four)`.execute(tx);
  return sent;
}

/** A payout in its new state. */
interface Moved {
  id: string;
  organizationId: string;
  revision: number;
}

/** Marks payouts that this transaction has locked as SENT with a file; in two statements. */
export async function markSent(
  tx: PlatformTx,
  ids: readonly string[],
  { fileId, at }: { fileId: string; at: Date },
): Promise<void> {
  const { rows } = await sql<Moved>`
    update payouts set state = 'SENT', revision = revision + 1, sent_at = ${at},
      file_id = ${fileId}
    where id = any(${ids}::uuid[]) and state = 'PENDING' and not is_waiting
    returning id, organization_id as "organizationId", revision`.execute(tx);
  if (rows.length !== ids.length) throw new Error('A payout is sent that is not to be sent');
  const sent = { from: 'PENDING', to: 'SENT', reason: null } as const;
  await recordTransitions(
    tx,
    PAYOUT,
    rows.map((row) => ({ ...row, ...sent })),
    { actor: SYSTEM, at },
  );
}

/**
 * Takes back payouts whose file was withdrawn before it was sent: they go with the next one. Returns how many.
 */
export async function markUnsent(tx: PlatformTx, fileId: string, at: Date): Promise<number> {
  const { rows } = await sql<Moved>`
    update payouts set state = 'PENDING', revision = revision + 1, sent_at = null, file_id = null
    where file_id = ${fileId} and state = 'SENT'
    returning id, organization_id as "organizationId", revision`.execute(tx);
  const back = { from: 'SENT', to: 'PENDING', reason: 'Its file was withdrawn' } as const;
  await recordTransitions(
    tx,
    PAYOUT,
    rows.map((row) => ({ ...row, ...back })),
    { actor: SYSTEM, at },
  );
  return rows.length;
}

/**
 * Sets the deadline by which the bank has to answer about the payouts of a file, once the file is sent. Without
 * it a payout never becomes UNKNOWN: its file still goes out, so nobody may settle it manually. Idempotent.
 */
export async function startDeadline(tx: PlatformTx, fileId: string, at: Date): Promise<void> {
  const day = isoDay(at);
  const hours = await rateOn(tx, 'PAYOUT_ANSWER_HOURS', day);
  // The hours begin with the next business day: banks answer nothing in between.
  const begins = kampalaInstant((await readCalendar(tx)).roll(addDays(day, 1)), '00:00');
  await sql`
    update payouts set answer_due_at = ${new Date(begins.getTime() + hours * 3_600_000)}
    where state = 'SENT' and answer_due_at is null and file_id = ${fileId}`.execute(tx);
}

/** When the first payout should have been answered; null where all are. */
export async function firstUnanswered(tx: PlatformTx): Promise<Date | null> {
  const { at } = await tx
    .selectFrom('payouts')
    .select((eb) => eb.fn.min('answer_due_at').as('at'))
    .where('state', '=', 'SENT')
    .executeTakeFirstOrThrow();
  return at;
}

/** Payouts that should have been answered become UNKNOWN, so many at the most. Returns their references. */
export async function giveUpWaiting(tx: PlatformTx, at: Date, max: number): Promise<string[]> {
  const reason = 'The bank has not answered. It is not sent again before that is known.';
  const { rows } = await sql<Moved & { reference: string }>`
    update payouts set state = 'UNKNOWN', revision = revision + 1, reason = ${reason}
    where id in (select id from payouts where state = 'SENT' and answer_due_at <= ${at}
      order by answer_due_at limit ${max} for update skip locked)
    returning id, organization_id as "organizationId", revision, reference`.execute(tx);
  if (rows.length === 0) return [];
  const unknown = { from: 'SENT', to: 'UNKNOWN', reason } as const;
  await recordTransitions(
    tx,
    PAYOUT,
    rows.map(({ reference: _, ...row }) => ({ ...row, ...unknown })),
    { actor: SYSTEM, at },
  );
  return rows.map(({ reference }) => reference);
}
