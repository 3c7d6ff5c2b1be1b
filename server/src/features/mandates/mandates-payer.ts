import type { Evidence } from '@tegeka/contract/mandates/mandate-documents.ts';
import { MANDATE, type Mandate } from '@tegeka/contract/mandates/mandates.ts';
import { mandateDetails, mandateSentence } from '@tegeka/contract/mandates/mandate-texts.ts';
import { sql, type SqlBool } from 'kysely';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { customersWithPhone } from '#features/customers/customers-store.ts';
import { readActiveMerchants } from '#features/merchants/merchants-references.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import { accountFingerprints } from './mandates-accounts.ts';
import { countAskedAgain, sendConsentLink } from './mandates-consent-request.ts';
import { cancelMandate, lockConsentRequest } from './mandates-confirmation.ts';
import { readAtBank } from './collection/mandates-open-debits.ts';
import { payerActor } from './mandates-consent.ts';
import {
  readEvidence,
  shownTerms,
  type ClientInfo,
  writeEvidence,
} from './documents/mandates-evidence-store.ts';
import { hasEnded, mandateOf, type MandateRow, mandates } from './mandates-store.ts';
import type { SmsReply } from './messages/mandates-templates.ts';

/**
 * Whose mandates are shown to a payer: those whose customer has this phone now AND whose account has
 * one of these fingerprints. The phone alone is not enough, since numbers are given to others.
 */
export interface PayerKey {
  phone: string;
  fingerprints: readonly string[];
}

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

/** Ended mandates on a page, the newest. All others are shown: the payer must see each one that can debit. */
const ENDED_SHOWN = 50;

const withPhone = (phone: string) =>
  sql<SqlBool>`(mandates.organization_id, mandates.customer_id) in (${customersWithPhone(phone)})`;

/** Mandates that were sent to the payer and whose account is known. */
const wasAsked = sql<SqlBool>`mandates.state <> 'GENERATED'
  and mandates.account_fingerprint is not null`;
const asked = (tx: Tx) => mandates(tx).where(wasAsked);

const isCurrent = sql<SqlBool>`mandates.state <> all(${[...MANDATE.final]}::text[])`;

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

/** Returns true if a mandate with a known account belongs to a phone. */
export async function isPayer(tx: Tx, phone: string): Promise<boolean> {
  const row = await asked(tx).where(withPhone(phone)).limit(1).executeTakeFirst();
  return row !== undefined;
}

const LOST_LINKS = 2;

/** Sends new links for requests that wait for an answer on the page. The mandates expire as before. */
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
    .limit(LOST_LINKS)
    .execute();
  const at = await businessTime(tx, now);
  const owners = waiting.map((row) => row.organization_id);
  const active = await readActiveMerchants(tx, owners);
  for (const row of waiting.filter((one) => active.has(one.organization_id)))
    if ((await countAskedAgain(ctx, tx, row)).allowed)
      await sendConsentLink(ctx, tx, row, { mobile: phone, at });
}

/** The fingerprints of an account number at the banks where a phone has mandates; empty where none fits. */
export async function findPayerAccount(
  ctx: Pick<AppContext, 'keys'>,
  tx: PlatformTx,
  phone: string,
  accountNumber: string,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('mandates')
    .select(['bank_id', 'account_fingerprint'])
    .distinct()
    .where(wasAsked)
    .where(withPhone(phone))
    .execute();
  const banks = new Set(rows.flatMap(({ bank_id: bankId }) => bankId ?? []));
  const tried = [...banks].flatMap((bankId) => accountFingerprints(ctx, bankId, accountNumber));
  const known = new Set(rows.map((row) => row.account_fingerprint));
  return tried.filter((fingerprint) => known.has(fingerprint));
}

export interface PayerMandates {
  current: PayerMandate[];
  ended: PayerMandate[];
}

/** The mandates of a payer, the newest first. */
export async function readPayerMandates(tx: PlatformTx, key: PayerKey): Promise<PayerMandates> {
  const newestFirst = ofPayer(tx, key).orderBy('mandates.id', 'desc');
  const current = await newestFirst.where(isCurrent).execute();
  const ended = await newestFirst
    .where(sql<SqlBool>`not ${isCurrent}`)
    .limit(ENDED_SHOWN)
    .execute();
  return { current: current.map(payerMandateOf), ended: ended.map(payerMandateOf) };
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

export type StopResult = 'STOPPED' | 'ENDED_BEFORE' | 'UNKNOWN';

interface StopCommand {
  reason: string | null;
  clientInfo: ClientInfo;
}

export async function stopByPayer(
  ctx: AppContext,
  tx: PlatformTx,
  key: PayerKey,
  { reference, ...command }: StopCommand & { reference: string },
): Promise<StopResult> {
  const found = await ofPayer(tx, key).where('reference', '=', reference).executeTakeFirst();
  if (!found) return 'UNKNOWN';
  return stop(ctx, tx, found, { ...command, phone: key.phone, way: 'PAYER_PAGE' });
}

/**
 * Stops a mandate by an SMS from its customer's phone. The reference was in the SMS that asked: a later
 * owner of the number does not know it.
 */
export async function stopBySms(
  ctx: AppContext,
  tx: Tx,
  phone: string,
  { reference, clientInfo }: { reference: string; clientInfo: ClientInfo },
): Promise<SmsReply> {
  const found = await asked(tx)
    .where(withPhone(phone))
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (!found) return { result: 'REFERENCE_UNKNOWN' };
  const result = await stop(ctx, tx, found, { reason: null, clientInfo, phone, way: 'SMS' });
  if (result !== 'STOPPED') return { result: 'ENDED_BEFORE' };
  const atBank = await readAtBank(tx, found);
  return { result, merchantName: found.merchant_name, reference, atBank };
}

/**
 * Cancels a mandate and those that replace it, confirmed or not: a stopped consent does not carry over. Only
 * one of several concurrent stops takes effect.
 */
async function stop(
  ctx: AppContext,
  tx: Tx,
  found: MandateRow,
  { reason, clientInfo, phone, way }: StopCommand & { phone: string; way: 'PAYER_PAGE' | 'SMS' },
): Promise<StopResult> {
  const ofSeries = asked(tx)
    .where('mandates.organization_id', '=', found.organization_id)
    .where('mandates.series_id', '=', found.series_id)
    // Ids are ordered by time: replacements have higher ids.
    .where('mandates.id', '>=', found.id)
    .orderBy('mandates.id', 'desc');
  for (const row of await ofSeries.execute()) await lockConsentRequest(tx, row);
  // The newest first, the lock order of the bank's confirmation.
  const rows = await ofSeries.forUpdate('mandates').execute();
  const current = rows.filter((row) => !hasEnded(row));
  if (current.length === 0) return 'ENDED_BEFORE';
  const at = await businessTime(tx, clientInfo.now);
  for (const row of current) {
    const shown = payerMandateOf(row);
    const actor = payerActor(shown.mandate);
    await writeEvidence(ctx, tx, row, {
      kind: 'STOPPED',
      way,
      shown: shownTerms(shown),
      clientInfo,
      at,
      payerName: row.account_name ?? shown.mandate.customer.name,
      phone,
      reason,
    });
    const fullReason = reason ?? 'Stopped by the payer';
    await cancelMandate(ctx, tx, row, { actor, reason: fullReason, now: clientInfo.now });
  }
  return 'STOPPED';
}
