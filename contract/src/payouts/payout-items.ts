import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { exportEndpoint, listEndpoint } from '../kit/list.ts';
import { ONE_OF_ALL } from './payout-views.ts';
import {
  ONE_PAYOUT,
  payoutItemAmounts,
  payoutItemKindShape,
  type PayoutDetail,
  type PayoutItemKind,
} from './payouts.ts';

/** What an item is, and what several of them are. */
export const PAYOUT_ITEM_LABELS: Readonly<Record<PayoutItemKind, { one: string; many: string }>> = {
  DEBIT: { one: 'Debit', many: 'Debits' },
  RETURN: { one: 'Returned debit', many: 'Returned debits' },
  PAYOUT_BACK: { one: 'Payout that did not arrive', many: 'Payouts that did not arrive' },
  PAYOUT_PAID: { one: 'Payout paid after all', many: 'Payouts paid after all' },
  REPAID: { one: 'Repaid by you', many: 'Repaid by you' },
  OWED: { one: 'Paid out for you', many: 'Paid out for you' },
  WRITTEN_OFF: { one: 'Debt written off', many: 'Debt written off' },
  OTHER: { one: 'Correction', many: 'Corrections' },
};

type PayoutSums = Pick<PayoutDetail, 'totals' | 'broughtForward' | 'carriedForward'>;

/** What a payout pays, line by line: the amounts, in whole shillings, add up to that of the payout. */
export function payoutFigures({
  totals,
  broughtForward,
  carriedForward,
}: PayoutSums): (readonly [label: string, amount: number])[] {
  const ofKinds = totals.flatMap(({ kind, count, amount, charge, exciseDuty }) => {
    const back = kind === 'RETURN' ? ' given back' : '';
    return [
      [`${PAYOUT_ITEM_LABELS[kind].many} (${count.toLocaleString('en')})`, amount],
      [`Charge${back}`, -charge],
      [`Excise duty${back}`, -exciseDuty],
    ] as const;
  });
  const lines = [
    ['Left from payouts before', broughtForward] as const,
    ...ofKinds,
    ['Left for the next payout', -carriedForward] as const,
  ];
  return lines.filter(([, amount]) => amount !== 0);
}

export const payoutItemShape = z.object({
  id: described('The number of the entry in the ledger.', z.string()),
  kind: payoutItemKindShape,
  bookedOn: described('The day in Kampala that the ledger counts it to.', z.iso.date()),
  debit: described(
    'The debit that was settled or returned; null for other kinds.',
    z.nullable(
      z.object({
        id: z.uuid(),
        reference: described('`TGD` and ten letters or digits with a check digit.', z.string()),
        merchantReference: described(
          'Your own reference, as you sent it; null for what a schedule made.',
          z.nullable(z.string()),
        ),
        customerName: described('The name of the payer.', z.string()),
      }),
    ),
  ),
  payout: described(
    'The payout whose money it is; null for other kinds.',
    z.nullable(
      z.object({
        id: z.uuid(),
        reference: described(
          '`TGP` and ten letters or digits with a check digit. The statement of the bank names it.',
          z.string(),
        ),
      }),
    ),
  ),
  ...payoutItemAmounts,
});
export type PayoutItem = z.infer<typeof payoutItemShape>;

const list = {
  item: payoutItemShape,
  sorts: ['posted', '-posted'],
  filters: { kind: z.optional(payoutItemKindShape) },
} as const;

const reader = signedIn(['MERCHANT'], 'billing.read');
const own = { ...list, path: `${ONE_PAYOUT}/items`, admission: reader } as const;

export const listPayoutItems = listEndpoint({
  ...own,
  name: 'listPayoutItems',
  summary: 'List what a payout pays, in the order in which it was booked.',
});

export const exportPayoutItems = exportEndpoint({
  ...own,
  name: 'exportPayoutItems',
  summary: 'Export what a payout pays as CSV.',
  audit: 'read',
});

/** Items that the printout of a payout lists; all of them are in the export. */
export const PRINTED_ITEMS_MAX = 1000;

export const getRemittanceAdvice = endpoint({
  name: 'getRemittanceAdvice',
  summary: 'Read a payout as a PDF: its account, its totals and what it pays.',
  path: `${ONE_PAYOUT}/pdf`,
  admission: reader,
  audit: 'read',
  heavy: true,
  answersFile: true,
});

const view = {
  ...list,
  path: `${ONE_OF_ALL}/items`,
  admission: signedIn(['OPERATOR'], 'billing.read'),
} as const;

export const listPayoutItemsView = listEndpoint({
  ...view,
  name: 'listPayoutItemsView',
  summary: 'List what a payout of any merchant pays, in the order in which it was booked.',
});

export const exportPayoutItemsView = exportEndpoint({
  ...view,
  name: 'exportPayoutItemsView',
  summary: 'Export what a payout of any merchant pays as CSV.',
  audit: 'read',
});
