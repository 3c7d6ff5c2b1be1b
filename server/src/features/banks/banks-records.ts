import {
  BANK,
  createBank,
  disableBank,
  enableBank,
  getBank,
  listBankEvents,
  listBankOrganizations,
  listBankRecords,
  updateBank,
} from '@tegeka/contract/bank-records.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { readHistory } from '#platform/history/history-read.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Call, type Route, serveAsPlatform } from '#platform/http/serve.ts';
import { readPage } from '#platform/lists/list-page.ts';
import { pendingRequest } from '#features/approvals/approvals-service.ts';
import { BANK_CHANGE, requestBankChange } from './banks-changes.ts';
import {
  BANK_LIST,
  type BankOrganizations,
  bankRows,
  type ReviewedBank,
} from './banks-records-store.ts';

const HISTORY = {
  machine: BANK,
  actions: {
    createBank: 'REQUESTED',
    updateBank: 'REQUESTED',
    enableBank: 'REQUESTED',
    disableBank: 'REQUESTED',
    [BANK_CHANGE]: 'CHANGED',
  },
} as const;

/** A bank with its revision, and its content as in a request. Refuses NOT_FOUND. */
async function findBank(tx: Tx, bankId: string) {
  const row = await bankRows(tx).where('id', '=', bankId).executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  const { id, version, ...bank } = row;
  return { id, version, bank };
}

// Banks belong to no organization: only the platform's role can read their counts, words and transitions.

export function bankRecordRoutes(ctx: AppContext, organizations: BankOrganizations): Route[] {
  async function logoOf(call: Call<typeof createBank | typeof updateBank>) {
    const { logo } = call.files;
    const { organizationId } = call.caller;
    return logo && (await ctx.files.keep(call.tx, logo, { organizationId, kind: 'BANK_LOGO' })).id;
  }

  function switchRoute(endpoint: typeof enableBank, state: ReviewedBank['state']) {
    return serveAsPlatform(endpoint, async (call) => {
      const { id, bank: before } = await findBank(call.tx, call.params.bankId);
      const change = { id, before, after: { ...before, state }, reason: call.body.reason ?? null };
      return requestBankChange(ctx, call, organizations, change);
    });
  }

  return [
    serveAsPlatform(listBankRecords, ({ tx, query }) => readPage(tx, BANK_LIST, query)),

    serveAsPlatform(getBank, async ({ tx, params: { bankId }, caller: { organizationId } }) => {
      const { bank, ...row } = await findBank(tx, bankId);
      const logo = bank.logo === null ? null : await ctx.files.find(tx, bank.logo);
      const asked = { action: BANK_CHANGE, entityId: bankId, organizationId };
      const pending = await pendingRequest(tx, asked).executeTakeFirst();
      return { ...row, ...bank, logo, pendingRequestId: pending?.id ?? null };
    }),

    serveAsPlatform(createBank, async (call) => {
      const after = { ...call.body, logo: (await logoOf(call)) ?? null, state: 'ACTIVE' } as const;
      const change = { id: ctx.ids.uuid(call.now), before: null, after, reason: null };
      return requestBankChange(ctx, call, organizations, change);
    }),

    serveAsPlatform(updateBank, async (call) => {
      const { version, ...input } = call.body;
      const { id, bank: before, version: now } = await findBank(call.tx, call.params.bankId);
      if (now !== version) throw refuse('ENTITY_CHANGED');
      const after = { ...before, ...input, logo: (await logoOf(call)) ?? before.logo };
      const change = { id, before, after, reason: null };
      return requestBankChange(ctx, call, organizations, change);
    }),

    switchRoute(enableBank, 'ACTIVE'),
    switchRoute(disableBank, 'DISABLED'),

    serveAsPlatform(listBankEvents, async (call) => {
      const { id } = await findBank(call.tx, call.params.bankId);
      return readHistory(call, HISTORY, { id, organization_id: null });
    }),

    serveAsPlatform(listBankOrganizations, async ({ tx }) => [...(await organizations(tx))]),
  ];
}
