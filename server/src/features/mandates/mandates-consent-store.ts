import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import { type NotNull, sql } from 'kysely';
import { businessTime } from '#features/calendar/calendar-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import type { CodeUse } from '#platform/security/one-time-codes.ts';
import { reencryptColumn } from '#platform/security/re-encryption.ts';
import type { EncryptionScope } from '#platform/security/encrypted-text.ts';
import { payerAccount } from './mandates-accounts.ts';
import type { MandateRow } from './mandates-store.ts';

/** Days that a link is kept after its mandate was answered or ended. */
const KEEP_LINKS_DAYS = 30;

type Mandate = Pick<MandateRow, 'id' | 'organization_id'>;

/** Stores a link by the hash of its token. */
export async function writeLink(
  tx: Tx,
  { id, organization_id }: Mandate,
  { hash, at }: { hash: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('consent_links')
    .values({ token_hash: hash, organization_id, mandate_id: id, sent_at: at })
    .execute();
}

/** Whose mandate a link leads to, and when the newest link of the mandate was sent; null for no link. */
export async function findLink(
  tx: Tx,
  hash: string,
): Promise<{ organizationId: string; mandateId: string; lastSentAt: Date } | null> {
  const row = await tx
    .selectFrom('consent_links as link')
    .where('token_hash', '=', hash)
    .select(['organization_id', 'mandate_id'])
    .select((eb) =>
      eb
        .selectFrom('consent_links as other')
        .whereRef('other.organization_id', '=', 'link.organization_id')
        .whereRef('other.mandate_id', '=', 'link.mandate_id')
        .select((max) => max.fn.max('sent_at').as('at'))
        .as('last'),
    )
    .executeTakeFirst();
  if (!row || row.last === null) return null;
  return {
    organizationId: row.organization_id,
    mandateId: row.mandate_id,
    lastSentAt: row.last,
  };
}

/** The code of a mandate: in the SMS that asks, or sent to the phone to confirm what was typed in on the page. */
export const consentCode = ({ id, organization_id }: Mandate): CodeUse => ({
  purpose: 'CONSENT',
  subject: id,
  organizationId: organization_id,
});

/** The encryption scope of the text of a request by SMS. */
const consentSmsScope = (organizationId: string): EncryptionScope => ({
  tenant: organizationId,
  purpose: 'consent request',
});

/** Stores the request by SMS until the next one. */
export async function writeConsentRequest(
  { keys }: Pick<AppContext, 'keys'>,
  tx: Tx,
  { id, organization_id }: Mandate,
  { phone, shown }: { phone: string; shown: string },
): Promise<void> {
  const columns = {
    asked_phone: phone,
    encrypted_sms: keys.encrypt(consentSmsScope(organization_id), shown),
  };
  await tx
    .insertInto('consent_attempts')
    .values({ organization_id, mandate_id: id, ...columns })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'mandate_id']).doUpdateSet(columns),
    )
    .execute();
}

/** The text of the SMS that asked. */
export const openShown = (
  { keys }: Pick<AppContext, 'keys'>,
  { organization_id, encrypted_sms }: AskedBySms,
): string => keys.decrypt(consentSmsScope(organization_id), encrypted_sms);

/** See `reencrypt` of a feature. */
export const REENCRYPT_CONSENT_SMS = reencryptColumn({
  table: 'consent_attempts',
  key: ['organization_id', 'mandate_id'],
  column: 'encrypted_sms',
  scope: (row) => consentSmsScope(row.organization_id),
});

/** See `reencrypt` of a feature. */
export const REENCRYPT_TYPED = reencryptColumn({
  table: 'consent_attempts',
  key: ['organization_id', 'mandate_id'],
  column: 'encrypted_account',
  scope: (row) => payerAccount(row.organization_id),
});

/** Keeps what a payer typed in on the page until the code that was sent to a phone confirms it. */
export async function writeTyped(
  tx: Tx,
  { id, organization_id }: Mandate,
  typed: Record<'bank_id' | 'account_name' | 'encrypted_account' | 'asked_phone', string>,
): Promise<void> {
  await tx
    .insertInto('consent_attempts')
    .values({ organization_id, mandate_id: id, ...typed })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'mandate_id']).doUpdateSet(typed),
    )
    .execute();
}

/** Returns a payer's unfinished answer; null without one. */
export async function readAttempt(tx: Tx, mandateId: string, lock = false) {
  const row = await tx
    .selectFrom('consent_attempts')
    .selectAll()
    .where('mandate_id', '=', mandateId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return row ?? null;
}

/** The unfinished answer of a payer, locked until the transaction ends. */
export const lockAttempt = (tx: Tx, mandateId: string) => readAttempt(tx, mandateId, true);

/** Consent requests by SMS to a number. */
const askedBySms = (tx: Tx, phone: string) =>
  tx
    .selectFrom('consent_attempts')
    .where('asked_phone', '=', phone)
    // A code for the page is no answer by SMS.
    .where('consent_attempts.encrypted_account', 'is', null)
    .where('encrypted_sms', 'is not', null);

/** Consent requests that one answer can be about; a number usually has only a few. */
const ASKED_MAX = 50;

/** The newest mandates that wait for the answer of a number by SMS, in the order in which they are locked. */
export async function readAsked(tx: Tx, phone: string): Promise<string[]> {
  const rows = await askedBySms(tx, phone)
    .innerJoin('mandates', (join) =>
      join
        .onRef('mandates.organization_id', '=', 'consent_attempts.organization_id')
        .onRef('mandates.id', '=', 'consent_attempts.mandate_id'),
    )
    .where('mandates.state', '=', 'PENDING_VERIFICATION')
    .select('mandate_id')
    .orderBy('mandate_id', 'desc')
    .limit(ASKED_MAX)
    .execute();
  return rows.map(({ mandate_id: id }) => id).toReversed();
}

/**
 * Locks the request by SMS about a mandate, which the caller has locked; null where it was answered
 * meanwhile.
 */
export async function lockAsked(tx: Tx, phone: string, mandateId: string) {
  const row = await askedBySms(tx, phone)
    .selectAll()
    .where('mandate_id', '=', mandateId)
    .forUpdate()
    .$narrowType<{ encrypted_sms: NotNull }>()
    .executeTakeFirst();
  return row ?? null;
}
/** A request that was sent by SMS. */
export type AskedBySms = NonNullable<Awaited<ReturnType<typeof lockAsked>>>;

/** Deletes an unfinished answer with its account. */
export async function endAttempt(tx: Tx, mandateId: string): Promise<void> {
  await tx.deleteFrom('consent_attempts').where('mandate_id', '=', mandateId).execute();
}

/**
 * Deletes unfinished answers to closed requests, and their links thirty days later: until then a link shows
 * what became of the request.
 */
export async function forgetConsentRequests(tx: PlatformTx, now: Date): Promise<void> {
  const waits = sql`('GENERATED', 'PENDING_VERIFICATION')`;
  const today = await businessTime(tx, now);
  const before = new Date(today.getTime() - KEEP_LINKS_DAYS * DAY_MS);
  await sql`delete from consent_links l using mandates m
    where m.organization_id = l.organization_id and m.id = l.mandate_id
      and m.state not in ${waits} and m.updated_at < ${before}`.execute(tx);
  await sql`delete from consent_attempts a using mandates m
    where m.organization_id = a.organization_id and m.id = a.mandate_id
      and m.state not in ${waits}`.execute(tx);
}
