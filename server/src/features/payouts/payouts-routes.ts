import {
  exportPayoutItemsView,
  exportPayoutItems,
  getRemittanceAdvice,
  listPayoutItemsView,
  listPayoutItems,
} from '@tegeka/contract/payouts/payout-items.ts';
import {
  exportAllPayouts,
  getPayoutView,
  listAllPayouts,
  listPayoutViewEvents,
  resolvePayout,
} from '@tegeka/contract/payouts/payout-views.ts';
import {
  createPayout,
  getBalance,
  getPayoutSettings,
  updatePayoutSettings,
} from '@tegeka/contract/payouts/payout-commands.ts';
import {
  exportPayouts,
  getPayout,
  listPayoutEvents,
  listPayouts,
  PAYOUT,
} from '@tegeka/contract/payouts/payouts.ts';
import { makerOf } from '#features/approvals/approvals-service.ts';
import { readBankNames } from '#features/banks/banks-store.ts';
import { readCalendar } from '#features/calendar/calendar-days.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { readRepaymentReference } from '#features/merchants/merchants-references.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { readHistory } from '#platform/history/history-read.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Route, serve, serveAsPlatform } from '#platform/http/serve.ts';
import { readPage } from '#platform/lists/list-page.ts';
import { actorOf } from '#platform/state/transition.ts';
import { requestResolution } from './payouts-approval.ts';
import { remittanceAdvice } from './payouts-document.ts';
import { payoutItemExport, payoutItemList, readSums } from './payouts-items-store.ts';
import { readWaitsFor } from './payouts-submission.ts';
import { payOutNow, readFunds } from './payouts-service.ts';
import { changeSettings, openSettings, readSettings } from './payouts-settings-store.ts';
import {
  ALL_PAYOUTS,
  ALL_PAYOUTS_EXPORT,
  payoutViewOf,
  PAYOUT_EXPORT,
  PAYOUT_LIST,
  payoutOf,
  type PayoutRow,
  readPayout,
} from './payouts-store.ts';

const HISTORY = { machine: PAYOUT, actions: {} } as const;
/** Only operators read the evidence with which a payout of unknown outcome is settled. */
const VIEW_HISTORY = {
  machine: PAYOUT,
  actions: { resolvePayout: 'SETTLEMENT_ASKED' },
} as const;

async function settingsOf(tx: Tx, organizationId: string) {
  const { schedule, weekday, minimum, version } = await readSettings(tx, organizationId);
  return { schedule, weekday, minimum, version };
}

async function balanceOf(ctx: AppContext, tx: Tx, organizationId: string, now: Date) {
  const at = await businessTime(tx, now);
  const { of, holdDays } = await readFunds(tx, [organizationId], at);
  const funds = of.get(organizationId);
  if (!funds) throw refuse('NOT_FOUND');
  const { merchant, balance, held, available, inTransit, heldUntil } = funds;
  const { nextAt } = await readSettings(tx, organizationId);
  const names = await readBankNames(tx, [merchant.bankId]);
  return {
    balance,
    held,
    available,
    inTransit,
    holdDays,
    heldUntil: heldUntil?.toISOString() ?? null,
    nextPayoutAt: nextAt?.toISOString() ?? null,
    bankName: names.get(merchant.bankId) ?? '',
    accountLastFour: merchant.accountNumber.lastFour,
    repayment: {
      reference: await readRepaymentReference(tx, organizationId),
      account: ctx.config.clearing.settlementAccount,
      bic: ctx.config.clearing.settlementBic,
    },
  };
}

/** What only the detail of a payout has. */
async function detailsOf(ctx: AppContext, tx: Tx, row: PayoutRow, now: Date) {
  return {
    waitsFor: await readWaitsFor(ctx, tx, row, await businessTime(tx, now)),
    ...(await readSums(tx, row)),
  };
}

