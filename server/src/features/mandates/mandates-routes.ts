import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  createMandate as createEndpoint,
  listMandateBanks,
  replaceMandate as replaceEndpoint,
} from '@tegeka/contract/mandates/mandate-commands.ts';
import {
  cancelMandate as cancelEndpoint,
  listMandateEvents,
  pauseMandate as pauseEndpoint,
  receiveSms,
  resumeMandate,
  sendMandate,
} from '@tegeka/contract/mandates/mandate-actions.ts';
import { exportMandates, listMandates, MANDATE } from '@tegeka/contract/mandates/mandates.ts';
import { getMandate } from '@tegeka/contract/mandates/mandate-detail.ts';
import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import { readConfirmingBanks } from '#features/banks/banks-store.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import { readHistory } from '#platform/history/history-read.ts';
import { refuse, refuseField } from '#platform/http/refusal.ts';
import { type Call, type Route, serve, servePublic } from '#platform/http/serve.ts';
import { readPage } from '#platform/lists/list-page.ts';
import { actorOf } from '#platform/state/transition.ts';
import { requestConsent, countAskedAgain, expectAllowed } from './mandates-consent-request.ts';
import { cancelMandate } from './mandates-confirmation.ts';
import { documentRoutes } from './documents/mandates-document-routes.ts';
import { answerSms } from './mandates-sms.ts';
import { viewRoutes } from './mandates-views.ts';
import { createMandate, pauseMandate, replaceMandate } from './mandates-service.ts';
import { MANDATE_EXPORT, MANDATE_LIST, readDetail } from './mandates-list.ts';
import { mandateOf, readMandateRow } from './mandates-store.ts';

const HISTORY = {
  machine: MANDATE,
  actions: { createMandate: 'CREATED', replaceMandate: 'CREATED', sendMandate: 'SENT' },
} as const;

type Pause = typeof pauseEndpoint | typeof resumeMandate;

function pauseRoute(endpoint: Pause, to: 'PAUSED' | 'ACTIVE'): Route {
  return serve(endpoint, async ({ tx, params, caller, body, now }: Call<Pause>) =>
    pauseMandate(tx, params.mandateId, {
      to,
      actor: actorOf(caller),
      reason: body.reason ?? null,
      now,
    }),
  );
}

/** Maximum age of an SMS from the gateway, which keeps SMS while this server is down. */
const SMS_AGE_MS = DAY_MS;
/** Each SMS is processed once, by the gateway's id, for as long as its time is accepted. */
const SMS_ONCE = { points: 1, seconds: (2 * SMS_AGE_MS) / 1000 };

/** The signature of an inbound SMS: of its parts, each followed by a line feed. */
export function smsSignature(key: string, parts: readonly string[]): string {
  return createHmac('sha256', key)
    .update(parts.map((part) => `${part}\n`).join(''))
    .digest('hex');
}

function expectSigned(key: string | null, parts: readonly string[], given: string): void {
  if (key === null) throw refuse('SIGNATURE_WRONG');
  const [right, other] = [Buffer.from(smsSignature(key, parts)), Buffer.from(given.toLowerCase())];
  if (right.length !== other.length || !timingSafeEqual(right, other))
    throw refuse('SIGNATURE_WRONG');
}

/** The endpoints of mandates for their merchant. */
export function mandateRoutes(ctx: AppContext): Route[] {
  return [
    ...viewRoutes(ctx),
    ...documentRoutes(ctx),

    serve(listMandateBanks, async ({ tx, now }) => {
      const banks = await readConfirmingBanks(tx, await businessTime(tx, now));
      return banks.map(({ id, name, confirms_by: by }) => ({
        id,
        name,
        takesForms: by === 'OFFICERS',
      }));
    }),

    serve(listMandates, ({ tx, query }) => readPage(tx, MANDATE_LIST, query)),

    serve(exportMandates, async (call) =>
      ctx.exports.csv(call, { source: MANDATE_LIST, columns: MANDATE_EXPORT, name: 'mandates' }),
    ),

    serve(getMandate, async ({ tx, params }) =>
      readDetail(tx, await readMandateRow(tx, params.mandateId)),
    ),

    serve(createEndpoint, async ({ tx, caller, body, now, audit }) => {
      const { organizationId } = caller;
      const maker = { organizationId, actor: actorOf(caller), now };
      const mandate = await createMandate(ctx, tx, maker, body);
      audit({ entity: MANDATE.entity, entityId: mandate.id });
      return mandate;
    }),

    serve(replaceEndpoint, async ({ tx, params, caller, body: input, now, audit }) => {
      const { organizationId } = caller;
      const maker = { organizationId, actor: actorOf(caller), now };
      const mandate = await replaceMandate(ctx, tx, maker, { id: params.mandateId, input });
      audit({ entity: MANDATE.entity, entityId: mandate.id });
      return mandate;
    }),

    serve(sendMandate, async ({ tx, params: { mandateId }, caller, now, audit }) => {
      const row = await readMandateRow(tx, mandateId, true);
      expectAllowed(await countAskedAgain(ctx, tx, row));
      await requestConsent(ctx, tx, row, { actor: actorOf(caller), now });
      audit({ entity: MANDATE.entity, entityId: mandateId });
      return mandateOf(await readMandateRow(tx, mandateId));
    }),

    servePublic(receiveSms, async ({ tx, body, now }) => {
      const { id, from, text, at, signature } = body;
      expectSigned(ctx.config.secrets.smsInboundKey, [id, from, text, at], signature);
      if (Math.abs(now.getTime() - Date.parse(at)) > SMS_AGE_MS)
        throw refuseField('at', 'This is more than a day from now');
      const { allowed } = await ctx.limits.consumeIn(tx, 'sms inbound', id, SMS_ONCE);
      // The address of the call is the gateway's, not the payer's.
      const clientInfo = { address: null, userAgent: null, now };
      if (!allowed) return { result: 'REPEATED' as const };
      return { result: await answerSms(ctx, tx, { from, text, clientInfo }) };
    }),

    pauseRoute(pauseEndpoint, 'PAUSED'),
    pauseRoute(resumeMandate, 'ACTIVE'),

    serve(cancelEndpoint, async ({ tx, params: { mandateId: id }, caller, body, now }) => {
      const command = { actor: actorOf(caller), reason: body.reason, now };
      await cancelMandate(ctx, tx, { id, organization_id: caller.organizationId }, command);
      return mandateOf(await readMandateRow(tx, id));
    }),

    serve(listMandateEvents, async (call) =>
      readHistory(call, HISTORY, await readMandateRow(call.tx, call.params.mandateId)),
    ),
  ];
}
