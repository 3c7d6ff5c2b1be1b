import { type FailureReason, getFailureReason } from '@tegeka/contract/debits/failure-reasons.ts';
import type { Debit } from '@tegeka/contract/debits/debits.ts';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { sayDay } from '@tegeka/contract/mandates/mandate-texts.ts';
import { debitOf, type DebitRow, selectDebits } from '#features/debits/debits-store.ts';
import { sql, type SqlBool } from 'kysely';
import { isDisputable, isCollected, stands } from '#features/disputes/disputes-service.ts';
import { type Dispute, readDisputes } from '#features/disputes/disputes-store.ts';
import type { PayerMandate } from '#features/mandates/mandates-payer.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { type Html, html } from '#platform/http/html.ts';

/** Debits on a page. */
const PAGE_SIZE = 24;

/** A debit as its payer reads it. */
export interface PayerDebit extends Debit {
  newestDispute: Dispute | null;
  /** True while the payer can dispute it. */
  canDispute: boolean;
}

/** A page of the debits of a mandate. */
export interface PayerDebits {
  debits: readonly PayerDebit[];
  /** True where there are earlier ones. */
  hasEarlier: boolean;
}

const debitsOf = (tx: PlatformTx, { organizationId, mandate }: PayerMandate) =>
  selectDebits(tx)
    .where('debits.organization_id', '=', organizationId)
    .where('mandate_id', '=', mandate.id);

async function readEach(
  tx: PlatformTx,
  { organizationId }: PayerMandate,
  rows: readonly DebitRow[],
  today: string,
): Promise<PayerDebit[]> {
  const ids = rows.map(({ id }) => id);
  const disputes = await readDisputes(tx, organizationId, ids);
  return rows.map((row) => {
    const debit = debitOf(row);
    const dispute = disputes.get(debit.id) ?? null;
    const canDispute = !stands(dispute) && isDisputable(debit, { dispute, today });
    return { ...debit, newestDispute: dispute, canDispute };
  });
}

