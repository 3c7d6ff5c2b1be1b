import { showMoment } from '@tegeka/contract/kit/day.ts';
import type { AppContext } from '#platform/app-context.ts';
import { html } from '#platform/http/html.ts';
import { payerHomePath, payerHomeUrl } from '#platform/http/origins.ts';
import { type Errors, field, invalid, page } from '#platform/http/page-parts.ts';
import type { PageAnswer, PageRequest, PublicPage } from '#platform/http/public-pages.ts';
import type { OpenLink } from '../mandates-consent.ts';
import { nextCodeAt } from '#platform/security/one-time-codes.ts';
import {
  confirmConsent,
  readTypedEnd,
  sendNewCode,
  type TypedResult,
} from '../mandates-consent-code.ts';
import { type BehindLink, LINK, pathOf } from './mandates-link-pages.ts';
import { head, thanks } from './mandates-page-parts.ts';

/** Why no code was sent, by field. `code` is the text of a link to the form for the code. */
export function typedErrors(result: Exclude<TypedResult, 'SENT'>, now: Date): Errors {
  if (result === 'BANK_UNKNOWN')
    return { bankId: 'This bank confirms no mandates yet. Choose another one.' };
  if (result === 'NO_PHONE')
    return { form: 'The business has no mobile number of yours by now. Please call them.' };
  const why =
    result.code === 'CODE_TOO_SOON' ? 'A code was sent a moment ago' : 'Too many codes were sent';
  const next = showMoment(nextCodeAt(result, now).toISOString());
  return {
    form: `${why}. You can ask for another one from ${next} on.`,
    code: 'Enter the code that you have',
  };
}

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

/** The pages on which a payer confirms with the code from their phone. */
export function codePages(ctx: AppContext, behindLink: BehindLink): PublicPage[] {
  const home = payerHomePath(ctx.config.http);
  const homeUrl = payerHomeUrl(ctx.config.http);
  return [
    behindLink('GET', `${LINK}/code`, async (tx, link, request) =>
      codePage(link, { request, accountEnd: await readTypedEnd(ctx, tx, link) }),
    ),

    behindLink('POST', `${LINK}/code/new`, async (tx, link, request) => {
      const result = await sendNewCode(ctx, tx, link, request);
      if (result === null) return { kind: 'redirect', to: pathOf(request) };
      if (result === 'SENT') return { kind: 'redirect', to: pathOf(request, '/code') };
      const { form, bankId } = typedErrors(result, request.now);
      const asked = { request, accountEnd: await readTypedEnd(ctx, tx, link) };
      return codePage(link, asked, { form: form ?? bankId ?? '' });
    }),

    behindLink('POST', `${LINK}/code`, async (tx, link, request) => {
      const code = (request.form['code'] ?? '').replaceAll(/\D/g, '');
      const accountEnd = await readTypedEnd(ctx, tx, link);
      const asked = { request, accountEnd };
      // Two people may have the link: a payer must not agree for an account that they did not see.
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
        `You have agreed. Your bank confirms it next; ${link.present === null ? `${link.merchantName} takes nothing before that` : `${link.present} goes on until then`}, and you get an SMS.`,
        html`<p><a href="${home}">Look at what you have agreed to, or stop it</a></p>
          <p class="quiet">You can do so at any time on <a href="${homeUrl}">${homeUrl}</a></p>`,
      );
    }),
  ];
}
