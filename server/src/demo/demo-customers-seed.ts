import { CUSTOMER } from '@tegeka/contract/customers/customers.ts';
import { addCustomer, setCustomerState } from '#features/customers/customers-service.ts';
import { actorOf } from '#platform/state/transition.ts';
import { writeAudit } from '#platform/history/audit.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { DEMO_BUSINESSES } from './demo-businesses.ts';
import { DEMO_CUSTOMERS, type DemoCustomer } from './demo-customers.ts';
import { DEMO_PEOPLE } from './demo-guide.ts';

const DAY = 24 * 60 * 60 * 1000;

/** The owner of the approved business, as the caller of the requests. */
async function ownerOf(tx: PlatformTx): Promise<{ caller: Caller; merchantId: string }> {
  const { email, firstName, lastName, domain, phone } = DEMO_PEOPLE.approved;
  const { id, organization_id, representative_id } = await tx
    .selectFrom('merchants')
    .select(['id', 'organization_id', 'representative_id'])
    .where('representative_email', '=', email)
    .executeTakeFirstOrThrow();
  const caller: Caller = {
    email,
    firstName,
    lastName,
    domain,
    domains: [domain],
    phoneNumber: `+256${phone}`,
    userId: representative_id,
    organizationId: organization_id,
    roles: [],
    sessionId: null,
    businessName: DEMO_BUSINESSES.approved.name,
    permissions: new Set(),
  };
  return { caller, merchantId: id };
}

/**
 * Adds a customer at a given time, disables them if the demo says so, and writes the audit
 * entries.
 */
async function seedCustomer(
  ctx: AppContext,
  tx: PlatformTx,
  { caller }: Awaited<ReturnType<typeof ownerOf>>,
  { input, disabledBecause: reason }: DemoCustomer,
  at: Date,
): Promise<void> {
  const then = { ids: ctx.ids, clock: { now: () => at } };
  const { id } = await addCustomer(then, tx, { organizationId: caller.organizationId, input });
  const note = { entity: CUSTOMER.entity, entityId: id };
  const entry = { at, requestId: 'demo', caller };
  await writeAudit(tx, ctx.ids, { ...entry, action: 'createCustomer', note });
  if (reason === null) return;
  const later = new Date(at.getTime() + DAY);
  const command = {
    customerId: id,
    to: 'DISABLED',
    actor: actorOf(caller),
    reason,
  } as const;
  await setCustomerState({ clock: { now: () => later } }, tx, command);
  const changes = { status: { before: 'ACTIVE', after: 'DISABLED' } };
  await writeAudit(tx, ctx.ids, {
    ...entry,
    at: later,
    action: 'disableCustomer',
    note: { ...note, changes, reason },
  });
}

/** Adds the customers of the demo's approved business, with the audit entries of their creation. */
export async function seedCustomers(ctx: AppContext, tx: PlatformTx): Promise<void> {
  const owner = await ownerOf(tx);
  const now = ctx.clock.now().getTime();
  for (const [n, customer] of DEMO_CUSTOMERS.entries()) {
    // One customer a day, the last one yesterday, each some minutes later in the morning.
    const at = new Date(now - (DEMO_CUSTOMERS.length - n) * (DAY - 7 * 60_000) - 2 * 3_600_000);
    await seedCustomer(ctx, tx, owner, customer, at);
  }
}
