import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import { readOfferedBanks } from '#features/banks/banks-store.ts';
import { requestConfirmation } from '#features/mandates/mandates-bank-request.ts';
import { mandates } from '#features/mandates/mandates-store.ts';
import { readProductsByCode } from '#features/products/products-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { callerOf } from './demo-callers.ts';
import { readDemoCustomers } from './demo-customers.ts';
import { debitEvents, type Event } from './demo-debits.ts';
import { DEMO_PEOPLE } from './demo-guide.ts';
import { BANK, type Demo, type DemoMandate, STEPS } from './demo-mandate-steps.ts';
import { advanceClockTo, type DemoApp, endHistory } from './demo-history.ts';
import { demoProgress, readHistory } from './demo-pages.ts';

/** The mandates of Nile Traders, one in each state at least, in the order in which they are made. */
const MANDATES: readonly DemoMandate[] = [
  { customer: 'NT-0001', product: 'DELIVERY', daysAgo: 94, end: 'CONFIRMED' },
  { customer: 'NT-0002', product: 'STOCK', daysAgo: 93, end: 'CONFIRMED' },
  { customer: 'NT-0003', product: 'ORDER', daysAgo: 92, end: 'CONFIRMED' },
  { customer: 'NT-0031', product: 'STOCK', daysAgo: 90, end: 'CONFIRMED' },
  { customer: 'NT-0032', product: 'DELIVERY', daysAgo: 88, end: 'CONFIRMED' },
  { customer: 'NT-0016', product: 'DELIVERY', daysAgo: 86, end: 'MADE' },
  { customer: 'NT-0019', product: 'STOCK', daysAgo: 84, end: 'CONFIRMED' },
  { customer: 'NT-0022', product: 'DELIVERY', daysAgo: 80, end: 'CONFIRMED' },
  { customer: 'NT-0033', product: 'STOCK', daysAgo: 40, end: 'CONFIRMED' },
  { customer: 'NT-0034', product: 'DELIVERY', daysAgo: 38, end: 'CONFIRMED' },
  { customer: 'NT-0035', product: 'STOCK', daysAgo: 33, end: 'CONFIRMED' },
  { customer: 'NT-0036', product: 'STOCK', daysAgo: 30, end: 'CONFIRMED' },
  { customer: 'NT-0037', product: 'STOCK', daysAgo: 28, end: 'CONFIRMED' },
  { customer: 'NT-0038', product: 'STOCK', daysAgo: 27, end: 'CONFIRMED' },
  { customer: 'NT-0039', product: 'STOCK', daysAgo: 26, end: 'CONFIRMED' },
  { customer: 'NT-0004', product: 'DELIVERY', daysAgo: 23, end: 'PAUSED' },
  { customer: 'NT-0006', product: 'STOCK', daysAgo: 21, end: 'SUSPENDED' },
  // Nobody answers: it ends by itself after twelve days.
  { customer: 'NT-0015', product: 'DELIVERY', daysAgo: 20, end: 'ASKED' },
  { customer: 'NT-0017', product: 'DELIVERY', daysAgo: 18, end: 'CANCELLED' },
  { customer: 'NT-0018', product: 'DELIVERY', daysAgo: 16, end: 'REPLACED' },
  { customer: 'NT-0014', product: 'STOCK', daysAgo: 14, end: 'REFUSED' },
  { customer: 'NT-0013', product: 'ORDER', daysAgo: 12, end: 'DECLINED' },
  { customer: 'NT-0009', product: 'STOCK', daysAgo: 10, end: 'CONFIRMED', way: 'SMS' },
  { customer: 'NT-0020', product: 'ORDER', daysAgo: 9, end: 'CONFIRMED' },
  { customer: 'NT-0007', product: 'DELIVERY', daysAgo: 6, end: 'CONFIRMED', startsAfter: 26 },
  { customer: 'NT-0008', product: 'DELIVERY', daysAgo: 3, end: 'CONSENTED' },
  { customer: 'NT-0023', product: 'STOCK', daysAgo: 2, end: 'CONSENTED' },
  { customer: 'NT-0025', product: 'DELIVERY', daysAgo: 2, end: 'CONSENTED', messages: true },
  { customer: 'NT-0026', product: 'DELIVERY', daysAgo: 2, end: 'CONSENTED', messages: true },
  { customer: 'NT-0027', product: 'STOCK', daysAgo: 2, end: 'CONSENTED', messages: true },
  { customer: 'NT-0028', product: 'STOCK', daysAgo: 2, end: 'CONSENTED', messages: true },
  { customer: 'NT-0029', product: 'ORDER', daysAgo: 2, end: 'CONSENTED', messages: true },
  { customer: 'NT-0030', product: 'DELIVERY', daysAgo: 2, end: 'CONSENTED', messages: true },
  { customer: 'NT-0010', product: 'DELIVERY', daysAgo: 1, end: 'ASKED' },
  { customer: 'NT-0024', product: 'ORDER', daysAgo: 1, end: 'ASKED', way: 'SMS' },
  { customer: 'NT-0011', product: 'STOCK', daysAgo: 1, end: 'MADE' },
];

