import { type BillingMonth, STATEMENT_FIGURES } from '@tegeka/contract/billing.ts';
import { daysOfMonth, showDay, showMoment } from '@tegeka/contract/kit/day.ts';
import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import { showMoney, showNegated } from '@tegeka/contract/kit/money.ts';
import {
  type BalanceLine,
  type MonthSums,
  readBalanceLines,
  readMonths,
} from '#features/ledger/ledger-flows-store.ts';
import { readDebitReferences } from '#features/debits/debits-booked.ts';
import { readPayoutReferences } from '#features/payouts/payouts-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import type { PdfBlock } from '#platform/documents/pdf-writer.ts';
import { CSV_MARK, csvText } from '#platform/files/text-files.ts';
import type { WrittenAnswer } from '#platform/http/serve.ts';

const BATCH = 1000;

const openingOf = ({ closing, settled, charge, exciseDuty, ...sums }: MonthSums) =>
  closing -
  (settled -
    charge -
    exciseDuty -
    sums.returned -
    sums.paidOut +
    sums.cameBack +
    sums.repaid +
    sums.other);

export async function monthsOf(tx: Tx, organizationId: string): Promise<BillingMonth[]> {
  const months = await readMonths(tx, organizationId);
  return months.map((sums) => ({ ...sums, opening: openingOf(sums) }));
}

const NOTHING = {
  settled: 0,
  charge: 0,
  exciseDuty: 0,
  returned: 0,
  paidOut: 0,
  cameBack: 0,
  repaid: 0,
  other: 0,
};

/** One month; one in which nothing moved has the balance of the month before. */
export async function monthOf(
  tx: Tx,
  organizationId: string,
  month: string,
): Promise<BillingMonth> {
  const months = await monthsOf(tx, organizationId);
  const found = months.find((one) => one.month === month);
  if (found) return found;
  const balance = months.find((one) => one.month < month)?.closing ?? 0;
  return { month, ...NOTHING, opening: balance, closing: balance };
}

/** What a statement says about a month: each line adds to the balance. */
function statementRows(month: BillingMonth): [label: string, value: string][] {
  const { cameBack, repaid, other } = month;
  return [
    ['Balance before', showMoney(month.opening)],
    [STATEMENT_FIGURES.settled.label, showMoney(month.settled)],
    [STATEMENT_FIGURES.charge.label, showNegated(month.charge)],
    [STATEMENT_FIGURES.exciseDuty.label, showNegated(month.exciseDuty)],
    [STATEMENT_FIGURES.returned.label, showNegated(month.returned)],
    [STATEMENT_FIGURES.paidOut.label, showNegated(month.paidOut)],
    ...(cameBack === 0 ? [] : [['Payouts that came back', showMoney(cameBack)] as const]),
    ...(repaid === 0 ? [] : [['Repaid', showMoney(repaid)] as const]),
    ...(other === 0 ? [] : [['Corrections', showMoney(other)] as const]),
    ['Balance after', showMoney(month.closing)],
  ].map(([label = '', value = '']) => [label, value]);
}

const DEFINITIONS = Object.values(STATEMENT_FIGURES)
  .map(({ label, text }) => `${label}: ${text}`)
  .join(' ');

/** Where a business pays what it owes, and with which reference. */
interface Repayment {
  reference: string;
  account: string;
  bic: string;
}

const owedBlocks = (owed: number, { reference, account, bic }: Repayment): PdfBlock[] => [
  { kind: 'heading', text: `You owe ${showMoney(owed)}` },
  {
    kind: 'rows',
    rows: [
      ['Pay to account', account],
      ['Bank (BIC)', bic],
      ['Reference', reference],
    ],
  },
  { kind: 'small', text: 'The next debits that are settled repay it too.' },
];

/** The content of a statement as PDF. */
export function statementBlocks(
  month: BillingMonth,
  {
    merchantName,
    repayment,
    now,
  }: {
    merchantName: string;
    repayment: Repayment;
    now: Date;
  },
): PdfBlock[] {
  const { from, to } = daysOfMonth(month.month);
  return [
    { kind: 'title', text: `Statement of ${merchantName}` },
    {
      kind: 'rows',
      rows: [
        ['From', showDay(`${from}T12:00:00Z`)],
        ['To', showDay(`${to}T12:00:00Z`)],
      ],
    },
    { kind: 'heading', text: 'Balance' },
    { kind: 'amounts', rows: statementRows(month) },
    { kind: 'small', text: DEFINITIONS },
    ...(month.closing < 0 ? owedBlocks(-month.closing, repayment) : []),
    {
      kind: 'small',
      text: `Made by ${PRODUCT_NAME} on ${showMoment(now.toISOString())}. Amounts are Uganda shillings, days those of Kampala. Every movement is in the statement as CSV.`,
    },
  ];
}

const WORDS: Readonly<Record<string, string>> = {
  'debit SETTLED': 'Debit settled',
  'debit RETURNED': 'Debit returned',
  'payout CREATED': 'Paid out',
  'payout REJECTED': 'Payout not made',
  'payout PAID': 'Paid out after all',
  'payout BOUNCED': 'Payout came back',
  'adjustment WRITE_OFF': 'Written off',
  'exception REPAID': 'Repaid',
  'exception OWED': 'Money that went out for the business',
};

const COLUMNS = [
  'Day',
  'What',
  'Reference',
  'Amount',
  'Charge',
  'Excise duty',
  'Net',
  'Balance',
] as const;

function lineOf(
  line: BalanceLine,
  { reference, balance }: { reference: string; balance: number },
): (string | number)[] {
  const isDebit = line.sourceKind === 'debit';
  return [
    line.bookedOn,
    WORDS[`${line.sourceKind} ${line.purpose}`] ?? 'Correction',
    reference,
    // Only a debit has an amount before its charges.
    isDebit ? line.gross : line.net,
    -line.charge,
    -line.exciseDuty,
    line.net,
    balance,
  ];
}

async function* writeLines(ctx: AppContext, organizationId: string, month: string) {
  const inTx = <T>(work: (tx: Tx) => Promise<T>) =>
    ctx.db.asPlatform('a statement of a merchant', work);
  yield CSV_MARK + csvText([[...COLUMNS]]);
  let balance = (await inTx((tx) => monthOf(tx, organizationId, month))).opening;
  const days = daysOfMonth(month);
  for (let after = '0'; after !== '';) {
    const query = { ...days, after, max: BATCH };
    // One transaction for each batch: a slow download does not hold a connection to the database.
    const { lines, references } = await inTx(async (tx) => {
      const found = await readBalanceLines(tx, organizationId, query);
      const ids = found.map(({ sourceId }) => sourceId);
      const named = new Map([
        ...(await readPayoutReferences(tx, organizationId, ids)),
        ...(await readDebitReferences(tx, organizationId, ids)),
      ]);
      return { lines: found, references: named };
    });
    const rows = lines.map((line) => {
      balance += line.net;
      return lineOf(line, { reference: references.get(line.sourceId) ?? '', balance });
    });
    if (rows.length > 0) yield csvText(rows);
    after = lines.length === BATCH ? (lines.at(-1)?.id ?? '') : '';
  }
}

/** Every movement of a month as CSV, read while it is sent. */
export function statementCsv(
  ctx: AppContext,
  organizationId: string,
  month: string,
): WrittenAnswer {
  return {
    write: () => writeLines(ctx, organizationId, month),
    mediaType: 'text/csv; charset=utf-8',
    name: `statement-${month}.csv`,
  };
}
