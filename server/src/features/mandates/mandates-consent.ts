import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import { mandateDetails, mandateSentence } from '@tegeka/contract/mandates/mandate-texts.ts';
import type { Mandate } from '@tegeka/contract/mandates/mandates.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { readCustomer } from '#features/customers/customers-store.ts';
import { readActiveMerchants } from '#features/merchants/merchants-references.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Actor } from '#platform/state/transition.ts';
import { accountColumns, type MandateAccount } from './mandates-accounts.ts';
import { mobileOf, tokenHash } from './mandates-consent-request.ts';
import { ASKED_DAYS } from './mandates-next-action.ts';
import { waitForBank } from './mandates-bank-request.ts';
import { isReplaced } from './collection/mandates-replacement.ts';
import { endAttempt, findLink } from './mandates-consent-store.ts';
import {
  hasEvidence,
  type ClientInfo,
  writeEvidence,
} from './documents/mandates-evidence-store.ts';
import { logoPath } from './documents/mandates-logo.ts';
import {
  hasEnded,
  mandateOf,
  type MandateRow,
  readMandateRow,
  transitionMandate,
} from './mandates-store.ts';

/** A link that can still be answered, and what the payer is shown. */
export interface OpenLink {
  kind: 'OPEN';
  row: MandateRow;
  mandate: Mandate;
  merchantName: string;
  /** The phone that a code goes to and counts from; null where the customer has none by now. */
  mobile: string | null;
  /** The path of the merchant's logo; null where it is missing or too large, and outside of pages. */
  logo: string | null;
  sentence: string;
  details: string[];
  /**
   * The reference of the mandate that it is meant to replace, which stays in force until then; null without
   * one.
   */
  present: string | null;
}

/** What a link leads to. */
export type ConsentLink =
  | OpenLink
  | { kind: 'UNKNOWN' | 'EXPIRED' | 'ANSWERED' | 'WITHDRAWN' | 'ENDED' | 'REPLACED' | 'CLOSED' };

/** The payer, as timelines name them. */
export const payerActor = ({ customer }: Mandate): Actor => ({
  kind: 'CONSUMER',
  id: customer.id,
  name: customer.name,
});

/** Finds what a link leads to; `lock` locks its mandate until the transaction ends. */
export async function openLink(
  tx: Tx,
  token: string,
  { now, lock }: { now: Date; lock: boolean },
): Promise<ConsentLink> {
  const link = await findLink(tx, tokenHash(token));
  if (!link) return { kind: 'UNKNOWN' };
  const ends = link.lastSentAt.getTime() + ASKED_DAYS * DAY_MS;
  const request = await openConsentRequest(tx, link.mandateId, lock);
  const isOver = (await businessTime(tx, now)).getTime() >= ends;
  if (request.kind !== 'OPEN') return request;
  if (isOver) return { kind: 'EXPIRED' };
  const { organizationId } = link;
  return { ...request, logo: await logoPath(tx, { token, organizationId }) };
}

/** Why a request is closed. */
async function closedKind(tx: Tx, row: MandateRow): Promise<Exclude<ConsentLink['kind'], 'OPEN'>> {
  if (row.state === 'REJECTED' || !hasEnded(row)) return 'ANSWERED';
  if (await isReplaced(tx, row)) return 'REPLACED';
  if (await hasEvidence(tx, row)) return 'ENDED';
  return row.state === 'EXPIRED' ? 'EXPIRED' : 'WITHDRAWN';
}

/** The reference of the mandate that is to be replaced; null where there is none or it has ended. */
async function readPresent(tx: Tx, { replaces_id: id }: MandateRow): Promise<string | null> {
  if (id === null) return null;
  const present = await readMandateRow(tx, id);
  return hasEnded(present) ? null : present.reference;
}

/**
 * Returns the request to the payer of a mandate, or why it is closed: CLOSED while the business is not
 * active. Locks the mandate where `lock` is set.
 */
export async function openConsentRequest(
  tx: Tx,
  mandateId: string,
  lock = true,
): Promise<ConsentLink> {
  const row = await readMandateRow(tx, mandateId, lock);
  if (row.state !== 'PENDING_VERIFICATION') return { kind: await closedKind(tx, row) };
  const { organization_id: owner } = row;
  if (!(await readActiveMerchants(tx, [owner])).has(owner)) return { kind: 'CLOSED' };
  const mandate = mandateOf(row);
  const merchantName = row.merchant_name;
  return {
    kind: 'OPEN',
    row,
    mandate,
    merchantName,
    mobile: mobileOf(await readCustomer(tx, row.customer_id)),
    logo: null,
    sentence: mandateSentence(merchantName, mandate),
    details: mandateDetails(mandate),
    present: await readPresent(tx, row),
  };
}

/** How a request was answered. */
export interface Answered {
  way: 'PAGE' | 'SMS';
  /** What the payer has read. */
  shown: string;
  clientInfo: ClientInfo;
}

/** Writes the consent down with its evidence and asks the payer's bank. */
export async function consent(
  ctx: AppContext,
  tx: Tx,
  link: OpenLink,
  { account, ...answered }: Answered & { account: MandateAccount | null },
): Promise<void> {
  const { row, mandate, mobile: phone } = link;
  const at = await businessTime(tx, answered.clientInfo.now);
  await endAttempt(tx, row.id);
  await writeEvidence(ctx, tx, row, {
    ...answered,
    kind: 'CONSENTED',
    at,
    payerName: account?.name ?? mandate.accountName ?? mandate.customer.name,
    phone,
    reason: null,
  });
  await waitForBank(ctx, tx, row, {
    actor: payerActor(mandate),
    reason: null,
    at,
    ...(account && { set: accountColumns(account) }),
  });
}

/** The payer says no, and why. */
export async function declineConsent(
  ctx: AppContext,
  tx: Tx,
  link: OpenLink,
  answered: Answered & { reason: string },
): Promise<void> {
  const { row, mandate, mobile: phone } = link;
  const { reason, clientInfo } = answered;
  const at = await businessTime(tx, clientInfo.now);
  await endAttempt(tx, row.id);
  const payerName = mandate.customer.name;
  await writeEvidence(ctx, tx, row, { ...answered, kind: 'DECLINED', at, payerName, phone });
  const actor = payerActor(mandate);
  await transitionMandate(tx, { id: row.id, to: 'REJECTED', actor, reason, at });
}
