import {
  BANK,
  type BankInput,
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
import { pendingChange, requestChange } from '#features/approvals/approvals-changes.ts';
import { type BankOrganizations, bankChangeOf } from './banks-changes.ts';
import {
  BANK_LIST,
  expectUnique,
  readBankRow,
  reviewedOf,
  summaryOf,
} from './banks-records-store.ts';
import { changesOf, type ReviewedBank } from './banks-reviewed.ts';

type Writing = Call<typeof createBank | typeof updateBank | typeof enableBank>;

const HISTORY = {
  machine: BANK,
  actions: {
    createBank: 'REQUESTED',
    updateBank: 'REQUESTED',
    enableBank: 'REQUESTED',
    disableBank: 'REQUESTED',
    changeBank: 'CHANGED',
  },
} as const;

// Banks belong to no organization: their counts, words and transitions only the platform's role reads.

/** The endpoints with which operators keep banks. */
export function bankRecordRoutes(ctx: AppContext, organizations: BankOrganizations): Route[] {
  const change = bankChangeOf(ctx, organizations);

  /** Asks for the approval of a change; `before` is null for a new bank. */
  async function ask(
    { tx, caller, audit }: Writing,
    given: { bankId: string; before: ReviewedBank | null; after: ReviewedBank },
  ) {
    const { bankId, before, after } = given;
    const wanted = { entityId: bankId, title: after.name, after, caller };
    const requestId = await requestChange(ctx, tx, change, wanted);
    const changes = before ? changesOf(before, after) : {};
    audit({ entity: BANK.entity, entityId: bankId, reason: after.reason, changes });
    return { requestId };
  }

  async function expectInput(tx: Tx, bankId: string, bank: BankInput) {
    await expectUnique(tx, bankId, bank);
    const { organizationId } = bank;
    const known = organizationId === null ? [] : await organizations(tx);
    if (organizationId === null || known.some(({ id }) => id === organizationId)) return;
    const message = 'Choose one from the list';
    throw refuse('INPUT_INVALID', { fields: [{ field: 'organizationId', message }] });
  }

  async function logoOf({ tx, files, caller: { organizationId } }: Writing) {
    const { logo } = files;
    if (!logo) return null;
    return (await ctx.files.keep(tx, logo, { organizationId, kind: 'BANK_LOGO' })).id;
  }

  function stateRoute(endpoint: typeof enableBank, to: ReviewedBank['state']) {
    return serveAsPlatform(endpoint, async (call) => {
      const { bankId } = call.params;
      const before = reviewedOf(await readBankRow(call.tx, bankId));
      if (before.state === to) throw refuse('NOTHING_CHANGED');
      const after = { ...before, state: to, reason: call.body.reason ?? null };
      return ask(call, { bankId, before, after });
    });
  }

  return [
    serveAsPlatform(listBankRecords, ({ tx, query }) => readPage(tx, BANK_LIST, query)),

    serveAsPlatform(getBank, async ({ tx, params: { bankId } }) => {
      const row = await readBankRow(tx, bankId);
      return {
        ...summaryOf(row),
        organizationId: row.organization_id,
        logo: row.logo_file_id === null ? null : await ctx.files.find(tx, row.logo_file_id),
        pendingRequestId: await pendingChange(tx, change, bankId),
      };
    }),

    serveAsPlatform(createBank, async (call) => {
      const bankId = ctx.ids.uuid(call.now);
      await expectInput(call.tx, bankId, call.body);
      const logo = await logoOf(call);
      const after: ReviewedBank = { ...call.body, logo, state: 'ACTIVE', reason: null };
      return ask(call, { bankId, before: null, after });
    }),

    serveAsPlatform(updateBank, async (call) => {
      const { bankId } = call.params;
      const { version, ...input } = call.body;
      const row = await readBankRow(call.tx, bankId);
      if (row.revision !== version) throw refuse('ENTITY_CHANGED');
      await expectInput(call.tx, bankId, input);
      const before = reviewedOf(row);
      const logo = (await logoOf(call)) ?? before.logo;
      return ask(call, { bankId, before, after: { ...before, ...input, logo } });
    }),

    stateRoute(enableBank, 'ACTIVE'),
    stateRoute(disableBank, 'DISABLED'),

    serveAsPlatform(listBankEvents, async ({ tx, params: { bankId: id }, query, caller }) => {
      await readBankRow(tx, id);
      return readHistory(tx, HISTORY, { organizationId: null, id }, { reader: caller, ...query });
    }),

    serveAsPlatform(listBankOrganizations, async ({ tx }) => [...(await organizations(tx))]),
  ];
}