/** A page of past and future debits of a mandate, the newest first, or of those before one. */
export async function readPayerDebits(
  tx: PlatformTx,
  one: PayerMandate,
  { today, before = null }: { today: string; before?: Debit | null },
): Promise<PayerDebits> {
  const rows = await debitsOf(tx, one)
    .$if(before !== null, (query) =>
      query.where(
        sql<SqlBool>`(collect_on, debits.id)
          < (${before?.collectionDay}::date, ${before?.id}::uuid)`,
      ),
    )
    .orderBy('collect_on', 'desc')
    .orderBy('debits.id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();
  const debits = await readEach(tx, one, rows.slice(0, PAGE_SIZE), today);
  return { debits, hasEarlier: rows.length > PAGE_SIZE };
}

/** One debit of a mandate; null where it has none of that reference. */
export async function findPayerDebit(
  tx: PlatformTx,
  one: PayerMandate,
  { reference, today }: { reference: string; today: string },
): Promise<PayerDebit | null> {
  const rows = await debitsOf(tx, one).where('reference', '=', reference).execute();
  const [debit] = await readEach(tx, one, rows, today);
  return debit ?? null;
}

/** Debits of all mandates of a series that were sent to the bank and have no result yet, by day. */
export async function readAtBank(
  tx: PlatformTx,
  { organizationId, mandate }: PayerMandate,
): Promise<Debit[]> {
  const rows = await selectDebits(tx)
    .where('debits.organization_id', '=', organizationId)
    .where('series_id', '=', mandate.series)
    .where('debits.state', 'in', ['PROCESSING', 'UNKNOWN'])
    .orderBy('collect_on')
    .orderBy('debits.id')
    .execute();
  return rows.map(debitOf);
}

/** Why a debit was not taken: the failure reason from the bank, or the text for payers of a failure reason of our own. */
function notCollected({ state, failureReason, nextTryDay }: Debit): string {
  const why: FailureReason | null = failureReason === null ? null : getFailureReason(failureReason);
  const isOfBank = state === 'FAILED' && why !== null && why.codes.length > 0;
  const explanation = isOfBank ? why.text : why?.payerText;
  return [
    nextTryDay === null ? 'Not taken' : 'Not taken yet',
    ...(explanation === undefined ? [] : [explanation]),
    ...(nextTryDay === null ? [] : [`It is tried again on ${sayDay(nextTryDay)}`]),
  ].join('. ');
}

function stateLabels(debit: Debit): string {
  const { state, failureReason } = debit;
  switch (state) {
    case 'PENDING':
      return debit.obstacle === null ? 'Will be taken' : 'Not taken at present';
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
      // The bank has refused and accepted it: the outcome is not known.
      return failureReason === 'CONTRADICTED' ? 'With your bank' : notCollected(debit);
    case 'CANCELLED':
      return 'Cancelled: not taken';
  }
}

const debitPath = ({ mandate, reference }: Debit) =>
  `/me/mandates/${mandate.reference}/debits/${reference}`;

function disputeText({ state, refusal, openedAt }: Dispute): string {
  switch (state) {
    case 'OPEN':
      return `You disputed it on ${sayDay(isoDay(openedAt))}. Your bank decides.`;
    case 'ACCEPTED':
      return 'Your bank accepts that you dispute it, and gives the money back. If it has not come within 10 days, ask your bank.';
    case 'REFUSED':
      return `You disputed it, and your bank refuses: ${refusal}`;
    case 'LAPSED':
      return 'You disputed it, and your bank did not decide in time. You can dispute it again.';
  }
}

/** What became of a dispute, while the money was not given back. */
const disputed = (debit: PayerDebit): Html | null =>
  debit.newestDispute === null || debit.state === 'RETURNED'
    ? null
    : html`<br />${disputeText(debit.newestDispute)}`;

/** Past and future debits, with receipts of those that were taken. */
export function debitList({ debits, hasEarlier }: PayerDebits): Html | null {
  const last = debits.at(-1);
  if (!last) return null;
  return html`<h2>Debits</h2>
    <ul class="plain">
      ${debits.map(
        (debit) =>
          html`<li>
            <b>${showMoney(debit.amount)}</b> on ${sayDay(debit.collectionDay)}
            <span class="quiet">${stateLabels(debit)}.</span>
            ${disputed(debit)}
            ${isCollected(debit) ? html`<br /><a href="${debitPath(debit)}">Receipt</a>` : null}
            ${debit.canDispute ? html`<a class="next" href="${`${debitPath(debit)}/dispute`}">Dispute</a>` : null}
          </li>`,
      )}
    </ul>
    ${hasEarlier ? html`<p><a href="${`${debitPath(last)}/earlier`}">Earlier</a></p>` : null}`;
}

/** Earlier debits of a mandate. */
export const earlierView = ({ mandate, merchantName }: PayerMandate, debits: PayerDebits): Html =>
  html`<header>${merchantName}<small>Reference ${mandate.reference}</small></header>
    <main>
      ${debitList(debits) ?? html`<p>There are no earlier debits.</p>`}
      <p><a href="${`/me/mandates/${mandate.reference}`}">Back to the newest</a></p>
    </main>`;

/** Debits that were sent to the bank, which a stop does not prevent. */
export function stillGoes(debits: readonly Debit[]): Html | null {
  if (debits.length === 0) return null;
  return html`<div class="box">
    <p>Your bank has been asked already. This is still taken:</p>
    <ul>
      ${debits.map(
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
  if (!isCollected(debit)) return null;
  return html`<header>Receipt<small>${merchantName}</small></header>
    <main>
      <h1>${showMoney(debit.amount)}</h1>
      <dl>
        <dt>Taken by</dt>
        <dd>${merchantName}</dd>
        ${
          mandate.paymentFor === null
            ? null
            : html`<dt>For</dt>
                <dd>${mandate.paymentFor}</dd>`
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
