import type { Customer } from '@tegeka/contract/customers/customers.ts';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { ASKING_STATES, type NotAsked } from '@tegeka/contract/mandates/bulk-consent-requests.ts';
import { MANDATE } from '@tegeka/contract/mandates/mandates.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { readCustomer } from '#features/customers/customers-store.ts';
import {
  requestConsent,
  countAskedAgain,
  isOver,
  mobileOf,
} from '#features/mandates/mandates-consent-request.ts';
import { readMandateRow } from '#features/mandates/mandates-store.ts';
import { findMerchantOf } from '#features/merchants/merchants-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { writeAudit } from '#platform/history/audit.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { type Later, type Run, task } from '#platform/tasks/task.ts';
import {
  endBulkRequest,
  type LockedBulkRequest,
  lockBulkRequest,
  readLeft,
  type BulkRequestOutcome,
  setNextAt,
  writeOutcome,
} from './bulk-consent-requests-store.ts';

export const BULK_REQUEST_TASK = 'bulk-consent-request';

/** The time between two portions of messages, in milliseconds. */
const PORTION_MS = 5000;

/** Mandates that one portion reads. Those that can not be asked do not count as messages. */
const LOOKED_AT = 100;

/** Messages a minute. */
export const rateOf = ({ config }: AppContext) => config.mandates.sendAllPerMinute;

/** Why a customer can not be asked about a mandate with a last day; null where they can. */
export function whyNot(customer: Customer, end: string | null, today: string): NotAsked | null {
  if (isOver(end, today)) return 'MANDATE_OVER';
  if (customer.status !== 'ACTIVE') return 'CUSTOMER_DISABLED';
  return mobileOf(customer) === null ? 'NO_MOBILE' : null;
}

/** Asks the payer of one mandate, or says why not. */
async function askOne(
  ctx: AppContext,
  tx: PlatformTx,
  bulkRequest: LockedBulkRequest,
  mandateId: string,
): Promise<BulkRequestOutcome> {
  const row = await readMandateRow(tx, mandateId, true);
  if (!ASKING_STATES.some((state) => state === row.state) || row.consent_way === 'FORM')
    return 'STATE_CHANGED';
  const now = ctx.clock.now();
  const today = isoDay(await businessTime(tx, now));
  const reason = whyNot(await readCustomer(tx, row.customer_id), row.ends_on, today);
  if (reason) return reason;
  if (!(await countAskedAgain(ctx, tx, row)).allowed) return 'TOO_OFTEN';
  const { organization_id: organizationId, actor_id: userId, actor_name: name } = bulkRequest;
  const actor = { kind: 'MERCHANT', id: userId, name } as const;
  await requestConsent(ctx, tx, row, { actor, now });
  // The history of the mandate shows it like a mandate that was sent alone.
  await writeAudit(tx, ctx.ids, {
    at: now,
    requestId: bulkRequest.id,
    caller: { organizationId, userId, firstName: name, lastName: '', domain: 'MERCHANT' },
    action: 'sendMandate',
    note: { entity: MANDATE.entity, entityId: row.id },
  });
  return 'SENT';
}

/** Sends the next portion once it is due. Returns when the following one is due; null at the end. */
async function sendPortion(
  ctx: AppContext,
  tx: PlatformTx,
  run: Run<'send'>,
): Promise<Later<'send'> | null> {
  const bulkRequest = await lockBulkRequest(tx, run.organizationId, run.subjectId);
  if (bulkRequest?.state !== 'RUNNING') return null;
  const now = ctx.clock.now();
  if (bulkRequest.next_at > now) return { step: 'send', at: bulkRequest.next_at };
  const end = { id: bulkRequest.id, actor: SYSTEM, at: await businessTime(tx, now) };
  const merchant = await findMerchantOf(tx, run.organizationId);
  if (merchant?.state !== 'ACTIVE') {
    await endBulkRequest(tx, { ...end, to: 'CANCELLED', reason: 'The business is not active' });
    return null;
  }
  const pause = await ctx.notifications.budgetPause(tx, run.organizationId, 'sms');
  if (pause > 0) {
    const at = new Date(now.getTime() + pause * 1000);
    await setNextAt(tx, bulkRequest, at);
    return { step: 'send', at };
  }
  const max = Math.max(1, Math.floor((rateOf(ctx) * PORTION_MS) / 60_000));
  const left = await readLeft(tx, bulkRequest, LOOKED_AT);
  if (left.length === 0) {
    await endBulkRequest(tx, { ...end, to: 'DONE', reason: null });
    return null;
  }
  let sent = 0;
  for (const { mandate_id: mandateId } of left) {
    const outcome = await askOne(ctx, tx, bulkRequest, mandateId);
    await writeOutcome(tx, bulkRequest, mandateId, outcome);
    if (outcome === 'SENT') sent += 1;
    if (sent === max) break;
  }
  const next = new Date(now.getTime() + (sent * 60_000) / rateOf(ctx));
  await setNextAt(tx, bulkRequest, next);
  return { step: 'send', at: next };
}

/** The work on bulkRequests: a portion at a time, each in one transaction with its messages. */
export const bulkRequestTask = (ctx: AppContext) =>
  task({
    kind: BULK_REQUEST_TASK,
    concurrency: 2,
    steps: { send: (run) => run.end((tx) => sendPortion(ctx, tx, run)) },
    givenUp: async (tx, run) => {
      const at = await businessTime(tx, ctx.clock.now());
      const bulkRequest = await lockBulkRequest(tx, run.organizationId, run.subjectId);
      if (bulkRequest?.state === 'RUNNING')
        await endBulkRequest(tx, {
          id: bulkRequest.id,
          to: 'FAILED',
          actor: SYSTEM,
          reason: null,
          at,
        });
      return null;
    },
  });
