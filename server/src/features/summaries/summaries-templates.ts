import { getFailureReason } from '@tegeka/contract/debits/failure-reasons.ts';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { MANDATE_STATE_LABELS } from '@tegeka/contract/mandates/mandates.ts';
import type { EndedDebits } from '#features/debits/debits-figures.ts';
import type { readDeclined, readStopped } from '#features/mandates/mandates-list.ts';
import type { readPaidOut } from '#features/payouts/payouts-store.ts';
import { bulletList, messageTemplates } from '#platform/message-templates.ts';

/** What happened to a business on a day. */
export interface DaySummary {
  /** Debits by state and failure reason, the most frequent failure reason first. */
  ended: readonly EndedDebits[];
  paidOut: Awaited<ReturnType<typeof readPaidOut>>[number] | null;
  stopped: Awaited<ReturnType<typeof readStopped>>;
  declined: Awaited<ReturnType<typeof readDeclined>>;
}

interface SummaryData {
  firstName: string;
  businessName: string;
  /** The summary begins after it; by the business clock. */
  since: Date;
  summary: DaySummary;
  /** The origin of the merchants' app. */
  app: string;
}

/** FailureReasons that are named; the others are counted. */
const REASONS_NAMED = 3;

const ENDS = {
  FAILED: { few: 'failed', heading: 'Debits that failed' },
  RETURNED: { few: 'returned', heading: 'Debits that were returned' },
  REJECTED: { few: 'not sent', heading: 'Debits that were not sent to the bank' },
} as const;
type End = keyof typeof ENDS;
const FAILURES_SHOWN: readonly End[] = ['FAILED', 'RETURNED', 'REJECTED'];

const sumOf = <T>(rows: readonly T[], of: (row: T) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0);

/** A heading, its lines, and a link to the list in the app. */
function part(heading: string, lines: readonly string[], link: string): string {
  return [heading, ...(lines.length === 0 ? [] : [bulletList(lines)]), link].join('\n');
}

/** The causes of some debits, the most frequent one first. */
function getFailureReasons(rows: readonly EndedDebits[]): string[] {
  const named = rows.slice(0, REASONS_NAMED).map(({ failureReason, count, again }) => {
    const retried = again === 0 ? '' : `, ${again} to be tried again without your doing`;
    return `${getFailureReason(failureReason).text}: ${count}${retried}`;
  });
  const others = sumOf(rows.slice(REASONS_NAMED), ({ count }) => count);
  return others === 0 ? named : [...named, `Other reasons: ${others}`];
}

function endedPart(rows: readonly EndedDebits[], end: End, app: string): string {
  const count = sumOf(rows, (row) => row.count);
  const amount = showMoney(sumOf(rows, (row) => row.amount));
  const [from = ''] = rows.map((row) => row.from).toSorted();
  const to =
    rows
      .map((row) => row.to)
      .toSorted()
      .at(-1) ?? '';
  return part(
    `${ENDS[end].heading}: ${count}, ${amount}`,
    getFailureReasons(rows),
    `${app}/dashboard/mandates/transactions?status=${end}&dayFrom=${from}&dayTo=${to}`,
  );
}

function stoppedPart(stopped: DaySummary['stopped'], app: string): string {
  const [first] = stopped;
  const state = stopped.length === 1 && first ? `?status=${first.state}` : '';
  return part(
    `Mandates that stopped: ${sumOf(stopped, ({ count }) => count)}`,
    stopped.map((row) => `${MANDATE_STATE_LABELS[row.state]}: ${row.count}`),
    `${app}/dashboard/mandates${state}`,
  );
}

const DECLINERS = { PAYER: 'By the payer', BANK: 'By the bank' } as const;

const declinedPart = (declined: DaySummary['declined'], app: string): string =>
  part(
    `Mandates that were declined: ${sumOf(declined, ({ count }) => count)}`,
    declined.map(({ by, count }) => `${DECLINERS[by]}: ${count}`),
    `The reason stands with each mandate:\n${app}/dashboard/mandates?status=REJECTED`,
  );

const mandateCount = (rows: readonly { count: number }[]): string => {
  const count = sumOf(rows, (row) => row.count);
  return `${count} mandate${count === 1 ? '' : 's'}`;
};

/** The parts of a summary, each with its short form for the subject. */
function partsOf({ ended, paidOut, stopped, declined }: DaySummary, app: string) {
  const parts = FAILURES_SHOWN.flatMap((end) => {
    const rows = ended.filter(({ state }) => state === end);
    if (rows.length === 0) return [];
    const few = `${sumOf(rows, ({ count }) => count)} ${ENDS[end].few}`;
    return [{ few, text: endedPart(rows, end, app) }];
  });
  if (paidOut !== null) {
    const amount = showMoney(paidOut.amount);
    const heading = `Paid into your account: ${paidOut.count}, ${amount}`;
    parts.push({
      few: `${amount} paid out`,
      text: part(heading, [], `${app}/dashboard/billing?status=PAID`),
    });
  }
  if (stopped.length > 0)
    parts.push({ few: `${mandateCount(stopped)} stopped`, text: stoppedPart(stopped, app) });
  if (declined.length > 0)
    parts.push({ few: `${mandateCount(declined)} declined`, text: declinedPart(declined, app) });
  return parts;
}

export const SUMMARY_MESSAGES = messageTemplates({
  'daily-summary': ({ firstName, businessName, since, summary, app }: SummaryData) => {
    const parts = partsOf(summary, app);
    return {
      subject: `Today at ${businessName}: ${parts.map(({ few }) => few).join(', ')}`,
      text: `Dear ${firstName},

this happened at ${businessName} since ${showMoment(since.toISOString())}.

${parts.map(({ text }) => text).join('\n\n')}

You get this email on business days on which something happened. Switch it off in your profile:
${app}/dashboard/profile

${PRODUCT_NAME}`,
    };
  },
});
