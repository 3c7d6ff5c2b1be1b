import type { Evidence } from '@tegeka/contract/mandates/mandate-documents.ts';
import type { Mandate } from '@tegeka/contract/mandates/mandates.ts';
import { mandateDetails, mandateSentence } from '@tegeka/contract/mandates/mandate-words.ts';
import { sql, type SqlBool } from 'kysely';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { customersWithPhone } from '#features/customers/customers-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { accountFingerprints } from './mandates-accounts.ts';
import { sendConsentLink } from './mandates-asking.ts';
import { cancelMandate, lockQuestion } from './mandates-confirming.ts';
import { payerActor, type Trace } from './mandates-consent.ts';
import {
  newEvidence,
  readEvidence,
  shownTerms,
  writeEvidence,
} from './documents/mandates-evidence-store.ts';
import { hasEnded, mandateOf, type MandateRow, mandates } from './mandates-store.ts';

/**
 * Whose mandates are shown to a payer: those whose customer has this phone now AND whose account has
 * one of these fingerprints. The phone alone is not enough, since numbers are given to others.
 */
export interface PayerKey {
  phone: string;
  fingerprints: readonly string[];
}

/** A mandate as its payer reads it. */
export interface PayerMandate {
  /** The merchant's. */
  organizationId: string;
  mandate: Mandate;
  merchantName: string;
  sentence: string;
  details: string[];
  /** True while the payer can stop it. */
  stands: boolean;
}

/** Mandates that a page shows at the most, newest first. */
const MOST = 100;

const withPhone = (phone: string) =>
  sql<SqlBool>`(mandates.organization_id, mandates.customer_id) in (${customersWithPhone(phone)})`;

/** What the payer was ever asked: those not sent yet are the merchant's own. */
const asked = (tx: PlatformTx) =>
  mandates(tx)
    .where('mandates.state', '!=', 'GENERATED')
    .where('account_fingerprint', 'is not', null);

const ofPayer = (tx: PlatformTx, { phone, fingerprints }: PayerKey) =>
  asked(tx)
    .where('account_fingerprint', 'in', [...fingerprints])
    .where(withPhone(phone));

function payerMandateOf(row: MandateRow): PayerMandate {
  const mandate = mandateOf(row);
  const merchantName = row.merchant_name;
  return {
    organizationId: row.organization_id,
    mandate,
    merchantName,
    sentence: mandateSentence(merchantName, mandate),
    details: mandateDetails(mandate),
    stands: !hasEnded(row),
  };
}

/** True where a mandate belongs to a phone, whatever its account. */
export async function isPayer(tx: PlatformTx, phone: string): Promise<boolean> {
  const row = await asked(tx).where(withPhone(phone)).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Questions that are sent again to a phone that has lost its link, the newest ones. */
const LOST_MOST = 2;

/** Sends the links of questions once more that wait for an answer on the page; they end as before. */
export async function sendLostLinks(
  ctx: AppContext,
  tx: PlatformTx,
  phone: string,
  now: Date,
): Promise<void> {
  const waiting = await mandates(tx)
    .where('mandates.state', '=', 'PENDING_VERIFICATION')
    .where('consent_way', '=', 'PAGE')
    .where(withPhone(phone))
    .orderBy('mandates.id', 'desc')
    .limit(LOST_MOST)
    .execute();
  const at = await businessTime(tx, now);
  for (const row of waiting) await sendConsentLink(ctx, tx, row, { mobile: phone, at });
}

/** The fingerprints of an account number at the banks where a phone has mandates; empty where none fits. */
export async function findPayerAccount(
  ctx: Pick<AppContext, 'keys'>,
  tx: PlatformTx,
  phone: string,
  accountNumber: string,
): Promise<string[]> {
  const rows = await asked(tx).where(withPhone(phone)).execute();
  const banks = new Set(rows.flatMap(({ bank_id: bankId }) => bankId ?? []));
  const tried = [...banks].flatMap((bankId) => accountFingerprints(ctx, bankId, accountNumber));
  const known = new Set(rows.map((row) => row.account_fingerprint));
  return tried.filter((fingerprint) => known.has(fingerprint));
}

/** The mandates of a payer, newest first. */
export async function readPayerMandates(tx: PlatformTx, key: PayerKey): Promise<PayerMandate[]> {
  const rows = await ofPayer(tx, key).orderBy('mandates.id', 'desc').limit(MOST).execute();
  return rows.map(payerMandateOf);
}

/** A mandate of a payer with its evidence; null where the payer has none with this reference. */
export async function findPayerMandate(
  ctx: Pick<AppContext, 'files'>,
  tx: PlatformTx,
  key: PayerKey,
  reference: string,
): Promise<(PayerMandate & { evidence: Evidence[] }) | null> {
  const row = await ofPayer(tx, key).where('reference', '=', reference).executeTakeFirst();
  if (!row) return null;
  return { ...payerMandateOf(row), evidence: await readEvidence(ctx, tx, row) };
}

/** What became of a mandate that a payer stops. */
export type StopResult = 'STOPPED' | 'ENDED_BEFORE' | 'UNKNOWN';

/**
 * Stops a mandate for good, with what waits to replace it: a consent that was stopped does not go on
 * in another mandate. Of many stops at once one counts.
 */
export async function stopByPayer(
  ctx: AppContext,
  tx: PlatformTx,
  key: PayerKey,
  { reference, reason, trace }: { reference: string; reason: string | null; trace: Trace },
): Promise<StopResult> {
  const found = await ofPayer(tx, key).where('reference', '=', reference).executeTakeFirst();
  if (!found) return 'UNKNOWN';
  const ofSeries = asked(tx)
    .where('mandates.organization_id', '=', found.organization_id)
    .where((eb) => eb.or([eb('mandates.id', '=', found.id), eb('replaces_id', '=', found.id)]))
    .orderBy('mandates.id', 'desc');
  for (const row of await ofSeries.execute()) await lockQuestion(tx, row);
  // The newer one first, as the bank's confirmation locks them.
  const rows = await ofSeries.forUpdate('mandates').execute();
  const standing = rows.filter((row) => !hasEnded(row));
  if (!standing.some(({ id }) => id === found.id)) return 'ENDED_BEFORE';
  const at = await businessTime(tx, trace.now);
  for (const row of standing) {
    const shown = payerMandateOf(row);
    const actor = payerActor(shown.mandate);
    await writeEvidence(tx, row, {
      ...newEvidence(ctx, shownTerms(shown), trace),
      kind: 'STOPPED',
      way: 'PAYER_PAGE',
      at,
      payerName: row.account_name ?? shown.mandate.customer.name,
      phone: key.phone,
      reason,
    });
    const one = { id: row.id, organizationId: row.organization_id };
    const fullReason = reason ?? 'Stopped by the payer';
    await cancelMandate(ctx, tx, one, { actor, reason: fullReason, now: trace.now });
  }
  return 'STOPPED';
}
