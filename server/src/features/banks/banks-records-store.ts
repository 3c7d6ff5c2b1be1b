import {
  BANK,
  type BankInput,
  type BankSummary,
  listBankRecords,
} from '@tegeka/contract/bank-records.ts';
import type { ErrorCode } from '@tegeka/contract/kit/errors.ts';
import { stateOf } from '@tegeka/contract/kit/state-machine.ts';
import { sql } from 'kysely';
import { type Tx, violatedConstraint } from '#platform/database/database.ts';
import type { FeatureSearch } from '#platform/feature.ts';
import { refuse } from '#platform/http/refusal.ts';
import { listSource } from '#platform/lists/list-source.ts';
import { type Actor, recordFirstState, transition } from '#platform/state/transition.ts';
import type { ReviewedBank } from './banks-reviewed.ts';

/** Days as texts: a day has no time zone. */
function banks(tx: Tx) {
  return tx
    .selectFrom('banks')
    .select(['id', 'name', 'bic', 'tier', 'state', 'revision', 'organization_id', 'logo_file_id'])
    .select(['offers_current_accounts', 'takes_direct_debits'])
    .select(sql<string | null>`active_from::text`.as('active_from'))
    .select(sql<string | null>`active_to::text`.as('active_to'));
}

type BankRow = Awaited<ReturnType<ReturnType<typeof banks>['execute']>>[number];

function bankOf(row: BankRow): Omit<BankSummary, 'id' | 'version'> {
  const state = stateOf(BANK, row.state);
  if (!state) throw new Error(`${row.state} is no state of a bank`);
  return {
    name: row.name,
    bic: row.bic,
    tier: row.tier === 'TIER_1' ? 'TIER_1' : 'TIER_2',
    state,
    activeFrom: row.active_from,
    activeTo: row.active_to,
    offersCurrentAccounts: row.offers_current_accounts,
    takesDirectDebits: row.takes_direct_debits,
  };
}

/** A bank as the operator's list shows it. */
export function summaryOf(row: BankRow): BankSummary {
  return { id: row.id, ...bankOf(row), version: row.revision };
}

/** All banks, for operators. */
export const BANK_LIST = listSource({
  endpoint: listBankRecords,
  entity: 'banks',
  states: BANK.states,
  rows: banks,
  item: summaryOf,
  id: 'banks.id',
  state: 'banks.state',
  sorts: { name: ['banks.name'] },
  filters: { tier: (tier) => sql`banks.tier = ${tier}` },
});

/** Banks in the search across nouns. */
export const BANK_SEARCH: FeatureSearch = {
  entity: 'banks',
  label: 'Banks',
  domains: ['OPERATOR'],
  permission: 'banks.read',
  read: async (tx, ids) => {
    const rows = await banks(tx).where('id', 'in', ids).execute();
    return rows.map(({ id, name, bic, state }) => ({
      noun: BANK.entity,
      id,
      title: name,
      sub: bic,
      state,
      path: `/dashboard/banks/${id}`,
    }));
  },
};

/** A bank's row. Refuses NOT_FOUND. */
export async function readBankRow(tx: Tx, id: string): Promise<BankRow> {
  const row = await banks(tx).where('id', '=', id).executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return row;
}

/** A bank as a request about it holds it. */
export function reviewedOf(row: BankRow): ReviewedBank {
  return {
    ...bankOf(row),
    organizationId: row.organization_id,
    logo: row.logo_file_id,
    reason: null,
  };
}

/** As {@link reviewedOf}, locked until the transaction ends; null where there is none. */
export async function findBank(tx: Tx, id: string): Promise<ReviewedBank | null> {
  const row = await banks(tx).where('id', '=', id).forUpdate().executeTakeFirst();
  return row ? reviewedOf(row) : null;
}

function columnsOf(bank: ReviewedBank) {
  return {
    name: bank.name,
    bic: bank.bic,
    tier: bank.tier,
    organization_id: bank.organizationId,
    logo_file_id: bank.logo,
    active_from: bank.activeFrom,
    active_to: bank.activeTo,
    offers_current_accounts: bank.offersCurrentAccounts,
    takes_direct_debits: bank.takesDirectDebits,
  };
}

const UNIQUE = {
  name: ['BANK_NAME_TAKEN', 'Another bank has this name already.'],
  bic: ['BANK_BIC_TAKEN', 'Another bank has this BIC already.'],
  organizationId: ['BANK_ORGANIZATION_TAKEN', 'Another bank has this organization already.'],
} as const satisfies Record<string, readonly [ErrorCode, string]>;

function refuseTaken(field: keyof typeof UNIQUE) {
  const [code, message] = UNIQUE[field];
  return refuse(code, { fields: [{ field, message }] });
}

/** Refuses a name, a BIC or an organization that another bank has, with the field named. */
export async function expectUnique(tx: Tx, id: string, bank: BankInput): Promise<void> {
  const others = await banks(tx).where('id', '<>', id).execute();
  if (others.some(({ name }) => name === bank.name)) throw refuseTaken('name');
  if (bank.bic !== null && others.some(({ bic }) => bic === bank.bic)) throw refuseTaken('bic');
  const { organizationId } = bank;
  if (organizationId !== null && others.some((row) => row.organization_id === organizationId))
    throw refuseTaken('organizationId');
}

const CONSTRAINTS: Readonly<Record<string, keyof typeof UNIQUE>> = {
  banks_name_once: 'name',
  banks_bic_once: 'bic',
  banks_organization_once: 'organizationId',
};

/** Says which field of another bank stands in the way. */
function namedError(error: unknown): unknown {
  const field = CONSTRAINTS[violatedConstraint(error) ?? ''];
  return field ? refuseTaken(field) : error;
}

/** Writes a new bank down. */
export async function insertBank(
  tx: Tx,
  { id, bank, actor, at }: { id: string; bank: ReviewedBank; actor: Actor; at: Date },
): Promise<void> {
  await tx
    .insertInto('banks')
    .values({ id, ...columnsOf(bank), state: bank.state, revision: 1 })
    .execute()
    .catch((error: unknown) => {
      throw namedError(error);
    });
  await recordFirstState(tx, BANK, { organizationId: null, id, to: bank.state, actor, at });
}

/** Changes a bank, its state too. */
export async function updateBank(
  tx: Tx,
  change: { id: string; before: ReviewedBank; after: ReviewedBank; actor: Actor; at: Date },
): Promise<void> {
  const { id, before, after, actor, at } = change;
  if (before.state !== after.state) {
    const of = { machine: BANK, table: 'banks', owner: 'platform' } as const;
    const { state: to, reason } = after;
    await transition(tx, of, { id, to, actor, reason, at });
    return;
  }
  await tx
    .updateTable('banks')
    .set((eb) => ({ ...columnsOf(after), revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      throw namedError(error);
    });
}
