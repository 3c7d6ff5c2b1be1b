import { accountNumberShape } from '@tegeka/contract/mandates/mandate-writing.ts';
import { readConfirmingBanks } from '#features/banks/banks-store.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { html } from '#platform/http/html.ts';
import { payerHomePath, payerHomeUrl } from '#platform/http/origins.ts';
import { type Errors, field, invalid, page, textInput } from '#platform/http/page-parts.ts';
import type { PageAnswer, PageRequest, PublicPage } from '#platform/http/public-pages.ts';
import { declineConsent, openLink, type OpenLink } from './mandates-consent.ts';
import {
  confirmConsent,
  readTypedEnd,
  sendNewCode,
  typeAccount,
  type TypedResult,
} from './mandates-consent-code.ts';
import { shownTerms } from './documents/mandates-evidence-store.ts';
import { logoPage } from './documents/mandates-logo.ts';
import { closed, head, terms, thanks } from './mandates-page-parts.ts';

const LINK = '/mandates/:token';

const pathOf = ({ params }: PageRequest, more = '') => `/mandates/${params['token'] ?? ''}${more}`;

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
    ...(!/^[\p{L}\p{N}][^\p{C}]{1,69}$/u.test(accountName.trim()) && {
      accountName: 'Enter the name on the account',
    }),
    ...(!accountNumberShape.safeParse(accountNumber).success && {
      accountNumber: 'Enter the account number: 9 to 18 digits',
    }),
    ...(agreed !== 'yes' && { agreed: 'Tick the box if you agree' }),
  };
}

const TYPED_ERRORS: Record<Exclude<TypedResult, 'SENT'>, Errors> = {
  BANK_UNKNOWN: { bankId: 'This bank confirms no mandates yet. Choose another one.' },
  TOO_SOON: {
    form: 'A code was sent a moment ago. Wait a minute before you ask for another.',
    code: 'Enter the code that you have',
  },
  TOO_MANY: {
    form: 'Too many codes were sent. You can ask for another one in 24 hours.',
    code: 'Enter the code that you have',
  },
  NO_PHONE: { form: 'The business has no mobile number of yours by now. Please call them.' },
};

const OTHER_ACCOUNT =
  'Meanwhile another account was entered on another page. Agree only if the one below is yours.';

function codePage(
  link: OpenLink,
  { request, accountEnd }: { request: PageRequest; accountEnd: string | null },
  errors: Errors = {},
): PageAnswer {
  const body = html`${head(link)}
    <main>
      <h1>Enter the code</h1>
      <p>
        We have sent a code of 5 digits to your phone that ends in ${link.mobile?.slice(-3) ?? ''}.
        It is valid for 10 minutes.
      </p>
      ${errors['form'] ? html`<p class="box" role="alert">${errors['form']}</p>` : null}
      ${accountEnd === null ? null : html`<p>With it you agree for your account that ends in <b>${accountEnd}</b>.</p>`}
      <form method="post" action="${pathOf(request, '/code')}">
        <input type="hidden" name="account" value="${accountEnd ?? ''}" />
        ${field({ name: 'code', label: 'Code', errors }, html`<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="8" required autofocus ${invalid(errors, 'code')} />`)}
        <button>Confirm</button>
      </form>
      <p class="quiet">${link.sentence}</p>
      <form method="post" action="${pathOf(request, '/code/new')}">
        <button class="second">Send a new code</button>
      </form>
      <p><a href="${pathOf(request)}">Correct the account</a></p>
    </main>`;
  return page(Object.keys(errors).length > 0 ? 422 : 200, 'Enter the code', body);
}

function declinePage(link: OpenLink, request: PageRequest, errors: Errors = {}): PageAnswer {
  const body = html`${head(link)}
    <main>
      <h1>You do not agree</h1>
      <p>
        Nothing is taken from your account. ${link.merchantName} is told, and can read your reason.
      </p>
      <form method="post">
        ${field({ name: 'reason', label: 'Why not?', errors }, html`<textarea id="reason" name="reason" rows="3" maxlength="300" required ${invalid(errors, 'reason')}>${request.form['reason'] ?? ''}</textarea>`)}
        <button>Decline</button>
      </form>
    </main>`;
  return page(Object.keys(errors).length > 0 ? 422 : 200, 'Decline', body);
}

