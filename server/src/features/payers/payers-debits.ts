import { causeOf } from '@tegeka/contract/collections/causes.ts';
import type { Collection } from '@tegeka/contract/collections/collections.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { sayDay } from '@tegeka/contract/mandates/mandate-words.ts';
import { collectionOf, collections } from '#features/collections/collections-store.ts';
import type { PayerMandate } from '#features/mandates/mandates-payer.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { type Html, html } from '#platform/http/html.ts';

/** Debits that the page of a mandate shows, the newest. */
const MOST = 24;

/** What was and what will be debited by a mandate, by day, the newest first. */
export async function readPayerDebits(
  tx: PlatformTx,
  { organizationId, mandate }: PayerMandate,
): Promise<Collection[]> {
  const rows = await collections(tx)
    .where('collections.organization_id', '=', organizationId)
    .where('mandate_id', '=', mandate.id)
    .orderBy('collect_on', 'desc')
    .orderBy('collections.id', 'desc')
    .limit(MOST)
    .execute();
  return rows.map(collectionOf);
}

const isAtBank = ({ state }: Collection) => state === 'PROCESSING' || state === 'UNKNOWN';
const isTaken = ({ state }: Collection) => state === 'CLEARED' || state === 'SETTLED';

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

const receiptPath = ({ mandate, reference }: Collection) =>
  `/me/mandates/${mandate.reference}/debits/${reference}`;

/** What was and will be debited, each that was taken with its receipt. */
export function debitList(debits: readonly Collection[]): Html | null {
  if (debits.length === 0) return null;
  return html`<h2>Debits</h2>
    <ul class="plain">
      ${debits.map(
        (debit) =>
          html`<li>
            <b>${showMoney(debit.amount)}</b> on ${sayDay(debit.collectionDay)}
            <span class="quiet">${becameWords(debit)}.</span>
            ${isTaken(debit) ? html`<a href="${receiptPath(debit)}">Receipt</a>` : null}
          </li>`,
      )}
    </ul>`;
}

/** Before and after a mandate is stopped: what the bank has already still goes. */
export function stillGoes(debits: readonly Collection[]): Html | null {
  const [debit] = debits.filter(isAtBank);
  if (!debit) return null;
  return html`<p class="box">
    Your bank has been asked already for ${showMoney(debit.amount)} on
    ${sayDay(debit.collectionDay)}. This one is still taken.
  </p>`;
}

/** The receipt of a debit that was taken, to be printed; null where there is none. */
export function receiptView(
  { mandate, merchantName }: PayerMandate,
  debits: readonly Collection[],
  reference: string,
): Html | null {
  const debit = debits.find((one) => one.reference === reference && isTaken(one));
  if (!debit) return null;
  return html`<header>Receipt<small>${merchantName}</small></header>
    <main>
      <h1>${showMoney(debit.amount)}</h1>
      <dl>
        <dt>Taken by</dt>
        <dd>${merchantName}</dd>
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
