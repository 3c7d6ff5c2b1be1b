import { showMoment } from '@tegeka/contract/kit/day.ts';
import { identifierOf, subscriberOf } from '@tegeka/contract/kit/phone.ts';
import { accountNumberShape } from '@tegeka/contract/mandates/mandate-commands.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { html } from '#platform/http/html.ts';
import { payerHomePath } from '#platform/http/origins.ts';
import { type Errors, field, notePage, page, textInput } from '#platform/http/page-parts.ts';
import type { PageAnswer, PageRequest, PublicPage } from '#platform/http/public-pages.ts';
import { type AppError, refusalOf } from '#platform/http/refusal.ts';
import { nextCodeAt } from '#platform/security/one-time-codes.ts';
import {
  requestLink,
  enterPage,
  type EnterResult,
  openPayerLink,
  sendPayerCode,
  SESSION_MINUTES,
} from './payers-service.ts';
import type { PayerLink } from './payers-store.ts';

/** The cookie of a session. */
export const COOKIE = 'tegeka_payer';
const LINK = '/me/:token';

const pathOf = ({ params }: PageRequest, more = '') => `/me/${params['token'] ?? ''}${more}`;

/** The page on which a payer asks for a link, with what was wrong or why they are here again. */
export function askPage(
  home: string,
  request: Pick<PageRequest, 'form'>,
  { errors = {}, notice = null }: { errors?: Errors; notice?: string | null } = {},
): PageAnswer {
  const wrong = Object.keys(errors).length > 0;
  const status = wrong ? 422 : notice === null ? 200 : 401;
  return page(
    status,
    'Your direct debits',
    html`<header>Your direct debits<small>View or stop your direct debits</small></header>
      <main>
        ${notice === null ? null : html`<p class="done" role="status">${notice}</p>`}
        <h1>Open your page</h1>
        <p>
          Enter the phone number that you have agreed with. We send you a link by SMS. You also need
          your account number.
        </p>
        <form method="post" action="${home}">
          ${field({ name: 'phone', label: 'Phone number', hint: 'Such as 0772 123456', errors }, textInput('phone', request, errors, html`inputmode="tel" autocomplete="tel" maxlength="20"`))}
          <button>Send me the link</button>
        </form>
      </main>`,
  );
}

const SENT = notePage(
  200,
  'Look at your phone',
  {
    heading: 'Look at your phone',
    done: true,
    more: html`<p>
      No SMS? Then we know no direct debits for this number, or have written to it often today. The
      business that collects, or your bank, can look for you and stop them.
    </p>`,
  },
  [
    'If there are direct debits for this number, or requests that wait for your answer, an SMS with a link comes in a minute.',
  ],
);

const tooOften = (home: string, next: Date) =>
  notePage(429, 'Too often', { heading: 'That was too often' }, [
    'Links were asked for this number several times. Those that have come by SMS can be used, each for an hour.',
    `You can ask for another one from ${showMoment(next.toISOString())} on.`,
    html`<a href="${home}">Enter another number</a>`,
  ]);

const linkEnded = (home: string) =>
  notePage(410, 'Link has ended', { heading: 'This link has ended' }, [
    'A link is open for an hour, and for one visit.',
    html`<a href="${home}">Get a new link</a>`,
  ]);

const phoneEnd = ({ phone }: PayerLink) => phone.slice(-3);

function refusedCode(refusal: AppError, now: Date): string {
  if (refusal.code !== 'CODE_TOO_SOON')
    return 'Too many codes were sent for this link. Get a new link.';
  const next = showMoment(nextCodeAt(refusal, now).toISOString());
  return `A code was sent a moment ago. You can ask for another one from ${next} on.`;
}

const startPage = (link: PayerLink, request: PageRequest, error: string | null = null) =>
  page(
    error === null ? 200 : 422,
    'Open your page',
    html`<main>
      <h1>Open your page</h1>
      ${
        error === null
          ? null
          : html`<p class="box" role="alert">${error}</p>
              <p><a href="${pathOf(request, '/code')}">Enter the code that you have</a></p>`
      }
      <p>We send a code by SMS to your phone that ends in ${phoneEnd(link)}.</p>
      <form method="post"><button>Send me the code</button></form>
    </main>`,
  );

