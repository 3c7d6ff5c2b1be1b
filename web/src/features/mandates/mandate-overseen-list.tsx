import { linkOptions } from '@tanstack/react-router';
import { MANDATE_STATE_WORDS } from '@tegeka/contract/mandates/mandates.ts';
import {
  exportAllMandates,
  listAllMandates,
  type OverseenMandate,
} from '@tegeka/contract/mandates/mandate-oversight.ts';
import { config } from '#platform/config/config.ts';
import { defineList, type ListColumn } from '#ui/list/list-definition.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { ENDED, NOTHING_IN } from './mandate-texts.ts';

type Column = ListColumn<OverseenMandate>;

const columns = (bank: readonly Column[]): Column[] => [
  { name: 'reference', label: 'Reference', value: ({ reference }) => reference },
  { name: 'payer', label: 'Payer', value: ({ payerName }) => payerName },
  { name: 'merchant', label: 'Merchant', value: ({ merchantName }) => merchantName },
  ...bank,
  {
    name: 'limit',
    label: 'Most per debit',
    kind: 'money',
    value: ({ maxPerDebit }) => maxPerDebit,
  },
  { name: 'state', label: 'Status', kind: 'state', value: ({ state }) => state },
  {
    name: 'made',
    label: 'Made',
    kind: 'date',
    value: ({ createdAt }) => createdAt,
    sort: 'createdAt',
  },
  {
    name: 'due',
    label: 'Due by the schedule',
    kind: 'date',
    value: ({ nextDueDay }) => nextDueDay,
    hidden: true,
  },
];

const options = {
  path: '/dashboard/mandates',
  one: 'mandate',
  many: 'mandates',
  icon: 'mandates',
  link: ({ id }: OverseenMandate) =>
    linkOptions({ to: '/dashboard/mandates/$mandateId', params: { mandateId: id } }),
  searches: 'the beginning of references',
  stateWords: MANDATE_STATE_WORDS,
  rareStates: ['GENERATED', 'REGISTERED', 'PAUSED', ...ENDED],
  nothingIn: NOTHING_IN,
  export: exportAllMandates,
} as const;

const ofBank = defineList(listAllMandates, { ...options, columns: columns([]) });

const ofAllBanks = defineList(listAllMandates, {
  ...options,
  columns: columns([{ name: 'bank', label: 'Bank', value: ({ bank }) => bank?.name ?? null }]),
  filters: [
    { kind: 'lookup', key: 'merchantId', label: 'Merchant', lookup: 'merchants' },
    { kind: 'select', key: 'bankId', label: 'Bank', choices: 'banks' },
  ],
});

/** The mandates that this app's people oversee: all of them, or those of the payers of their bank. */
export const overseenMandates = () => (config().domain === 'BANK' ? ofBank : ofAllBanks);

export function MandateOverseenList() {
  const isBank = config().domain === 'BANK';
  return (
    <ListScreen
      list={overseenMandates()}
      params={undefined}
      empty={
        isBank
          ? 'A mandate is listed here once a customer of your bank has agreed to it. You confirm it in the Inbox.'
          : 'A mandate is listed here from the day on which a merchant asks a payer for it.'
      }
    />
  );
}
