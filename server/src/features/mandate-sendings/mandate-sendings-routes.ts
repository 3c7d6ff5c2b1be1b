import {
  cancelSending,
  type ExpectedSending,
  expectSending,
  listSendings,
  MANDATE_SENDING,
  type NotAsked,
  SENDING_MAX,
  type SendingFilter,
  startSending,
} from '@tegeka/contract/mandates/mandate-sendings.ts';
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
  endSending,
  insertSending,
  lockSending,
  readNewestId,
  readSending,
  sendingList,
} from './mandate-sendings-store.ts';
import { rateOf, SENDING_TASK, whyNot } from './mandate-sendings-task.ts';

/** The mandates that match a filter. Refuses SENDING_TOO_LARGE. */
async function readMeant(tx: Tx, filter: SendingFilter): Promise<AskableMandate[]> {
  const meant = await readAskable(tx, filter, SENDING_MAX + 1);
  if (meant.length > SENDING_MAX) throw refuse('SENDING_TOO_LARGE');
  return meant;
}

/** The numbers of messages that a sending would send, and of mandates that it could not ask for. */
async function expected(
  ctx: AppContext,
  tx: Tx,
  meant: AskableMandate[],
  now: Date,
): Promise<ExpectedSending> {
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

export function sendingRoutes(ctx: AppContext): Route[] {
  return [
    serve(expectSending, async ({ tx, query, now }) =>
      expected(ctx, tx, await readMeant(tx, query), now),
    ),

    serve(startSending, async ({ tx, caller, body, now, audit }) => {
      const meant = await readMeant(tx, body.filter);
      if (meant.length === 0 || meant.length !== body.mandates) throw refuse('SENDING_CHANGED');
      const { organizationId, userId } = caller;
      const id = ctx.ids.uuid(now);
      const at = await businessTime(tx, now);
      const actor = actorOf(caller);
      await insertSending(tx, {
        id,
        organizationId,
        meant,
        actor: { id: userId, name: actor.name },
        at,
        nextAt: now,
      });
      await recordFirstState(tx, MANDATE_SENDING, { organizationId, id, to: 'RUNNING', actor, at });
      await ctx.tasks.start(tx, { organizationId, kind: SENDING_TASK, subjectId: id }, 'send');
      audit({ entity: MANDATE_SENDING.entity, entityId: id });
      return readSending(tx, id, rateOf(ctx));
    }),

    serve(getOpenWork, async ({ tx, caller }) => {
      const live = await readLiveKinds(tx, caller.organizationId);
      const uploads = UPLOAD_KINDS.filter((kind) => live.has(kind));
      return { uploads, sendingId: await readNewestId(tx) };
    }),

    serve(listSendings, ({ tx, query }) => readPage(tx, sendingList(rateOf(ctx)), query)),

    serve(cancelSending, async ({ tx, params: { sendingId: id }, caller, now, audit }) => {
      const sending = await lockSending(tx, caller.organizationId, id);
      if (!sending) throw refuse('NOT_FOUND');
      if (sending.state !== 'RUNNING') throw refuse('SENDING_ENDED');
      const at = await businessTime(tx, now);
      await endSending(tx, { id, to: 'CANCELLED', actor: actorOf(caller), reason: null, at });
      audit({ entity: MANDATE_SENDING.entity, entityId: id });
      return readSending(tx, id, rateOf(ctx));
    }),
  ];
}
