import { showMoney } from '@tegeka/contract/kit/money.ts';
import { sayDay } from '@tegeka/contract/mandates/mandate-texts.ts';
import { findOfficers } from '#features/banks/banks-store.ts';
import {
  type DisputeResult,
  openDispute,
  payerOf,
  stands,
} from '#features/disputes/disputes-service.ts';
import type { PayerMandate } from '#features/mandates/mandates-payer.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { html } from '#platform/http/html.ts';
import {
  type Errors,
  field,
  invalid,
  notePage,
  page,
  REASON_MAX,
  reasonOf,
} from '#platform/http/page-parts.ts';
import type { PageAnswer, PageRequest } from '#platform/http/public-pages.ts';
import type { PayerDebit } from './payers-debits.ts';

/** A debit of a payer's mandate. */
interface Found {
  one: PayerMandate;
  debit: PayerDebit;
}

const backTo = ({ mandate }: PayerMandate) =>
  html`<p><a href="${`/me/mandates/${mandate.reference}`}">Back to the debits</a></p>`;

function disputeForm(
  { one, debit }: Found,
  { form }: Pick<PageRequest, 'form'>,
  errors: Errors = {},
): PageAnswer {
  const hint = `Your bank and ${one.merchantName} read it.`;
  const view = html`<header>${one.merchantName}<small>Reference ${debit.reference}</small></header>
    <main>
      <h1>Dispute ${showMoney(debit.amount)} of ${sayDay(debit.collectionDay)}?</h1>
      <p>
        ${debit.customerBankName} decides. Nothing is given back before your bank has agreed, and
        further debits go on.
      </p>
      <form method="post">
        ${field({ name: 'reason', label: 'Why is this debit wrong?', hint, errors }, html`<textarea id="reason" name="reason" rows="4" required maxlength="${String(REASON_MAX)}" ${invalid(errors, 'reason')}>${form['reason'] ?? ''}</textarea>`)}
        <button>Dispute this debit</button>
      </form>
      ${backTo(one)}
    </main>`;
  return page(Object.keys(errors).length === 0 ? 200 : 422, 'Dispute a debit', view);
}

const RESULTS: Record<DisputeResult, (bank: string) => { title: string; text: string }> = {
  OPENED: (bank) => ({
    title: 'Your bank looks at it',
    text: `${bank} decides. You see with the debit what it says.`,
  }),
  DISPUTED_BEFORE: (bank) => ({
    title: 'You have disputed it already',
    text: `${bank} knows. You see with the debit what it says.`,
  }),
  TOO_LATE: (bank) => ({
    title: 'It can not be disputed here',
    text: `Only a debit that was taken in the last 8 weeks can be disputed here. Turn to ${bank}, and name the reference of the debit.`,
  }),
  NO_OFFICERS: (bank) => ({
    title: 'Turn to your bank',
    text: `${bank} does not take disputes here. Go to a branch or call, and name the reference of the debit.`,
  }),
};

function resultPage({ one, debit }: Found, result: DisputeResult): PageAnswer {
  const { title, text } = RESULTS[result](debit.customerBankName);
  const done = result === 'OPENED';
  const more = html`<p class="quiet">Reference of the debit: ${debit.reference}</p>
    ${backTo(one)}`;
  return notePage(done ? 200 : 409, title, { heading: title, done, more }, [text]);
}

/** The form of a dispute, or why there is none. */
export async function askDispute(
  tx: PlatformTx,
  found: Found,
  request: PageRequest,
): Promise<PageAnswer> {
  const { canDispute, newestDispute, bank } = found.debit;
  if (!canDispute) return resultPage(found, stands(newestDispute) ? 'DISPUTED_BEFORE' : 'TOO_LATE');
  const officers = await findOfficers(tx, bank.id);
  return officers === null ? resultPage(found, 'NO_OFFICERS') : disputeForm(found, request);
}

export async function takeDispute(
  ctx: AppContext,
  tx: PlatformTx,
  found: Found,
  request: PageRequest,
): Promise<PageAnswer> {
  const reason = reasonOf(request);
  if (reason === '') return disputeForm(found, request, { reason: 'Say why, in a few words' });
  const { organizationId } = found.one;
  const { debit } = found;
  const opening = { by: 'PAYER', maker: payerOf(debit), reason, now: request.now } as const;
  return resultPage(found, await openDispute(ctx, tx, { organizationId, debit }, opening));
}
