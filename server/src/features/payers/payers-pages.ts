import { isoDay } from '@tegeka/contract/kit/day.ts';
import { readCalendar } from '#features/calendar/calendar-days.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import {
  findPayerMandate,
  type PayerKey,
  type PayerMandate,
  readPayerMandates,
  stopByPayer,
} from '#features/mandates/mandates-payer.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { html } from '#platform/http/html.ts';
import { payerHomePath, payerHomeUrl } from '#platform/http/origins.ts';
import { main, page } from '#platform/http/page-parts.ts';
import type { PageAnswer, PageRequest, PublicPage } from '#platform/http/public-pages.ts';
import { askPage, COOKIE, entryPages } from './payers-entry-pages.ts';
import { hashOf, PAYER_MESSAGES } from './payers-service.ts';
import { endSession, findSession } from './payers-store.ts';
import {
  earlierView,
  findPayerDebit,
  type PayerDebit,
  readAtBank,
  readPayerDebits,
  receiptView,
} from './payers-debits.ts';
import { askDispute, takeDispute } from './payers-disputes.ts';
import { endedView, listView, mandateView, stoppedView, stopView } from './payers-views.ts';

const ONE = '/me/mandates/:reference';
const DEBIT = `${ONE}/debits/:debit` as const;

const NO_COOKIE = { name: COOKIE, value: null, maxAgeSeconds: 0 };

type InSession = (tx: PlatformTx, key: PayerKey, request: PageRequest) => Promise<PageAnswer>;
type OfDebit = (
  tx: PlatformTx,
  found: { one: PayerMandate; debit: PayerDebit },
  request: PageRequest,
) => Promise<PageAnswer>;

const UNKNOWN = page(
  404,
  'Not found',
  main(
    html`<h1>There is no such direct debit</h1>
      <p><a href="/me">Back to all</a></p>`,
  ),
);

/** The page of a payer, and what leads on from it. */
export function payerPages(ctx: AppContext): PublicPage[] {
  const { http } = ctx.config;
  const home = payerHomePath(http);
  const closed = (): PageAnswer => {
    const notice = 'Your page is closed. Open it again with a new link.';
    return { ...askPage(home, { form: {} }, { notice }), cookie: NO_COOKIE };
  };
  const inSession = (
    method: PublicPage['method'],
    path: `/${string}`,
    open: InSession,
  ): PublicPage => ({
    method,
    path,
    answer: (request) =>
      ctx.db.asPlatform('a payer looks at their mandates', async (tx) => {
        const token = request.cookie(COOKIE);
        const key = token === null ? null : await findSession(tx, hashOf(token), request.now);
        return key ? open(tx, key, request) : closed();
      }),
  });
  const today = async (tx: PlatformTx, now: Date) => isoDay(await businessTime(tx, now));
  const ahead = async (tx: PlatformTx, now: Date) => ({
    today: await today(tx, now),
    calendar: await readCalendar(tx),
  });
  const find = (tx: PlatformTx, key: PayerKey, { params }: PageRequest) =>
    findPayerMandate(ctx, tx, key, params['reference'] ?? '');
  const ofDebit = (method: PublicPage['method'], path: `/${string}`, open: OfDebit) =>
    inSession(method, path, async (tx, key, request) => {
      const one = await find(tx, key, request);
      if (!one) return UNKNOWN;
      const reference = request.params['debit'] ?? '';
      const debit = await findPayerDebit(tx, one, {
        reference,
        today: await today(tx, request.now),
      });
      return debit ? open(tx, { one, debit }, request) : UNKNOWN;
    });
  return [
    ...entryPages(ctx),

    inSession('GET', '/me', async (tx, key, { now }) => {
      const mandates = await readPayerMandates(tx, key);
      if (mandates.standing.length + mandates.ended.length === 0) return closed();
      return page(200, 'Your direct debits', listView(mandates, await ahead(tx, now)));
    }),

    inSession('GET', `${ONE}/earlier`, async (tx, key, { now, params }) => {
      const mandates = await readPayerMandates(tx, key, params['reference'] ?? '');
      return page(200, 'Ended direct debits', endedView(mandates, await ahead(tx, now)));
    }),

    inSession('GET', ONE, async (tx, key, request) => {
      const one = await find(tx, key, request);
      if (!one) return UNKNOWN;
      const next = await ahead(tx, request.now);
      const debits = await readPayerDebits(tx, one, next);
      return page(200, one.merchantName, mandateView(one, { ...next, debits }));
    }),

    ofDebit('GET', DEBIT, async (_tx, { one, debit }) => {
      const receipt = receiptView(one, debit);
      return receipt === null ? UNKNOWN : page(200, 'Receipt', receipt);
    }),

    ofDebit('GET', `${DEBIT}/earlier`, async (tx, { one, debit: before }, request) => {
      const debits = await readPayerDebits(tx, one, {
        today: await today(tx, request.now),
        before,
      });
      return page(200, 'Earlier debits', earlierView(one, debits));
    }),

    ofDebit('GET', `${DEBIT}/dispute`, askDispute),

    ofDebit('POST', `${DEBIT}/dispute`, (tx, found, request) =>
      takeDispute(ctx, tx, found, request),
    ),

    inSession('GET', `${ONE}/stop`, async (tx, key, request) => {
      const one = await find(tx, key, request);
      if (!one) return UNKNOWN;
      return page(200, 'Stop', stopView(one, await readAtBank(tx, one)));
    }),

    inSession('POST', `${ONE}/stop`, async (tx, key, request) => {
      const one = await find(tx, key, request);
      if (!one) return UNKNOWN;
      const { merchantName, mandate } = one;
      const { reference } = mandate;
      const reason = (request.form['reason'] ?? '').trim().slice(0, 300) || null;
      const result = await stopByPayer(ctx, tx, key, { reference, reason, trace: request });
      if (result === 'UNKNOWN') return UNKNOWN;
      const atBank = await readAtBank(tx, one);
      if (result === 'ENDED_BEFORE') {
        const text = `The direct debits of ${merchantName} had ended before. Your bank is asked for nothing more.`;
        return page(409, 'Ended', stoppedView('It has ended already', text, atBank));
      }
      const message = PAYER_MESSAGES['mandate-stopped']({
        merchantName,
        reference,
        home: payerHomeUrl(http),
      });
      await ctx.notifications.send(tx, { channel: 'sms', to: key.phone, message });
      const text = `Your bank is asked for nothing more, and ${merchantName} is told. You get an SMS that confirms it.`;
      return page(200, 'Stopped', stoppedView('Stopped for good', text, atBank));
    }),

    {
      method: 'POST',
      path: '/me/out',
      answer: (request) =>
        ctx.db.asPlatform('a payer leaves their page', async (tx) => {
          const token = request.cookie(COOKIE);
          if (token !== null) await endSession(tx, hashOf(token));
          return { kind: 'redirect', to: home, cookie: NO_COOKIE };
        }),
    },
  ];
}
