import {
  cancelBulkConsentRequest,
  type ExpectedBulkRequest,
  expectBulkRequest,
  listBulkConsentRequests,
  BULK_CONSENT_REQUEST,
  type NotAsked,
  BULK_REQUEST_MAX,
  type BulkRequestFilter,
  startBulkConsentRequest,
} from '@tegeka/contract/mandates/bulk-consent-requests.ts';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { getOpenWork, UPLOAD_KINDS } from '@tegeka/contract/imports/open-work.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { readCustomers } from '#features/customers/customers-store.ts';
import { readLiveKinds } from '#features/imports/imports-store.ts';
import { type AskableMandate, readAskable } from '#features/mandates/mandates-list.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Route, serve } from '#platform/http/serve.ts';
import { readPage } from '#platform/lists/list-page.ts';
import { actorOf, recordFirstState } from '#platform/state/transition.ts';
import {
  endBulkRequest,
  insertBulkRequest,
  lockBulkRequest,
  readNewestId,
  readBulkRequest,
  bulkRequestList,
} from './bulk-consent-requests-store.ts';
import { rateOf, BULK_REQUEST_TASK, whyNot } from './bulk-consent-requests-task.ts';

/** The mandates that match a filter. Refuses BULK_REQUEST_TOO_LARGE. */
async function readMeant(tx: Tx, filter: BulkRequestFilter): Promise<AskableMandate[]> {
  const meant = await readAskable(tx, filter, BULK_REQUEST_MAX + 1);
  if (meant.length > BULK_REQUEST_MAX) throw refuse('BULK_REQUEST_TOO_LARGE');
  return meant;
}

/** The numbers of messages that a bulkRequest would send, and of mandates that it could not ask for. */
async function expected(
  ctx: AppContext,
  tx: Tx,
  meant: AskableMandate[],
  now: Date,
): Promise<ExpectedBulkRequest> {
  const today = isoDay(await businessTime(tx, now));
  const customers = await readCustomers(
    tx,
    meant.map((one) => one.customerId),
  );
  const reasons = new Map<NotAsked, number>();
  let sms = 0;
  let emails = 0;
  for (const { customerId, way, end } of meant) {
    const customer = customers.get(customerId);
    if (!customer) continue;
    const reason = whyNot(customer, end, today);
    if (reason) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    else {
      sms += 1;
      if (way === 'PAGE' && customer.email !== null) emails += 1;
    }
  }
  return {
    mandates: meant.length,
    sms,
    emails,
    notAsked: [...reasons].map(([reason, count]) => ({ reason, count })),
    perMinute: rateOf(ctx),
  };
}

export function bulkRequestRoutes(ctx: AppContext): Route[] {
  return [
    serve(expectBulkRequest, async ({ tx, query, now }) =>
      expected(ctx, tx, await readMeant(tx, query), now),
    ),

    serve(startBulkConsentRequest, async ({ tx, caller, body, now, audit }) => {
      const meant = await readMeant(tx, body.filter);
      if (meant.length === 0 || meant.length !== body.mandates)
        throw refuse('BULK_REQUEST_CHANGED');
      const { organizationId, userId } = caller;
      const id = ctx.ids.uuid(now);
      const at = await businessTime(tx, now);
      const actor = actorOf(caller);
      await insertBulkRequest(tx, {
        id,
        organizationId,
        meant,
        actor: { id: userId, name: actor.name },
        at,
        nextAt: now,
      });
      await recordFirstState(tx, BULK_CONSENT_REQUEST, {
        organizationId,
        id,
        to: 'RUNNING',
        actor,
        at,
      });
      await ctx.tasks.start(tx, { organizationId, kind: BULK_REQUEST_TASK, subjectId: id }, 'send');
      audit({ entity: BULK_CONSENT_REQUEST.entity, entityId: id });
      return readBulkRequest(tx, id, rateOf(ctx));
    }),

    serve(getOpenWork, async ({ tx, caller }) => {
      const live = await readLiveKinds(tx, caller.organizationId);
      const uploads = UPLOAD_KINDS.filter((kind) => live.has(kind));
      return { uploads, bulkRequestId: await readNewestId(tx) };
    }),

    serve(listBulkConsentRequests, ({ tx, query }) =>
      readPage(tx, bulkRequestList(rateOf(ctx)), query),
    ),

    serve(
      cancelBulkConsentRequest,
      async ({ tx, params: { bulkRequestId: id }, caller, now, audit }) => {
        const bulkRequest = await lockBulkRequest(tx, caller.organizationId, id);
        if (!bulkRequest) throw refuse('NOT_FOUND');
        if (bulkRequest.state !== 'RUNNING') throw refuse('BULK_REQUEST_ENDED');
        const at = await businessTime(tx, now);
        await endBulkRequest(tx, { id, to: 'CANCELLED', actor: actorOf(caller), reason: null, at });
        audit({ entity: BULK_CONSENT_REQUEST.entity, entityId: id });
        return readBulkRequest(tx, id, rateOf(ctx));
      },
    ),
  ];
}
