import { addDays, DAY_MS, isoDay } from '@tegeka/contract/kit/day.ts';
import { kampalaInstant, readCalendar } from '#features/calendar/calendar-days.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { readEnded, REPORTED_FAILURES } from '#features/debits/debits-figures.ts';
import {
  readDeclined,
  readStopped,
  REPORTED_DECLINES,
  REPORTED_STOPS,
} from '#features/mandates/mandates-list.ts';
import { readPaidMerchants } from '#features/merchants/merchants-store.ts';
import { readPaidOut, REPORTED_PAYOUTS } from '#features/payouts/payouts-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { originOf } from '#platform/http/origins.ts';
import type { DueWork } from '#platform/jobs/due-work.ts';
import type { Notification } from '#platform/notifications/notifications.ts';
import { readReportedOrganizations, type Span } from '#platform/state/transition-spans.ts';
import { markSent, readReportedUntil, setReportedUntil } from './summaries-store.ts';
import { type DaySummary, SUMMARY_MESSAGES } from './summaries-templates.ts';

/** When summaries are sent, in Kampala, and up to which time they report. */
const SENT_AT = '18:30';
// Half an hour earlier, so that transactions of the reported time are committed, also on other servers.
const REPORTED_TO = '18:00';

/** Businesses that one transaction writes to. */
const BATCH = 200;

/** A day that is summed up: what happened on it, and since the business day before. */
interface SummedDay {
  day: string;
  span: Span;
}

/** The first business day without a summary. */
async function nextDay(tx: PlatformTx, now: Date): Promise<SummedDay> {
  const calendar = await readCalendar(tx);
  const reported = await readReportedUntil(tx);
  const day = calendar.roll(reported === null ? isoDay(now) : addDays(isoDay(reported), 1));
  const until = kampalaInstant(day, REPORTED_TO);
  return { day, span: { since: reported ?? new Date(until.getTime() - DAY_MS), until } };
}

const momentOf = ({ day }: SummedDay) => kampalaInstant(day, SENT_AT);

/** What happened to some businesses; those without anything to report are left out. */
async function readSummaries(
  tx: PlatformTx,
  ids: readonly string[],
  span: Span,
): Promise<Map<string, DaySummary>> {
  const ended = await readEnded(tx, ids, span);
  const paidOut = await readPaidOut(tx, ids, span);
  const stopped = await readStopped(tx, ids, span);
  const declined = await readDeclined(tx, ids, span);
  const summaries = ids.map((id): [string, DaySummary] => {
    const own = <T extends { organizationId: string }>(rows: readonly T[]) =>
      rows.filter(({ organizationId }) => organizationId === id);
    const summary = {
      ended: own(ended),
      paidOut: own(paidOut)[0] ?? null,
      stopped: own(stopped),
      declined: own(declined),
    };
    return [id, summary];
  });
  return new Map(
    summaries.filter(
      ([, { ended: debits, paidOut: paid, stopped: ends, declined: noes }]) =>
        paid !== null || [debits, ends, noes].some(({ length }) => length > 0),
    ),
  );
}

/** Sends the summary of a day to businesses that do not have it yet. Returns the number of messages. */
async function sendBatch(
  { config, notifications }: AppContext,
  tx: PlatformTx,
  ids: readonly string[],
  { day, span }: SummedDay,
): Promise<number> {
  const summaries = await readSummaries(tx, ids, span);
  const marked = await markSent(tx, [...summaries.keys()], day);
  if (marked.size === 0) return 0;
  const merchants = await readPaidMerchants(tx, [...marked]);
  const app = originOf(config.http, 'MERCHANT');
  const messages = [...summaries].flatMap(([id, summary]): Notification[] => {
    const merchant = merchants.get(id);
    if (!merchant || !marked.has(id)) return [];
    const { businessName, representative } = merchant;
    const { email: to, firstName } = representative;
    const data = { firstName, businessName, since: span.since, summary, app };
    const message = SUMMARY_MESSAGES['daily-summary'](data);
    return [{ channel: 'email', to, message, organizationId: id }];
  });
  await notifications.sendAll(tx, messages);
  return messages.length;
}

/** At the end of each business day every business with something to report gets one email. */
export const summariesDue: DueWork = {
  next: async (tx, { clock }) => momentOf(await nextDay(tx, await businessTime(tx, clock.now()))),
  run: async (ctx, at) => {
    const found = await ctx.db.asPlatform('businesses with something to report', async (tx) => {
      const summed = await nextDay(tx, at);
      // Another server was faster.
      if (momentOf(summed) > at) return null;
      const reported = [REPORTED_FAILURES, REPORTED_STOPS, REPORTED_DECLINES, REPORTED_PAYOUTS];
      return { summed, ids: await readReportedOrganizations(tx, reported, summed.span) };
    });
    if (found === null) return {};
    const { summed, ids } = found;
    let sent = 0;
    for (let n = 0; n < ids.length; n += BATCH)
      sent += await ctx.db.asPlatform('summaries of a day', (tx) =>
        sendBatch(ctx, tx, ids.slice(n, n + BATCH), summed),
      );
    await ctx.db.asPlatform('a day is reported', (tx) => setReportedUntil(tx, summed.span.until));
    return sent === 0 ? {} : { 'Daily summaries sent': sent };
  },
};
