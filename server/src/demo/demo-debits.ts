import { requestDebits, cancelDebit } from '#features/debits/debits-service.ts';
import { debitOf, selectDebits } from '#features/debits/debits-store.ts';
import { openDispute, payerOf } from '#features/disputes/disputes-service.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import type { AuditedPerson } from '#platform/history/audit.ts';
import { actorOf } from '#platform/state/transition.ts';

export interface Event {
  daysAgo: number;
  run: () => Promise<void>;
}

interface Order {
  /** The reference of the customer. */
  customer: string;
  daysAgo: number;
  amount: number;
  reference: string;
  /** A row of a file: what is above a limit is written down as REJECTED. Manually if left out. */
  origin?: 'FILE';
  /** Why it is cancelled at once; it stands if left out. */
  cancelledBecause?: string;
}

/** What Nile Traders collects manually for goods on order. */
const ORDERS: readonly Order[] = [
  { customer: 'NT-0003', daysAgo: 85, amount: 310_000, reference: 'ORDER-1041' },
  { customer: 'NT-0003', daysAgo: 62, amount: 145_000, reference: 'ORDER-1077' },
  { customer: 'NT-0003', daysAgo: 34, amount: 760_000, reference: 'ORDER-1102' },
  { customer: 'NT-0003', daysAgo: 11, amount: 95_000, reference: 'ORDER-1123' },
  {
    customer: 'NT-0020',
    daysAgo: 8,
    amount: 950_000,
    reference: 'ORDER-1126',
    origin: 'FILE',
  },
  { customer: 'NT-0020', daysAgo: 7, amount: 420_000, reference: 'ORDER-1130' },
  {
    customer: 'NT-0020',
    daysAgo: 5,
    amount: 240_000,
    reference: 'ORDER-1135',
    cancelledBecause: 'The goods are out of stock.',
  },
  { customer: 'NT-0020', daysAgo: 1, amount: 180_000, reference: 'ORDER-1141' },
];

/** A payer who disputes their newest debit, at the bank whose officer decides in the demo. */
const DISPUTE = {
  customer: 'NT-0002',
  daysAgo: 1,
  reason: 'I paid for this stock in cash.',
} as const;

const WHY = 'a debit of the demo';

/** Gives the active mandate of a customer, by the customer's reference. */
type FindMandate = (tx: PlatformTx, customer: string) => Promise<string | undefined>;

interface DebitContext {
  ctx: AppContext;
  caller: AuditedPerson;
  findMandate: FindMandate;
}

/** Collects manually what was ordered, unless it was collected before. */
async function collectOrder(
  { ctx, caller, findMandate }: DebitContext,
  order: Order,
): Promise<void> {
  const { organizationId } = caller;
  await ctx.db.asPlatform(WHY, async (tx) => {
    const mandateId = await findMandate(tx, order.customer);
    if (mandateId === undefined) return;
    const { amount, reference } = order;
    const input = { mandateId, amount, reference, currency: 'UGX' };
    const by = { actor: actorOf(caller), now: ctx.clock.now() };
    const requester = { ...by, organizationId, origin: order.origin ?? ('MANUAL' as const) };
    const [made] = await requestDebits(ctx, tx, [input], requester);
    const reason = order.cancelledBecause;
    if (made?.id && reason) await cancelDebit(tx, made.id, { ...by, reason });
  });
}

async function disputeDebit({ ctx, caller, findMandate }: DebitContext): Promise<void> {
  const { organizationId } = caller;
  await ctx.db.asPlatform(WHY, async (tx) => {
    const mandateId = await findMandate(tx, DISPUTE.customer);
    if (mandateId === undefined) return;
    const debit = await selectDebits(tx)
      .where('mandate_id', '=', mandateId)
      .where('debits.state', '=', 'SETTLED')
      .orderBy('collect_on', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!debit) return;
    const about = { organizationId, debit: debitOf(debit) };
    const { reason } = DISPUTE;
    const maker = payerOf(about.debit);
    await openDispute(ctx, tx, about, { by: 'PAYER', maker, reason, now: ctx.clock.now() });
  });
}

/** What happens to debits of the demo besides the schedules of its mandates, each on its day. */
export const debitEvents = (context: DebitContext): Event[] => [
  ...ORDERS.map((order) => ({
    daysAgo: order.daysAgo,
    run: () => collectOrder(context, order),
  })),
  { daysAgo: DISPUTE.daysAgo, run: () => disputeDebit(context) },
];