function merchantRoutes(ctx: AppContext): Route[] {
  return [
    serve(listPayouts, ({ tx, query }) => readPage(tx, PAYOUT_LIST, query)),

    serve(exportPayouts, async (call) =>
      ctx.exports.csv(call, { source: PAYOUT_LIST, columns: PAYOUT_EXPORT, name: 'payouts' }),
    ),

    serve(getPayout, async ({ tx, params, now }) => {
      const row = await readPayout(tx, params.payoutId);
      return { ...payoutOf(row), ...(await detailsOf(ctx, tx, row, now)) };
    }),

    serve(listPayoutItems, async ({ tx, params, query }) => {
      const payout = await readPayout(tx, params.payoutId);
      return readPage(tx, payoutItemList(listPayoutItems, payout), query);
    }),

    serve(exportPayoutItems, async (call) => {
      const payout = await readPayout(call.tx, call.params.payoutId);
      return ctx.exports.csv(call, payoutItemExport(listPayoutItems, payout));
    }),

    serve(getRemittanceAdvice, async ({ tx, params, now }) =>
      remittanceAdvice(tx, await readPayout(tx, params.payoutId), now),
    ),

    // The ledger is written by the platform's role alone; the scope has found the caller's own merchant.
    serveAsPlatform(createPayout, async ({ tx, caller, body, now, audit }) => {
      const command = {
        ...body,
        actor: actorOf(caller),
        at: await businessTime(tx, now),
      };
      const payout = await payOutNow(ctx, tx, caller.organizationId, command);
      audit({ entity: PAYOUT.entity, entityId: payout.id });
      return payout;
    }),

    serve(listPayoutEvents, async (call) =>
      readHistory(call, HISTORY, await readPayout(call.tx, call.params.payoutId)),
    ),

    serve(getPayoutSettings, ({ tx, caller }) => settingsOf(tx, caller.organizationId)),

    serve(updatePayoutSettings, async ({ tx, caller: { organizationId }, body, now }) => {
      const at = await businessTime(tx, now);
      const calendar = await readCalendar(tx);
      await openSettings(tx, calendar, organizationId, at);
      await changeSettings(tx, calendar, organizationId, body, at);
      return settingsOf(tx, organizationId);
    }),

    serve(getBalance, ({ tx, caller, now }) => balanceOf(ctx, tx, caller.organizationId, now)),
  ];
}

export function payoutRoutes(ctx: AppContext): Route[] {
  return [
    ...merchantRoutes(ctx),

    serveAsPlatform(listAllPayouts, ({ tx, query }) => readPage(tx, ALL_PAYOUTS, query)),

    serveAsPlatform(exportAllPayouts, async (call) =>
      ctx.exports.csv(call, { source: ALL_PAYOUTS, columns: ALL_PAYOUTS_EXPORT, name: 'payouts' }),
    ),

    serveAsPlatform(getPayoutView, async ({ tx, params, now }) => {
      const row = await readPayout(tx, params.payoutId);
      return { ...payoutViewOf(row), ...(await detailsOf(ctx, tx, row, now)) };
    }),

    serveAsPlatform(listPayoutItemsView, async ({ tx, params, query }) => {
      const payout = await readPayout(tx, params.payoutId);
      return readPage(tx, payoutItemList(listPayoutItemsView, payout), query);
    }),

    serveAsPlatform(exportPayoutItemsView, async (call) => {
      const payout = await readPayout(call.tx, call.params.payoutId);
      return ctx.exports.csv(call, payoutItemExport(listPayoutItemsView, payout));
    }),

    serveAsPlatform(
      resolvePayout,
      async ({ tx, params: { payoutId: id }, body, caller, audit }) => {
        const requestId = await requestResolution(ctx, tx, id, body, makerOf(caller));
        audit({ entity: PAYOUT.entity, entityId: id, reason: body.evidence });
        return { requestId };
      },
    ),

    serveAsPlatform(listPayoutViewEvents, async (call) =>
      readHistory(call, VIEW_HISTORY, await readPayout(call.tx, call.params.payoutId)),
    ),
  ];
}
