import { type RawBuilder, sql } from 'kysely';
import type { Bank, BankProfile } from '@tegeka/contract/banks.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/caller.ts';
import { refuse } from '#platform/http/refusal.ts';
import { fileUrlOf } from '#platform/files/stored-files.ts';

/** The day in Kampala: banks open and close by the calendar there. */
const dayOf = (now: Date) => sql<Date>`(${now}::timestamptz at time zone 'Africa/Kampala')::date`;

function offered(tx: Tx, now: Date) {
  return tx
    .selectFrom('banks')
    .select(['id', 'name'])
    .where('state', '=', 'ACTIVE')
    .where('takes_direct_debits', '=', true)
    .where((eb) =>
      eb.or([eb('active_from', 'is', null), eb(dayOf(now), '>=', eb.ref('active_from'))]),
    )
    .where((eb) => eb.or([eb('active_to', 'is', null), eb(dayOf(now), '<=', eb.ref('active_to'))]));
}

/** The banks a business can name today: active, and taking direct debits. By name. */
export function readOfferedBanks(tx: Tx, now: Date): Promise<Bank[]> {
  return offered(tx, now)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
}

/** One of the banks a business can name today, or null. */
export async function findOfferedBank(tx: Tx, id: string, now: Date): Promise<Bank | null> {
  return (await offered(tx, now).where('id', '=', id).executeTakeFirst()) ?? null;
}

// A bank confirms mandates through its officers or through messages.
const confirming = (tx: Tx, now: Date) =>
  offered(tx, now).where((eb) =>
    eb.or([eb('confirms_by', '=', 'MESSAGES'), eb('organization_id', 'is not', null)]),
  );

/** The banks whose accounts a mandate can name today, by name, with their BICs and how they confirm. */
export function readConfirmingBanks(
  tx: Tx,
  now: Date,
): Promise<(Bank & { bic: string | null; confirms_by: string })[]> {
  return confirming(tx, now)
    .select(['bic', 'confirms_by'])
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
}

/** One of the banks whose accounts a mandate can name today, or null. */
export async function findConfirmingBank(tx: Tx, id: string, now: Date): Promise<Bank | null> {
  return (await confirming(tx, now).where('id', '=', id).executeTakeFirst()) ?? null;
}

export type Confirmation =
  | { by: 'OFFICERS'; organizationId: string }
  | { by: 'MESSAGES'; bic: string; answerDays: number };

/** How a bank confirms mandates; null where it has neither officers nor messages. */
export async function findConfirmation(tx: Tx, bankId: string): Promise<Confirmation | null> {
  const row = await tx
    .selectFrom('banks')
    .select(['confirms_by', 'organization_id', 'bic', 'answer_days'])
    .where('id', '=', bankId)
    .executeTakeFirst();
  if (!row) return null;
  const { confirms_by: by, organization_id: organizationId, bic, answer_days: answerDays } = row;
  if (by === 'MESSAGES') return bic === null ? null : { by, bic, answerDays };
  return organizationId === null ? null : { by: 'OFFICERS', organizationId };
}

/** The organization of a bank's officers in the app; null where it has none. */
export async function findOfficers(tx: Tx, bankId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('banks')
    .select('organization_id')
    .where('id', '=', bankId)
    .executeTakeFirst();
  return row?.organization_id ?? null;
}

/** Banks with their BIC, of those that have one. */
export async function readBankCodes(
  tx: Tx,
): Promise<readonly { id: string; name: string; bic: string }[]> {
  const rows = await tx.selectFrom('banks').select(['id', 'name', 'bic']).execute();
  return rows.flatMap(({ id, name, bic }) => (bic === null ? [] : [{ id, name, bic }]));
}

/** Lets every bank with a BIC and without officers confirm mandates by messages. */
export async function confirmByMessages(tx: PlatformTx): Promise<void> {
  await tx
    .updateTable('banks')
    .set({ confirms_by: 'MESSAGES' })
    .where('organization_id', 'is', null)
    .where('bic', 'is not', null)
    .execute();
}

/** The names of banks by their ids, also of those that are no longer offered. */
export async function readBankNames(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.selectFrom('banks').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The bank that is an organization of the platform, or null. */
export async function findBankOf(tx: Tx, organizationId: string): Promise<BankProfile | null> {
  const row = await tx
    .selectFrom('banks')
    .select(['id', 'name', 'logo_file_id'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  if (!row) return null;
  const { id, name, logo_file_id: logo } = row;
  return { id, name, organizationId, logoUrl: logo === null ? null : fileUrlOf(logo) };
}

/** The bank whose payers the caller's bank view shows; null for operators, whose view shows all. Refuses NOT_FOUND. */
export async function bankOfViewer(
  tx: Tx,
  { domain, organizationId }: Pick<Caller, 'domain' | 'organizationId'>,
): Promise<string | null> {
  if (domain !== 'BANK') return null;
  const bank = await findBankOf(tx, organizationId);
  if (!bank) throw refuse('NOT_FOUND');
  return bank.id;
}

/** Puts a bank on the platform as an organization of domain BANK. Throws for an unknown BIC. */
export async function joinBank(
  tx: PlatformTx,
  bank: { bic: string; organizationId: string; logoFileId: string | null },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('banks')
    .set({ organization_id: bank.organizationId, logo_file_id: bank.logoFileId })
    .where('bic', '=', bank.bic)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`There is no bank with the BIC ${bank.bic}`);
}

/** True for a bank that has officers in the app: a subquery for statements about rows with a `bank_id`. */
export function hasOfficers(table: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from banks b
    where b.id = ${sql.ref(`${table}.bank_id`)} and b.organization_id is not null)`;
}

/** The name of a bank: a subquery for statements about rows with a `bank_id`. */
export function bankNameOf(table: string): RawBuilder<string | null> {
  return sql<string | null>`(select b.name from banks b
    where b.id = ${sql.ref(`${table}.bank_id`)})`;
}