function enterForm(link: PayerLink, request: PageRequest, errors: Errors = {}): PageAnswer {
  return page(
    Object.keys(errors).length > 0 ? 422 : 200,
    'Enter the code',
    html`<main>
      <h1>Enter the code</h1>
      <p>
        We have sent a code of 5 digits to your phone that ends in ${phoneEnd(link)}. It is valid
        for 10 minutes.
      </p>
      ${errors['form'] ? html`<p class="box" role="alert">${errors['form']}</p>` : null}
      <form method="post">
        ${field({ name: 'code', label: 'Code', errors }, textInput('code', request, errors, html`inputmode="numeric" autocomplete="one-time-code" maxlength="8" ${errors['accountNumber'] ? null : html`autofocus`}`))}
        ${field({ name: 'accountNumber', label: 'Account number', hint: 'The account that is debited. Phone numbers change hands, so we ask for both.', errors }, textInput('accountNumber', request, errors, html`inputmode="numeric" autocomplete="off" maxlength="30"`))}
        <button>Open</button>
      </form>
      <p><a href="${pathOf(request)}">Get a new code</a></p>
    </main>`,
  );
}

const ENTER_ERRORS: Record<Exclude<EnterResult['kind'], 'OPENED'>, Errors> = {
  CODE_WRONG: { code: 'This is not the code. Look at the newest message.' },
  CODE_OVER: { form: 'The code has ended. Get a new one.' },
  ACCOUNT_UNKNOWN: {
    accountNumber: 'This phone has no direct debits from this account. Check the number.',
  },
  ACCOUNTS_USED_UP: {
    form: 'Too many account numbers were tried today. Try again tomorrow, or ask the business or your bank to stop what you do not want.',
  },
};

function enteredErrors({ code = '', accountNumber = '' }: PageRequest['form']): Errors {
  return {
    ...(!/^\d{5}$/.test(code.replaceAll(/\D/g, '')) && { code: 'Enter the 5 digits' }),
    ...(!accountNumberShape.safeParse(accountNumber).success && {
      accountNumber: 'Enter the account number: 9 to 18 digits',
    }),
  };
}

type OnLink = (tx: PlatformTx, link: PayerLink, request: PageRequest) => Promise<PageAnswer>;

/** The pages that lead to a session. */
export function entryPages(ctx: AppContext): PublicPage[] {
  const home = payerHomePath(ctx.config.http);
  const behindLink = (
    method: PublicPage['method'],
    path: `/${string}`,
    open: OnLink,
  ): PublicPage => ({
    method,
    path,
    answer: (request) =>
      ctx.db.asPlatform('a payer opens the link of their page', async (tx) => {
        const { now, params } = request;
        const when = { now, lock: method === 'POST' };
        const link = await openPayerLink(tx, params['token'] ?? '', when);
        return link ? open(tx, link, request) : linkEnded(home);
      }),
  });
  return [
    { method: 'GET', path: home, answer: async (request) => askPage(home, request) },
    {
      method: 'POST',
      path: home,
      answer: async (request) => {
        const subscriber = subscriberOf(request.form['phone'] ?? '', 'mobile');
        if (subscriber === null)
          return askPage(home, request, { errors: { phone: 'Enter a mobile number of Uganda' } });
        const asked = { phone: identifierOf(subscriber), address: request.address };
        const wait = await requestLink(ctx, asked);
        return wait === null ? SENT : tooOften(home, new Date(request.now.getTime() + wait * 1000));
      },
    },
    behindLink('GET', LINK, async (_tx, link, request) => startPage(link, request)),
    behindLink('POST', LINK, async (tx, link, request) => {
      const { now } = request;
      const refusal = await refusalOf(tx, () => sendPayerCode(ctx, tx, link, now));
      if (refusal) return startPage(link, request, refusedCode(refusal, now));
      return { kind: 'redirect', to: pathOf(request, '/code') };
    }),
    behindLink('GET', `${LINK}/code`, async (_tx, link, request) => enterForm(link, request)),
    behindLink('POST', `${LINK}/code`, async (tx, link, request) => {
      const errors = enteredErrors(request.form);
      if (Object.keys(errors).length > 0) return enterForm(link, request, errors);
      const code = (request.form['code'] ?? '').replaceAll(/\D/g, '');
      const accountNumber = accountNumberShape.parse(request.form['accountNumber']);
      const { now } = request;
      const result = await enterPage(ctx, tx, link, { code, accountNumber, now });
      if (result.kind !== 'OPENED') return enterForm(link, request, ENTER_ERRORS[result.kind]);
      const cookie = { name: COOKIE, value: result.token, maxAgeSeconds: SESSION_MINUTES * 60 };
      return { kind: 'redirect', to: '/me', cookie };
    }),
  ];
}
