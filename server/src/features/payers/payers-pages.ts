import { isoDay } from '@tegeka/contract/kit/day.ts';
import { readCalendar } from '#features/calendar/calendar-days.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { readNextDebits } from '#features/debits/debits-figures.ts';
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
import { notePage, page, reasonOf } from '#platform/http/page-parts.ts';
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
import { listView, mandateView, stoppedPage, stopView } from './payers-views.ts';

const ONE = '/me/mandates/:reference';
const DEBIT = `${ONE}/debits/:debit` as const;

const NO_COOKIE = { name: COOKIE, value: null, maxAgeSeconds: 0 };

type InSession = (tx: PlatformTx, key: PayerKey, request: PageRequest) => Promise<PageAnswer>;
type OfMandate = (
  tx: PlatformTx,
  found: { one: NonNullable<Awaited<ReturnType<typeof findPayerMandate>>>; key: PayerKey },
  request: PageRequest,
) => Promise<PageAnswer>;
type OfDebit = (
  tx: PlatformTx,
  found: { one: PayerMandate; debit: PayerDebit },
  request: PageRequest,
) => Promise<PageAnswer>;

const UNKNOWN = notePage(404, 'Not found', { heading: 'There is no such direct debit' }, [
  html`<a href="/me">Back to all</a>`,
]);

type Method = PublicPage['method'];
type Path = `/${string}`;
interface Session {
  inSession: (method: Method, path: Path, open: InSession) => PublicPage;
  /** A page about one mandate of the payer. */
  ofMandate: (method: Method, path: Path, open: OfMandate) => PublicPage;
  ofDebit: (method: Method, path: Path, open: OfDebit) => PublicPage;
  closed: () => PageAnswer;
}

const todayOf = async (tx: PlatformTx, now: Date) => isoDay(await businessTime(tx, now));

/** Debits of a mandate that are announced on a page. */
const NEXT_MAX = 3;

const readNext = async (tx: PlatformTx, mandates: readonly PayerMandate[], today: string) =>
  readNextDebits(
    tx,
    mandates.map(({ mandate }) => mandate.id),
    { today, calendar: await readCalendar(tx), max: NEXT_MAX },
  );

/** Pages that a payer opens with the cookie of their session. */
function sessionPages(ctx: AppContext): Session {
  const closed: Session['closed'] = () => {
    const notice = 'Your page is closed. Open it again with a new link.';
    const asked = askPage(payerHomePath(ctx.config.http), { form: {} }, { notice });
    return { ...asked, cookie: NO_COOKIE };
  };
  const inSession: Session['inSession'] = (method, path, open) => ({
    method,
    path,
    answer: (request) =>
      ctx.db.asPlatform('a payer looks at their mandates', async (tx) => {
        const token = request.cookie(COOKIE);
        const key = token === null ? null : await findSession(tx, hashOf(token), request.now);
        return key ? open(tx, key, request) : closed();
      }),
  });
  const ofMandate: Session['ofMandate'] = (method, path, open) =>
    inSession(method, path, async (tx, key, request) => {
      const one = await findPayerMandate(ctx, tx, key, request.params['reference'] ?? '');
      return one ? open(tx, { one, key }, request) : UNKNOWN;
    });
  const ofDebit: Session['ofDebit'] = (method, path, open) =>
    ofMandate(method, path, async (tx, { one }, request) => {
      const reference = request.params['debit'] ?? '';
      const today = await todayOf(tx, request.now);
      const debit = await findPayerDebit(tx, one, { reference, today });
      return debit ? open(tx, { one, debit }, request) : UNKNOWN;
    });
  return { inSession, ofMandate, ofDebit, closed };
}

const readingPages = ({ inSession, ofMandate, closed }: Session): PublicPage[] => [
  inSession('GET', '/me', async (tx, key, { now }) => {
    const mandates = await readPayerMandates(tx, key);
    if (mandates.current.length + mandates.ended.length === 0) return closed();
    const next = await readNext(tx, mandates.current, await todayOf(tx, now));
    return page(200, 'Your direct debits', listView(mandates, next));
  }),

  ofMandate('GET', ONE, async (tx, { one }, { now }) => {
    const today = await todayOf(tx, now);
    const debits = await readPayerDebits(tx, one, { today });
    const next = await readNext(tx, [one], today);
    return page(200, one.merchantName, mandateView(one, { debits, next }));
  }),
];

const debitPages = (ctx: AppContext, { ofDebit }: Session): PublicPage[] => [
  ofDebit('GET', DEBIT, async (_tx, { one, debit }) => {
    const receipt = receiptView(one, debit);
    return receipt === null ? UNKNOWN : page(200, 'Receipt', receipt);
  }),

  ofDebit('GET', `${DEBIT}/earlier`, async (tx, { one, debit: before }, { now }) => {
    const today = await todayOf(tx, now);
    const debits = await readPayerDebits(tx, one, { today, before });
    return page(200, 'Earlier debits', earlierView(one, debits));
  }),

  ofDebit('GET', `${DEBIT}/dispute`, askDispute),
  ofDebit('POST', `${DEBIT}/dispute`, (tx, found, request) => takeDispute(ctx, tx, found, request)),
];

/** Stops a mandate and says what is still taken. */
async function stopPage(
  ctx: AppContext,
  tx: PlatformTx,
  { one, key }: { one: PayerMandate; key: PayerKey },
  request: PageRequest,
): Promise<PageAnswer> {
  const { merchantName, mandate } = one;
  const { reference } = mandate;
  const reason = reasonOf(request) || null;
  const result = await stopByPayer(ctx, tx, key, { reference, reason, clientInfo: request });
  if (result === 'UNKNOWN') return UNKNOWN;
  const atBank = await readAtBank(tx, one);
  if (result === 'ENDED_BEFORE') {
    const text = `The direct debits of ${merchantName} had ended before. Your bank receives no further requests.`;
    return stoppedPage(409, 'It has ended already', text, atBank);
  }
  const home = payerHomeUrl(ctx.config.http);
  const message = PAYER_MESSAGES['mandate-stopped']({ merchantName, reference, home });
  await ctx.notifications.send(tx, { channel: 'sms', to: key.phone, message });
  const text = `Your bank receives no further requests, and ${merchantName} is told. You get an SMS that confirms it.`;
  return stoppedPage(200, 'Stopped for good', text, atBank);
}

/** The page of a payer, and what leads on from it. */
export function payerPages(ctx: AppContext): PublicPage[] {
  const session = sessionPages(ctx);
  return [
    ...entryPages(ctx),
    ...readingPages(session),
    ...debitPages(ctx, session),
    session.ofMandate('GET', `${ONE}/stop`, async (tx, { one }) =>
      page(200, 'Stop', stopView(one, await readAtBank(tx, one))),
    ),
    session.ofMandate('POST', `${ONE}/stop`, (tx, found, request) =>
      stopPage(ctx, tx, found, request),
    ),
    {
      method: 'POST',
      path: '/me/out',
      answer: (request) =>
        ctx.db.asPlatform('a payer leaves their page', async (tx) => {
          const token = request.cookie(COOKIE);
          if (token !== null) await endSession(tx, hashOf(token));
          return { kind: 'redirect', to: payerHomePath(ctx.config.http), cookie: NO_COOKIE };
        }),
    },
  ];
}
