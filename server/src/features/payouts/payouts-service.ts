import { addDays, DAY_MS, isoDay, showMoment } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { makeReference } from '@tegeka/contract/kit/reference.ts';
import { PAYOUT, type Payout } from '@tegeka/contract/payouts/payouts.ts';
import { readCalendar } from '#features/calendar/calendar-days.ts';
import { allowTime, balancesOf, postEntries, settledAfter } from '#features/ledger/ledger-store.ts';
import { type PaidMerchant, readPaidMerchants } from '#features/merchants/merchants-store.ts';
import { rateOn } from '#features/pricing/pricing-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { refuse, refuseField } from '#platform/http/refusal.ts';
import { type Actor, recordTransitions } from '#platform/state/transition.ts';
import { requestRelease } from './payouts-approval.ts';
import { lockSettings, openSettings, readSettings } from './payouts-settings-store.ts';
import { listItems } from './payouts-items-store.ts';
import {
  insertPayouts,
  type NewPayout,
  payoutOf,
  readMadeOn,
  readPayout,
} from './payouts-store.ts';

/** What a merchant is owed, and what of it can be paid out. Whole shillings. */
export interface Funds {
  merchant: PaidMerchant;
  /** Negative where the merchant owes. */
  balance: number;
  /** Settled so recently that it can still come back. */
  held: number;
  available: number;
  inTransit: number;
  /** Nothing is paid out before, since the account has changed; null where payouts are not held. */
  heldUntil: Date | null;
}

/** The funds of merchants at a moment of the business clock. */
export async function readFunds(
  tx: Tx,
  organizationIds: readonly string[],
  at: Date,
): Promise<{ holdDays: number; of: ReadonlyMap<string, Funds> }> {
  const today = isoDay(at);
  const holdDays = await rateOn(tx, 'RETURN_HOLD_DAYS', today);
  const merchants = await readPaidMerchants(tx, organizationIds);
  const payable = await balancesOf(tx, 'PAYABLE', organizationIds);
  const inTransit = await balancesOf(tx, 'IN_TRANSIT', organizationIds);
  const day = addDays(today, -holdDays);
  const young = await settledAfter(tx, organizationIds, day);
  const of = [...merchants].map(([id, merchant]): [string, Funds] => {
    const balance = payable.get(id) ?? 0;
    const held = young.get(id) ?? 0;
    const heldUntil = merchant.changedAt && new Date(merchant.changedAt.getTime() + DAY_MS);
    return [
      id,
      {
        merchant,
        balance,
        held,
        available: Math.max(balance - held, 0),
        inTransit: inTransit.get(id) ?? 0,
        heldUntil: heldUntil && heldUntil > at ? heldUntil : null,
      },
    ];
  });
  return { holdDays, of: new Map(of) };
}

/** A payout that is to be made; the amount is known to be there. */
export interface PayoutOrder {
  merchant: PaidMerchant;
  amount: number;
  origin: Payout['origin'];
}

/**
 * Makes one payout for each merchant, and reserves the money. The settings of the merchants are locked. A
 * payout that takes the sum of its merchant on this day above the limit waits for an operator.
 */
export async function makePayouts(
  ctx: AppContext,
  tx: Tx,
  orders: readonly PayoutOrder[],
  { actor, at }: { actor: Actor; at: Date },
): Promise<string[]> {
  if (orders.length === 0) return [];
  const today = isoDay(at);
  const limit = await rateOn(tx, 'PAYOUT_RELEASE_LIMIT', today);
  const owners = orders.map(({ merchant }) => merchant.organizationId);
  const before = await readMadeOn(tx, owners, today);
  const made = orders.map(({ merchant, amount, origin }) => ({
    merchant,
    id: ctx.ids.uuid(ctx.clock.now()),
    organizationId: merchant.organizationId,
    reference: makeReference('TGP', [...Buffer.from(ctx.ids.secret(), 'base64url')]),
    amount,
    origin,
    isWaiting: (before.get(merchant.organizationId) ?? 0) + amount > limit,
    bankId: merchant.bankId,
    accountLastFour: merchant.accountNumber.lastFour,
  }));
  const heldAfter = addDays(today, -(await rateOn(tx, 'RETURN_HOLD_DAYS', today)));
  await allowTime(tx);
  const listed: NewPayout[] = [];
  for (const one of made) listed.push({ ...one, items: await listItems(tx, one, heldAfter) });
  await insertPayouts(tx, listed, at);
  const first = { from: null, to: 'PENDING', revision: 1, reason: null } as const;
  await recordTransitions(
    tx,
    PAYOUT,
    made.map(({ id, organizationId }) => ({ ...first, id, organizationId })),
    { actor, at },
  );
  await postEntries(
    tx,
    { sourceKind: 'payout', purpose: 'CREATED', at },
    made.map(({ id, organizationId, amount }) => ({
      organizationId,
      sourceId: id,
      lines: [
        { account: 'PAYABLE', amount },
        { account: 'IN_TRANSIT', amount: -amount },
      ],
    })),
  );
  for (const { id, merchant, isWaiting } of made)
    if (isWaiting) await requestRelease(ctx, tx, await readPayout(tx, id), merchant);
  return made.map(({ id }) => id);
}

/** Pays a merchant out manually. Refuses INPUT_INVALID at the amount. */
export async function payOutNow(
  ctx: AppContext,
  tx: Tx,
  organizationId: string,
  { amount, actor, at }: { amount: number | null; actor: Actor; at: Date },
): Promise<Payout> {
  await openSettings(tx, await readCalendar(tx), organizationId, at);
  await lockSettings(tx, organizationId);
  const { minimum } = await readSettings(tx, organizationId);
  const funds = (await readFunds(tx, [organizationId], at)).of.get(organizationId);
  if (!funds) throw refuse('NOT_FOUND');
  const { heldUntil, available, merchant } = funds;
  if (heldUntil)
    throw refuseField(
      'amount',
      `Your account has changed. Payouts begin again on ${showMoment(heldUntil.toISOString())}.`,
    );
  if (available === 0) throw refuseField('amount', 'Nothing is available to be paid out yet.');
  const wanted = amount ?? available;
  if (wanted > available) throw refuseField('amount', `${showMoney(available)} is available.`);
  if (wanted < minimum)
    throw refuseField('amount', `The least amount of a payout is ${showMoney(minimum)}.`);
  const order = { merchant, amount: wanted, origin: 'MANUAL' } as const;
  const [id = ''] = await makePayouts(ctx, tx, [order], { actor, at });
  return payoutOf(await readPayout(tx, id));
}
