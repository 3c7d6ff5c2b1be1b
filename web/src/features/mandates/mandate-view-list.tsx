import {
  exportAllMandates,
  listAllMandates,
  type MandateView,
} from '@tegeka/contract/mandates/mandate-views.ts';
import { config } from '#platform/config/config.ts';
import { defineList, type ListColumn } from '#ui/list/list-definition.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { COLUMNS, ENDED, MANDATES } from './mandate-labels.ts';

const columns = (...bank: ListColumn<MandateView>[]): ListColumn<MandateView>[] => [
  COLUMNS.reference,
  {
    name: 'payer',
    label: 'Payer',
    value: ({ payerName }) => payerName,
    sub: ({ accountLastFour }) => accountLastFour && `•••• ${accountLastFour}`,
  },
  { name: 'merchant', label: 'Merchant', value: ({ merchantName }) => merchantName },
  ...bank,
  COLUMNS.limit,
  COLUMNS.state,
  COLUMNS.made,
  { ...COLUMNS.due, hidden: true },
];

const options = {
  ...MANDATES,
  searches: 'the beginning of references',
  rareStates: ['GENERATED', 'REGISTERED', 'PAUSED', ...ENDED],
  export: exportAllMandates,
} as const;

const ofBank = defineList(listAllMandates, {
  ...options,
  searches: 'the beginning of references and the last four digits of accounts',
  columns: columns(),
});

const ofAllBanks = defineList(listAllMandates, {
  ...options,
  columns: columns(COLUMNS.bank),
  filters: [
    { kind: 'lookup', key: 'merchantId', label: 'Merchant', lookup: 'merchants' },
    { kind: 'select', key: 'bankId', label: 'Bank', choices: 'banks' },
  ],
});

/** The mandates of the operator view and the bank view: all of them, or those of the payers of their bank. */
export const mandateViews = () => (config().domain === 'BANK' ? ofBank : ofAllBanks);

export function MandateViewList() {
  const isBank = config().domain === 'BANK';
  return (
    <ListScreen
      list={mandateViews()}
      params={undefined}
      empty={
        isBank
          ? 'A mandate is listed here once a customer of your bank has agreed to it. You confirm it in the Inbox.'
          : 'A mandate is listed here from the day on which a merchant asks a payer for it.'
      }
    />
  );
}
