import { showDay, showMoment } from '@tegeka/contract/kit/day.ts';
import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import {
  PAYOUT_ITEM_LABELS,
  payoutFigures,
  type PayoutItem,
  PRINTED_ITEMS_MAX,
} from '@tegeka/contract/payouts/payout-items.ts';
import { PAYOUT_LABELS } from '@tegeka/contract/payouts/payouts.ts';
import type { Tx } from '#platform/database/database.ts';
import { pdfAnswer } from '#platform/documents/pdf-document.ts';
import type { PdfBlock } from '#platform/documents/pdf-writer.ts';
import type { WrittenAnswer } from '#platform/http/serve.ts';
import { readFirstItems, readSums } from './payouts-items-store.ts';
import { payoutOf, type PayoutRow } from './payouts-store.ts';

/** An amount in a table of Uganda shillings. */
const figure = (shillings: number) => showMoney(shillings).replace('USh ', '');

const itemCells = ({ kind, bookedOn, debit, payout, ...item }: PayoutItem): string[] => [
  showDay(bookedOn),
  [PAYOUT_ITEM_LABELS[kind].one, debit?.customerName].filter(Boolean).join(', '),
  [(debit ?? payout)?.reference, debit?.merchantReference].filter(Boolean).join(' '),
  ...[item.amount, -item.charge, -item.exciseDuty, item.net].map(figure),
];

const COLUMNS = [
  { label: 'Day', share: 13 },
  { label: 'What', share: 26 },
  { label: 'Reference', share: 22 },
  { label: 'Amount', share: 14, amounts: true },
  { label: 'Charge', share: 11, amounts: true },
  { label: 'Excise duty', share: 14, amounts: true },
  { label: 'Net', share: 14, amounts: true },
];

const moment = (label: string, at: string | null) =>
  at === null ? [] : [[label, showMoment(at)] as const];

/** A payout as a PDF: its account, its totals, and what it pays, up to PRINTED_ITEMS_MAX items. */
export async function remittanceAdvice(tx: Tx, row: PayoutRow, now: Date): Promise<WrittenAnswer> {
  const { reference, amount, bankName, accountLastFour, ...payout } = payoutOf(row);
  const sums = await readSums(tx, row);
  const items = await readFirstItems(tx, row, PRINTED_ITEMS_MAX);
  const count = sums.totals.reduce((sum, one) => sum + one.count, 0);
  const blocks: PdfBlock[] = [
    { kind: 'title', text: `Payout of ${showMoney(amount)}` },
    {
      kind: 'rows',
      rows: [
        ['To', row.merchant_name],
        ['Account', `${bankName} •••• ${accountLastFour}`],
        ['Reference', reference],
        ['Status', PAYOUT_LABELS[payout.state]],
        ...moment('Created', payout.createdAt),
        ...moment('Sent to the bank', payout.sentAt),
        ...moment('Ended', payout.endedAt),
      ],
    },
    { kind: 'heading', text: 'What it pays' },
    {
      kind: 'amounts',
      rows: [...payoutFigures(sums), ['Amount', amount] as const].map(([label, sum]) => [
        label,
        showMoney(sum),
      ]),
    },
    ...(items.length === 0
      ? []
      : ([
          { kind: 'heading', text: 'Items' },
          { kind: 'table', columns: COLUMNS, cells: items.map(itemCells) },
        ] as const)),
    ...(count > items.length
      ? [
          {
            kind: 'text',
            text: `These are the first ${figure(items.length)} of ${figure(count)} items. All of them are in the CSV of the payout.`,
          } as const,
        ]
      : []),
    {
      kind: 'small',
      text: `Made by ${PRODUCT_NAME} on ${showMoment(now.toISOString())}. Amounts are Uganda shillings, days those of Kampala.`,
    },
  ];
  return pdfAnswer({
    title: `Payout ${reference}, ${row.merchant_name}`,
    fileName: `payout-${reference}.pdf`,
    blocks,
    at: now,
  });
}