const WHY = 'a mandate of the demo';

/** Brings one mandate to its end, at the time of the business clock. */
async function makeMandate(ctx: AppContext, demo: Demo, mandate: DemoMandate): Promise<void> {
  const { organizationId } = demo.owner;
  const mandateIds: string[] = [];
  for (const step of STEPS[mandate.end]) {
    if (step === BANK) {
      for (const mandateId of mandateIds)
        await requestConfirmation(ctx, {
          kind: 'mandate.consented',
          organizationId,
          payload: { mandateId },
        });
    } else {
      const context = { ctx, now: ctx.clock.now(), demo, mandate, mandateIds };
      await ctx.db.asPlatform(WHY, (tx) => step(context, tx));
    }
  }
}

async function readDemo(ctx: AppContext): Promise<Demo> {
  const { owner, officer, banks } = await ctx.db.asPlatform(WHY, async (tx) => ({
    owner: await callerOf(tx, DEMO_PEOPLE.approved),
    officer: await callerOf(tx, DEMO_PEOPLE.officer),
    banks: await readOfferedBanks(tx, ctx.clock.now()),
  }));
  const bank = banks.find(({ name }) => name.includes('Stanbic'));
  const other = banks.find(({ name }) => name.includes('Centenary'));
  if (!bank || !other) throw new Error('The list of banks has no Stanbic or no Centenary');
  const { products, customers } = await ctx.db.asTenant(owner.organizationId, async (tx) => ({
    products: await readProductsByCode(tx),
    customers: await readDemoCustomers(tx, owner.organizationId),
  }));
  return { owner, officer, bankId: bank.id, messageBankId: other.id, products, customers };
}

/** The mandates to come: those of customers who have none yet. */
async function readMissing(ctx: AppContext, { owner, customers }: Demo): Promise<DemoMandate[]> {
  const customerIds = [...customers.values()].map(({ id }) => id);
  const rows = await ctx.db.asTenant(owner.organizationId, (tx) =>
    mandates(tx).where('customer_id', 'in', customerIds).execute(),
  );
  const served = new Set(rows.map((row) => row.customer_id));
  return MANDATES.filter(({ customer }) => {
    const id = customers.get(customer)?.id;
    return id !== undefined && !served.has(id);
  });
}

/** The active mandate of a customer, by the customer's reference. */
async function findMandate(
  tx: PlatformTx,
  { owner, customers }: Demo,
  customer: string,
): Promise<string | undefined> {
  const row = await mandates(tx)
    .where('mandates.organization_id', '=', owner.organizationId)
    .where('customer_id', '=', customers.get(customer)?.id ?? null)
    .where('mandates.state', '=', 'ACTIVE')
    .executeTakeFirst();
  return row?.id;
}

/**
 * Makes the history of the demo: its mandates and what was collected by them, by the business clock,
 * which begins three months ago and ends now. A server that is started again goes on where the last one
 * has stopped; the start page shows where that is.
 */
export async function seedMandates(app: DemoApp): Promise<void> {
  demoProgress.playing = true;
  try {
    await makeHistory(app);
  } catch (error) {
    if (!app.stopping.aborted) throw error;
  } finally {
    demoProgress.playing = false;
  }
}

async function makeHistory(app: DemoApp): Promise<void> {
  const { ctx } = app;
  const demo = await readDemo(ctx);
  const missing = await readMissing(ctx, demo);
  const { now, behindMs } = await readHistory(ctx);
  if (missing.length === 0 && behindMs < DAY_MS) return;
  const end = ctx.clock.now().getTime();
  const made = missing.map((mandate): Event => ({
    daysAgo: mandate.daysAgo,
    run: () => makeMandate(ctx, demo, mandate),
  }));
  const since = behindMs / DAY_MS;
  const find = (tx: PlatformTx, customer: string) => findMandate(tx, demo, customer);
  const debits = debitEvents({ ctx, caller: demo.owner, findMandate: find });
  const events = [...made, ...debits.filter(({ daysAgo }) => daysAgo <= since)];
  for (const event of events.toSorted((one, other) => other.daysAgo - one.daysAgo)) {
    app.stopping.throwIfAborted();
    const at = new Date(end - event.daysAgo * DAY_MS);
    if (behindMs > 0 && at > now) await advanceClockTo(app, at);
    await event.run();
  }
  if (behindMs > 0) await endHistory(app);
}