type Open = (tx: PlatformTx, link: OpenLink, request: PageRequest) => Promise<PageAnswer>;

/** The pages behind a link: each answer locks the mandate, so that of many one counts. */
export function mandatePages(ctx: AppContext): PublicPage[] {
  const home = payerHomePath(ctx.config.http);
  const homeUrl = payerHomeUrl(ctx.config.http);
  const behindLink = (
    method: PublicPage['method'],
    path: `/${string}`,
    open: Open,
  ): PublicPage => ({
    method,
    path,
    answer: (request) =>
      ctx.db.asPlatform('a payer opens the link of a mandate', async (tx) => {
        const { now, params } = request;
        const link = await openLink(tx, params['token'] ?? '', { now, lock: method === 'POST' });
        return link.kind === 'OPEN' ? open(tx, link, request) : closed(home)[link.kind];
      }),
  });
  return [
    logoPage(ctx),

    behindLink('GET', LINK, (tx, link, request) => consentPage(ctx, tx, link, request)),

    behindLink('POST', LINK, async (tx, link, request) => {
      const errors = accountErrors(request.form);
      if (Object.keys(errors).length > 0) return consentPage(ctx, tx, link, request, errors);
      const { bankId = '', accountName = '', accountNumber = '' } = request.form;
      const typed = {
        bankId,
        accountName: accountName.trim(),
        accountNumber: accountNumberShape.parse(accountNumber),
      };
      const result = await typeAccount(ctx, tx, link, typed, request.now);
      if (result !== 'SENT') return consentPage(ctx, tx, link, request, TYPED_ERRORS[result]);
      return { kind: 'redirect', to: pathOf(request, '/code') };
    }),

    behindLink('GET', `${LINK}/code`, async (tx, link, request) =>
      codePage(link, { request, accountEnd: await readTypedEnd(ctx, tx, link) }),
    ),

    behindLink('POST', `${LINK}/code/new`, async (tx, link, request) => {
      const result = await sendNewCode(ctx, tx, link, request.now);
      if (result === null) return { kind: 'redirect', to: pathOf(request) };
      if (result === 'SENT') return { kind: 'redirect', to: pathOf(request, '/code') };
      if (result === 'BANK_UNKNOWN')
        return consentPage(ctx, tx, link, request, TYPED_ERRORS[result]);
      const { form = '' } = TYPED_ERRORS[result];
      return codePage(link, { request, accountEnd: await readTypedEnd(ctx, tx, link) }, { form });
    }),

    behindLink('POST', `${LINK}/code`, async (tx, link, request) => {
      const code = (request.form['code'] ?? '').replaceAll(/\D/g, '');
      const accountEnd = await readTypedEnd(ctx, tx, link);
      const asked = { request, accountEnd };
      // Two people may have the link: who saw another account agrees to nothing.
      const { account: seen = '' } = request.form;
      if (seen !== '' && accountEnd !== null && seen !== accountEnd)
        return codePage(link, asked, { form: OTHER_ACCOUNT });
      const result = await confirmConsent(ctx, tx, link, code, request);
      if (result === 'WRONG')
        return codePage(link, asked, {
          code: 'This is not the code. Look at the newest message.',
        });
      if (result === 'USED_UP')
        return codePage(link, asked, {
          form: 'The code has ended. Ask for a new one.',
        });
      return thanks(
        'Thank you',
        `You have agreed. Your bank confirms it next; ${link.merchantName} takes nothing before that, and you get an SMS.`,
        html`<p><a href="${home}">Look at what you have agreed to, or stop it</a></p>
          <p class="quiet">You can do so at any time on <a href="${homeUrl}">${homeUrl}</a></p>`,
      );
    }),

    behindLink('GET', `${LINK}/decline`, async (_tx, link, request) => declinePage(link, request)),

    behindLink('POST', `${LINK}/decline`, async (tx, link, request) => {
      const reason = (request.form['reason'] ?? '').trim();
      if (reason.length < 3)
        return declinePage(link, request, { reason: 'Say why in a few words' });
      await declineConsent(ctx, tx, link, {
        reason,
        way: 'PAGE',
        shown: shownTerms(link),
        trace: request,
      });
      return thanks('You have declined', 'Nothing is taken from your account.');
    }),
  ];
}
