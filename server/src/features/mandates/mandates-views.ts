import {
  exportAllMandates,
  getMandateView,
  listAllMandates,
  listMandateViewEvents,
  type MandateView,
  viewMandateShape,
  reinstateMandate,
  suspendMandate,
} from '@tegeka/contract/mandates/mandate-views.ts';
import { MANDATE } from '@tegeka/contract/mandates/mandates.ts';
import { sql, type SqlBool } from 'kysely';
import { bankOfViewer } from '#features/banks/banks-store.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { organizationOfMerchant } from '#features/merchants/merchants-references.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { readHistory } from '#platform/history/history-read.ts';
import type { Caller } from '#platform/http/caller.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Call, type Route, serveAsPlatform } from '#platform/http/serve.ts';
import type { ExportColumn } from '#platform/lists/list-export.ts';
import { readPage } from '#platform/lists/list-page.ts';
import { hasReference, listSource } from '#platform/lists/list-source.ts';
import { type Actor, actorOf } from '#platform/state/transition.ts';
import { readNewestTransition } from '#platform/state/transition-history.ts';
import { nextEnd, reactivation, nextStart } from './mandates-confirmation.ts';
import { readProgress, TERMS_EXPORTED } from './mandates-list.ts';
import { mandateOf, type MandateRow, mandates, transitionMandate } from './mandates-store.ts';
import { notifySuspended } from './messages/mandates-notices.ts';

function viewOf(row: MandateRow): MandateView {
  const mandate = mandateOf(row);
  // The shape drops what operators and banks are not told.
  return viewMandateShape.parse({
    ...mandate,
    payerName: mandate.customer.name,
    merchantName: row.merchant_name,
    suspendedBy: row.suspended_by,
    reinstatableBy: row.reinstatable_by,
  });
}

/**
 * The mandates of a bank's payers, or all of them for operators (null). Only this condition isolates banks
 * from each other. Banks do not see mandates that were not sent yet.
 */
const ofBank = (tx: Tx, bankId: string | null) =>
  mandates(tx).$if(bankId !== null, (query) =>
    query.where('mandates.bank_id', '=', bankId).where('mandates.state', '<>', 'GENERATED'),
  );

const LAST_FOUR = /^\d{4}$/;

/** The mandates of the operator view and of the bank view: those of their bank's payers, or all of them for operators. */
function viewList(bankId: string | null) {
  return listSource({
    endpoint: listAllMandates,
    entity: bankId === null ? 'mandates' : 'mandates_of_banks',
    ...(bankId !== null && { organizationId: bankId }),
    states: MANDATE.states,
    rows: (tx) => ofBank(tx, bankId),
    item: viewOf,
    id: 'mandates.id',
    state: 'mandates.state',
    sorts: { createdAt: ['mandates.id'] },
    filters: {
      bankId: (value) => sql<SqlBool>`mandates.bank_id = ${value}`,
      merchantId: (value) =>
        sql<SqlBool>`mandates.organization_id = (${organizationOfMerchant(String(value))})`,
    },
    search: (text) => [
      hasReference('mandates.reference', text),
      // How officers find a customer who stands before them.
      ...(bankId !== null && LAST_FOUR.test(text.trim())
        ? [sql<SqlBool>`mandates.account_last_four = ${text.trim()}`]
        : []),
    ],
  });
}

async function readViewed(tx: Tx, caller: Caller, id: string, lock = false): Promise<MandateRow> {
  const row = await ofBank(tx, await bankOfViewer(tx, caller))
    .where('mandates.id', '=', id)
    .$if(lock, (query) => query.forUpdate('mandates'))
    .executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return row;
}

type Action = typeof suspendMandate;

/**
 * Suspends a mandate, or lifts the suspension and restores the state before it. Only the party in `reinstatableBy`
 * can lift it. Refuses MANDATE_STATE and SUSPENDED_BY_OTHERS.
 */
export async function setSuspended(
  tx: Tx,
  row: MandateRow,
  command: {
    suspends: boolean;
    by: 'BANK' | 'OPERATOR';
    actor: Actor;
    reason: string;
    at: Date;
  },
): Promise<void> {
  const { by, suspends, ...transition } = command;
  const from = suspends ? ['REGISTERED', 'ACTIVE', 'PAUSED'] : ['SUSPENDED'];
  if (!from.includes(row.state)) throw refuse('MANDATE_STATE');
  if (!suspends && row.reinstatable_by !== by) throw refuse('SUSPENDED_BY_OTHERS');
  const { id, organization_id: organizationId } = row;
  const newest = await readNewestTransition(tx, MANDATE, { organizationId, id });
  const to = suspends ? 'SUSPENDED' : (newest?.from ?? 'ACTIVE');
  const next =
    to === 'ACTIVE'
      ? reactivation(row, command.at)
      : to === 'REGISTERED'
        ? nextStart(row, command.at)
        : nextEnd(row);
  const set = { ...next, suspended_by: suspends ? by : null };
  await transitionMandate(tx, { ...transition, to, id, set });
}

function actionRoute(ctx: AppContext, endpoint: Action, suspends: boolean): Route {
  return serveAsPlatform(endpoint, async ({ tx, params, caller, body, now }: Call<Action>) => {
    const row = await readViewed(tx, caller, params.mandateId, true);
    const by = caller.domain === 'BANK' ? 'BANK' : 'OPERATOR';
    const { reason } = body;
    const at = await businessTime(tx, now);
    await setSuspended(tx, row, { suspends, by, actor: actorOf(caller), reason, at });
    await notifySuspended(ctx, tx, row, { suspends, by, reason });
    return viewOf(await readViewed(tx, caller, row.id));
  });
}

const HISTORY = { machine: MANDATE, actions: {} } as const;

const EXPORT: readonly ExportColumn<MandateRow>[] = [
  { label: 'Reference', text: (row) => row.reference },
  { label: 'Merchant', text: (row) => row.merchant_name },
  { label: 'Payer', text: (row) => row.customer_name },
  { label: 'Bank', text: (row) => row.bank_name },
  ...TERMS_EXPORTED,
];

export function viewRoutes(ctx: AppContext): Route[] {
  return [
    serveAsPlatform(listAllMandates, async ({ tx, query, caller }) =>
      readPage(tx, viewList(await bankOfViewer(tx, caller)), query),
    ),

    serveAsPlatform(exportAllMandates, async (call) =>
      ctx.exports.csv(call, {
        source: viewList(await bankOfViewer(call.tx, call.caller)),
        columns: EXPORT,
        name: 'mandates',
      }),
    ),

    serveAsPlatform(getMandateView, async ({ tx, params, caller }) => {
      const row = await readViewed(tx, caller, params.mandateId);
      return { ...viewOf(row), ...(await readProgress(tx, row)) };
    }),

    actionRoute(ctx, suspendMandate, true),
    actionRoute(ctx, reinstateMandate, false),

    serveAsPlatform(listMandateViewEvents, async (call) => {
      const { tx, caller, params } = call;
      return readHistory(call, HISTORY, await readViewed(tx, caller, params.mandateId));
    }),
  ];
}
