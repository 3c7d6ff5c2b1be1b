import { BANK_FIELDS } from '@tegeka/contract/bank-fields.ts';
import { BANK, bankRecordShape, listBankRecords } from '@tegeka/contract/bank-records.ts';
import { fields, objectOf } from '@tegeka/contract/kit/fields.ts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '#platform/database/database.ts';
import { refuseDuplicate } from '#platform/http/refusal.ts';
import { listSearch } from '#platform/lists/list-items.ts';
import { listSource } from '#platform/lists/list-source.ts';

const { state, tier } = bankRecordShape.def.shape;

/** The reviewed fields of a bank. The logo is the id of a stored file. */
export const REVIEWED_FIELDS = fields({
  ...BANK_FIELDS,
  logo: { ...BANK_FIELDS.logo, schema: z.nullable(z.uuid()) },
});
export const bankShape = z.extend(objectOf(REVIEWED_FIELDS), { state });

/** A bank as a request about it holds it. */
export type ReviewedBank = z.infer<typeof bankShape>;

/** Banks as the contract names their fields; days as texts, since a day has no time zone. */
export const bankRows = (tx: Tx) =>
  tx
    .selectFrom('banks')
    .select(['id', 'name', 'bic', 'revision as version'])
    .select(['organization_id as organizationId', 'logo_file_id as logo'])
    .select('offers_current_accounts as offersCurrentAccounts')
    .select('takes_direct_debits as takesDirectDebits')
    .select('answer_days as answerDays')
    .select(sql<ReviewedBank['confirmsBy']>`confirms_by`.as('confirmsBy'))
    .select(sql<z.infer<typeof tier>>`tier`.as('tier'))
    .select(sql<ReviewedBank['state']>`state`.as('state'))
    .select(sql<string | null>`active_from::text`.as('activeFrom'))
    .select(sql<string | null>`active_to::text`.as('activeTo'));

export const BANK_LIST = listSource({
  endpoint: listBankRecords,
  entity: 'banks',
  states: BANK.states,
  rows: bankRows,
  item: ({ organizationId: _organization, logo: _logo, ...bank }) => bank,
  id: 'banks.id',
  state: 'banks.state',
  sorts: { name: ['banks.name'] },
  filters: { tier: (given) => sql`banks.tier = ${given}` },
});

export const BANK_SEARCH = listSearch(BANK_LIST, {
  label: 'Banks',
  noun: BANK.entity,
  path: '/dashboard/banks',
  hit: (bank) => ({ title: bank.name, sub: bank.bic, state: bank.state }),
});

/** What is unique, by the names of the constraints. */
const orDuplicate = refuseDuplicate({
  banks_name_once: ['BANK_NAME_TAKEN', 'name', 'Another bank has this name already.'],
  banks_bic_once: ['BANK_BIC_TAKEN', 'bic', 'Another bank has this BIC already.'],
  banks_organization_once: [
    'BANK_ORGANIZATION_TAKEN',
    'organizationId',
    'Another bank has this organization already.',
  ],
});

/** A bank as it stands, locked; null where there is none. */
export async function lockBank(tx: Tx, id: string): Promise<ReviewedBank | null> {
  const row = await bankRows(tx).where('id', '=', id).forUpdate().executeTakeFirst();
  return row ? bankShape.parse(row) : null;
}

/** Inserts a bank, or updates all but its state. Refuses a name, BIC or organization that is taken. */
export async function writeBank(
  tx: Tx,
  id: string,
  bank: ReviewedBank,
  isNew: boolean,
): Promise<void> {
  const columns = {
    name: bank.name,
    bic: bank.bic,
    tier: bank.tier,
    organization_id: bank.organizationId,
    logo_file_id: bank.logo,
    active_from: bank.activeFrom,
    active_to: bank.activeTo,
    offers_current_accounts: bank.offersCurrentAccounts,
    takes_direct_debits: bank.takesDirectDebits,
    confirms_by: bank.confirmsBy,
    answer_days: bank.answerDays,
  };
  const writing = isNew
    ? tx.insertInto('banks').values({ ...columns, id, state: bank.state, revision: 1 })
    : tx
        .updateTable('banks')
        .set((eb) => ({ ...columns, revision: eb('revision', '+', 1) }))
        .where('id', '=', id);
  await writing.execute().catch(orDuplicate);
}

/** The organizations that bank staff belong to; in a transaction that sees all of them. */
export type BankOrganizations = (tx: Tx) => Promise<readonly { id: string; name: string }[]>;
