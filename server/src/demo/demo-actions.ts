import { CLOCK_MOVES, type ClockMove } from '@tegeka/contract/calendar/calendar.ts';
import type { SmsResult } from '@tegeka/contract/mandates/mandate-actions.ts';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { moveClock } from '#features/calendar/calendar-clock.ts';
import { readClock } from '#features/calendar/calendar-store.ts';
import { answerSms } from '#features/mandates/mandates-sms.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type Html, html, formOf, takeForms } from '#platform/http/html.ts';
import { placeOf } from '#platform/http/origins.ts';
import { AppError } from '#platform/http/refusal.ts';
import type { OutboxMessage } from '#platform/notifications/notifications.ts';

const MOVES: Record<ClockMove, string> = {
  NEXT_SESSION: 'To the next session',
  TOMORROW: 'To tomorrow',
  WEEK: 'By 7 days',
};

/** The business clock on the start page, with the buttons that move it. */
export async function clockSection(ctx: AppContext): Promise<Html> {
  const { now, movingTo } = await ctx.db.asPlatform('show the business clock', (tx) =>
    readClock(tx, ctx.clock.now()),
  );
  const state =
    movingTo === null
      ? html`<p>It is <strong>${showMoment(now.toISOString())}</strong> in Kampala.</p>`
      : html`<p role="status">
          It moves to ${showMoment(movingTo.toISOString())}: what is due happens now.
          <a href="/">Look again</a>
        </p>`;
  const buttons = CLOCK_MOVES.map(
    (move) => html`<button class="button quiet" name="to" value="${move}">${MOVES[move]}</button> `,
  );
  return html`<section>
    <h2>4. Move time</h2>
    ${state}
    <p>Due days, reminders and last days follow this clock.</p>
    ${movingTo === null ? html`<form method="post" action="/clock">${buttons}</form>` : null}
  </section>`;
}

const RESULTS: Record<SmsResult, string> = {
  CONSENTED: 'The payer has agreed. Their bank is asked next.',
  DECLINED: 'The payer has declined.',
  STOPPED: 'The payer has stopped the direct debits.',
  ENDED_BEFORE: 'These direct debits had ended before.',
  REFERENCE_UNKNOWN: 'This number has no direct debits with this reference.',
  NOT_ASKED: 'Nothing waits for an answer from this number.',
  CODE_MISSING: 'The code of the question is missing.',
  WRONG_CODE: 'The code is wrong.',
  NOT_UNDERSTOOD: 'An answer is YES or NO with the code, or STOP with the reference.',
};

export function replyResult(given: unknown): Html | null {
  const text = Object.entries(RESULTS).find(([result]) => result === given)?.[1];
  return text === undefined ? null : html`<p class="told" role="status">${text}</p>`;
}

/** A box to answer an SMS that asks for it; null for every other message. */
export function replyBox({ channel, to, text }: OutboxMessage): Html | null {
  const [, code] = /answer: YES (\d{5})/.exec(text) ?? [];
  if (channel !== 'sms' || code === undefined) return null;
  return html`<form method="post" action="/outbox/replies">
    <input type="hidden" name="from" value="${to}" />
    <label
      >Answer from this phone <input name="text" value="${`YES ${code}`}" maxlength="160" required
    /></label>
    <button class="button">Send</button>
  </form>`;
}

const moveShape = z.object({ to: z.enum(CLOCK_MOVES) });
const replyShape = z.object({
  from: z.string().check(z.regex(/^\+\d{9,15}$/)),
  text: z.string().check(z.maxLength(160)),
});

type Answer = (form: unknown) => Promise<string>;

/** What can be done on the start page and in the outbox, by plain forms on the base host. */
export function mountDemoActions(server: FastifyInstance, ctx: AppContext): void {
  const { scheme, baseHost } = ctx.config.http;
  /** Handles a form that comes from these pages, and redirects to a page. */
  const post = (answer: Answer) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { host, origin } = request.headers;
    if (placeOf(ctx.config.http, host)?.kind !== 'start') return reply.callNotFound();
    if (origin !== `${scheme}://${baseHost}`) return reply.code(403).send();
    return reply.redirect(await answer(Object.fromEntries(formOf(request))), 303);
  };
  void server.register(async (scope) => {
    takeForms(scope);
    scope.post(
      '/clock',
      post(async (form) => {
        const move = moveShape.safeParse(form);
        if (!move.success) return '/';
        try {
          await ctx.db.asPlatform('move the business clock', (tx) =>
            moveClock(ctx, tx, move.data.to),
          );
        } catch (error) {
          // A second click while the clock moves is ignored: the page shows that it moves.
          if (!(error instanceof AppError)) throw error;
        }
        return '/';
      }),
    );
    scope.post(
      '/outbox/replies',
      post(async (form) => {
        const reply = replyShape.safeParse(form);
        if (!reply.success) return '/outbox?answered=NOT_UNDERSTOOD';
        const clientInfo = { address: null, userAgent: null, now: ctx.clock.now() };
        const result = await ctx.db.asPlatform('an answer by SMS', (tx) =>
          answerSms(ctx, tx, { ...reply.data, clientInfo }),
        );
        return `/outbox?answered=${result}`;
      }),
    );
  });
}
