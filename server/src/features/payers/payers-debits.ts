import { causeOf } from '@tegeka/contract/collections/causes.ts';
import type { Collection } from '@tegeka/contract/collections/collections.ts';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { sayDay } from '@tegeka/contract/mandates/mandate-words.ts';
import { collectionOf, collections } from '#features/collections/collections-store.ts';
import { isDisputable, isTaken, stands } from '#features/disputes/disputes-service.ts';
import { type Dispute, readDisputes } from '#features/disputes/disputes-store.ts';
import type { PayerMandate } from '#features/mandates/mandates-payer.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { type Html, html } from '#platform/http/html.ts';

/** Debits that the page of a mandate shows, the newest. */
const MOST = 24;

/** A debit as its payer reads it. */
export interface PayerDebit extends Collection {
  dispute: Dispute | null;
  /** True while the payer can dispute it. */
  canDispute: boolean;
}

/** What was and will be debited by a mandate, by day, the newest first. */
export async function readPayerDebits(
  tx: PlatformTx,
  { organizationId, mandate }: PayerMandate,
  today: string,
): Promise<PayerDebit[]> {
  const rows = await collections(tx)
    .where('collections.organization_id', '=', organizationId)
    .where('mandate_id', '=', mandate.id)
    .orderBy('collect_on', 'desc')
    .orderBy('collections.id', 'desc')
    .limit(MOST)
    .execute();
  const ids = rows.map(({ id }) => id);
  const disputes = await readDisputes(tx, organizationId, ids);
  return rows.map((row) => {
    const debit = collectionOf(row);
    const dispute = disputes.get(debit.id) ?? null;
    return { ...debit, dispute, canDispute: !stands(dispute) && isDisputable(debit, today) };
  });
}

const isAtBank = ({ state }: Collection) => state === 'PROCESSING' || state === 'UNKNOWN';

function becameWords({ state, cause }: Collection): string {
  switch (state) {
    case 'PENDING':
      return 'Will be taken';
    case 'PROCESSING':
    case 'UNKNOWN':
      return 'With your bank';
    case 'CLEARED':
    case 'SETTLED':
      return 'Taken';
    case 'RETURNED':
      return 'Given back to you';
    case 'FAILED':
    case 'REJECTED':
      return cause === null ? 'Not taken' : `Not taken. ${causeOf(cause).text}`;
    case 'CANCELLED':
      return 'Cancelled: not taken';
  }
}

const debitPath = ({ mandate, reference }: Collection) =>
  `/me/mandates/${mandate.reference}/debits/${reference}`;

function disputeWords({ state, refusal, openedAt }: Dispute): string {
  switch (state) {
    case 'OPEN':
      return `You disputed it on ${sayDay(isoDay(openedAt))}. Your bank decides.`;
    case 'ACCEPTED':
      return 'Your bank accepts that you dispute it, and gives the money back.';
    case 'REFUSED':
      return `You disputed it, and your bank refuses: ${refusal}`;
  }
}

/** What became of a dispute, while the money was not given back. */
const disputed = (debit: PayerDebit): Html | null =>
  debit.dispute === null || debit.state === 'RETURNED'
    ? null
    : html`<br />${disputeWords(debit.dispute)}`;

/** What was and will be debited, each that was taken with its receipt. */
export function debitList(debits: readonly PayerDebit[]): Html | null {
  if (debits.length === 0) return null;
  return html`<h2>Debits</h2>
    <ul class="plain">
      ${debits.map(
        (debit) =>
          html`<li>
            <b>${showMoney(debit.amount)}</b> on ${sayDay(debit.collectionDay)}
            <span class="quiet">${becameWords(debit)}.</span>
            ${disputed(debit)}
            ${isTaken(debit) ? html`<br /><a href="${debitPath(debit)}">Receipt</a>` : null}
            ${debit.canDispute ? html`<a class="next" href="${`${debitPath(debit)}/dispute`}">Dispute</a>` : null}
          </li>`,
      )}
    </ul>`;
}

/** Before and after a mandate is stopped: what the bank has already still goes. */
export function stillGoes(debits: readonly Collection[]): Html | null {
  const sent = debits.filter(isAtBank);
  if (sent.length === 0) return null;
  return html`<div class="box">
    <p>Your bank has been asked already. This is still taken:</p>
    <ul>
      ${sent.map(
        ({ amount, collectionDay }) =>
          html`<li>${showMoney(amount)} on ${sayDay(collectionDay)}</li>`,
      )}
    </ul>
  </div>`;
}

/** The receipt of a debit that was taken, to be printed; null for one that was not taken. */
export function receiptView(
  { mandate, merchantName }: PayerMandate,
  debit: PayerDebit,
): Html | null {
  if (!isTaken(debit)) return null;
  return html`<header>Receipt<small>${merchantName}</small></header>
    <main>
      <h1>${showMoney(debit.amount)}</h1>
      <dl>
        <dt>Taken by</dt>
        <dd>${merchantName}</dd>
        ${
          mandate.paysFor === null
            ? null
            : html`<dt>For</dt>
                <dd>${mandate.paysFor}</dd>`
        }
        <dt>Taken on</dt>
        <dd>${sayDay(debit.collectionDay)}</dd>
        <dt>From the account</dt>
        <dd>${debit.customerBankName}, ends in ${debit.accountLastFour}</dd>
        ${
          debit.merchantReference === null
            ? null
            : html`<dt>Their reference</dt>
                <dd>${debit.merchantReference}</dd>`
        }
        <dt>Reference</dt>
        <dd>${debit.reference}</dd>
        <dt>Direct debit</dt>
        <dd>${mandate.reference}</dd>
      </dl>
      <p><a href="${`/me/mandates/${mandate.reference}`}">Back</a></p>
    </main>`;
}
