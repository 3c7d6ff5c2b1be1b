import { accountNumberShape } from '@tegeka/contract/mandates/mandate-commands.ts';
import { readConfirmingBanks } from '#features/banks/banks-store.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { html } from '#platform/http/html.ts';
import { payerHomeUrl } from '#platform/http/origins.ts';
import {
  type Errors,
  field,
  invalid,
  page,
  REASON_MAX,
  reasonOf,
  textInput,
} from '#platform/http/page-parts.ts';
import type { PageAnswer, PageRequest, PublicPage } from '#platform/http/public-pages.ts';
import { shownTerms } from '../documents/mandates-evidence-store.ts';
import { logoPage } from '../documents/mandates-logo.ts';
import { declineConsent, type OpenLink } from '../mandates-consent.ts';
import { typeAccount } from '../mandates-consent-code.ts';
import { codePages, typedErrors } from './mandates-code-pages.ts';
import { behindLinkOf, LINK, pathOf } from './mandates-link-pages.ts';
import { declined, head, terms, thanks } from './mandates-page-parts.ts';

async function consentPage(
  { config: { http } }: Pick<AppContext, 'config'>,
  tx: PlatformTx,
  link: OpenLink,
  request: PageRequest,
  errors: Errors = {},
): Promise<PageAnswer> {
  const banks = await readConfirmingBanks(tx, await businessTime(tx, request.now));
  const { bankId: chosen, agreed } = request.form;
  const options = banks.map(
    ({ id, name }) =>
      html`<option value="${id}" ${id === chosen ? html`selected` : null}>${name}</option>`,
  );
  const wrong = Object.keys(errors).length;
  const body = html`${head(link)}
    <main>
      ${wrong > 0 ? html`<p class="box" role="alert">${errors['form'] ?? 'Please correct what is marked below. Nothing you entered was lost.'}</p>` : null}
      ${errors['code'] ? html`<p><a href="${pathOf(request, '/code')}">${errors['code']}</a></p>` : null}
      ${terms(link, payerHomeUrl(http))}
      <h2>Your account</h2>
      <form method="post" action="${pathOf(request)}">
        ${field(
          { name: 'bankId', label: 'Your bank', errors },
          html`<select id="bankId" name="bankId" required ${invalid(errors, 'bankId')}>
            <option value="">Choose your bank</option>
            ${options}
          </select>`,
        )}
        ${field({ name: 'accountName', label: 'Name on the account', errors }, textInput('accountName', request, errors, html`autocomplete="name" maxlength="70"`))}
        ${field({ name: 'accountNumber', label: 'Account number', hint: '9 to 18 digits', errors }, textInput('accountNumber', request, errors, html`inputmode="numeric" autocomplete="off" maxlength="30"`))}
        <label for="agreed"
          ><input
            type="checkbox"
            id="agreed"
            name="agreed"
            value="yes"
            required
            ${agreed ? html`checked` : null}
            ${invalid(errors, 'agreed')}
          />I agree that ${link.merchantName} takes money from this account as said above</label
        >
        ${errors['agreed'] ? html`<span class="error" id="agreed-error">${errors['agreed']}</span>` : null}
        <p class="quiet">
          ${link.mobile === null ? 'You then get a code on your phone.' : `You then get a code by SMS on your phone that ends in ${link.mobile.slice(-3)}.`}
        </p>
        <button>Agree and get the code</button>
      </form>
      <p><a href="${pathOf(request, '/decline')}">I do not agree</a></p>
      <p class="quiet">Reference ${link.mandate.reference}</p>
    </main>`;
  return page(wrong > 0 ? 422 : 200, 'Your consent', body);
}

function accountErrors(form: PageRequest['form']): Errors {
  const { bankId = '', accountName = '', accountNumber = '', agreed } = form;
  return {
    ...(bankId === '' && { bankId: 'Choose your bank' }),
    ...(!/^[\p{L}\p{N}][^\p{C}]{1,69}$/u.test(accountName) && {
      accountName: 'Enter the name on the account',
    }),
    ...(!accountNumberShape.safeParse(accountNumber).success && {
      accountNumber: 'Enter the account number: 9 to 18 digits',
    }),
    ...(agreed !== 'yes' && { agreed: 'Tick the box if you agree' }),
  };
}

function declinePage(link: OpenLink, request: PageRequest, errors: Errors = {}): PageAnswer {
  const body = html`${head(link)}
    <main>
      <h1>You do not agree</h1>
      <p>${declined(link)} ${link.merchantName} is told, and can read your reason.</p>
      <form method="post">
        ${field({ name: 'reason', label: 'Why not?', errors }, html`<textarea id="reason" name="reason" rows="3" maxlength="${String(REASON_MAX)}" required ${invalid(errors, 'reason')}>${request.form['reason'] ?? ''}</textarea>`)}
        <button>Decline</button>
      </form>
    </main>`;
  return page(Object.keys(errors).length > 0 ? 422 : 200, 'Decline', body);
}

/** The pages behind a link. */
export function mandatePages(ctx: AppContext): PublicPage[] {
  const behindLink = behindLinkOf(ctx);
  return [
    logoPage(ctx),

    behindLink('GET', LINK, (tx, link, request) => consentPage(ctx, tx, link, request)),

    behindLink('POST', LINK, async (tx, link, request) => {
      const errors = accountErrors(request.form);
      if (Object.keys(errors).length > 0) return consentPage(ctx, tx, link, request, errors);
      const { bankId = '', accountName = '', accountNumber = '' } = request.form;
      const typed = {
        bankId,
        accountName,
        accountNumber: accountNumberShape.parse(accountNumber),
      };
      const result = await typeAccount(ctx, tx, link, typed, request);
      if (result !== 'SENT')
        return consentPage(ctx, tx, link, request, typedErrors(result, request.now));
      return { kind: 'redirect', to: pathOf(request, '/code') };
    }),

    ...codePages(ctx, behindLink),

    behindLink('GET', `${LINK}/decline`, async (_tx, link, request) => declinePage(link, request)),

    behindLink('POST', `${LINK}/decline`, async (tx, link, request) => {
      const reason = reasonOf(request);
      if (reason.length < 3)
        return declinePage(link, request, { reason: 'Say why in a few words' });
      await declineConsent(ctx, tx, link, {
        reason,
        way: 'PAGE',
        shown: shownTerms(link),
        clientInfo: request,
      });
      return thanks('You have declined', declined(link));
    }),
  ];
}
