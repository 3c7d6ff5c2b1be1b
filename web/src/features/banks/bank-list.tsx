import { BANK_FIELDS } from '@tegeka/contract/bank-fields.ts';
import { listBankRecords } from '@tegeka/contract/bank-records.ts';
import { bankLink } from '#platform/router/entity-links.ts';
import { useMayWrite } from './bank-detail.tsx';
import { defineList } from '#ui/list/list-definition.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';

/** Place of flash messages above the list; those about one bank use its id. */
export const LIST_PLACE = 'banks';

const tiers = BANK_FIELDS.tier.options;

export const bankList = defineList(listBankRecords, {
  path: '/dashboard/banks',
  one: 'bank',
  many: 'banks',
  icon: 'banks',
  columns: [
    { name: 'name', label: 'Name', value: ({ name }) => name, sort: 'name' },
    { name: 'bic', label: 'BIC', value: ({ bic }) => bic },
    {
      name: 'tier',
      label: 'Tier',
      value: ({ tier }) => (tier === 'TIER_1' ? 'Tier I' : 'Tier II'),
    },
    {
      name: 'debits',
      label: 'Takes direct debits',
      value: ({ takesDirectDebits }) => (takesDirectDebits ? 'Yes' : 'No'),
    },
    { name: 'state', label: 'Status', kind: 'state', value: ({ state }) => state },
  ],
  link: ({ id }) => bankLink(id),
  searches: 'names and BICs',
  nothingIn: {
    ACTIVE: { heading: 'No active banks', text: 'All banks are disabled: nobody can choose one.' },
    DISABLED: { heading: 'No disabled banks', text: 'Banks that are disabled are listed here.' },
  },
  filters: [{ kind: 'select', key: 'tier', label: 'Tier', options: tiers }],
});

export function BankList() {
  return (
    <ListScreen
      list={bankList}
      params={undefined}
      add={{
        to: '/dashboard/banks/new',
        label: 'Add bank',
        mayWrite: useMayWrite(),
        blocked: null,
      }}
      place={LIST_PLACE}
      empty="Businesses and payers choose their bank from this list."
    />
  );
}
