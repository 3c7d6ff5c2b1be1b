import { MERCHANT_FIELDS, MERCHANT_LABELS } from '@tegeka/contract/merchants/merchant-fields.ts';
import { exportMerchants, listMerchants } from '@tegeka/contract/merchants/operator-merchants.ts';
import { merchantLink } from '#platform/router/entity-links.ts';
import { defineList } from '#ui/list/list-definition.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';

export const merchantList = defineList(listMerchants, {
  path: '/dashboard/merchants',
  one: 'merchant',
  many: 'merchants',
  icon: 'merchants',
  columns: [
    {
      name: 'name',
      label: MERCHANT_LABELS.businessName,
      value: ({ businessName }) => businessName,
      sub: ({ industry }) => industry,
      sort: 'name',
    },
    {
      name: 'registration',
      label: MERCHANT_LABELS.registrationNumber,
      value: ({ registrationNumber }) => registrationNumber,
    },
    {
      name: 'tin',
      label: MERCHANT_LABELS.taxNumber,
      value: ({ taxNumber }) => taxNumber,
      hidden: true,
    },
    { name: 'bank', label: MERCHANT_LABELS.bank, value: ({ bankName }) => bankName },
    {
      name: 'representative',
      label: 'Representative',
      kind: 'email',
      value: ({ representativeEmail }) => representativeEmail,
    },
    { name: 'state', label: 'Status', kind: 'state', value: ({ state }) => state },
    {
      name: 'submitted',
      label: 'Submitted',
      kind: 'date',
      value: ({ submittedAt }) => submittedAt,
      sort: 'submittedAt',
      phone: 'about',
    },
  ],
  link: ({ id }) => merchantLink(id),
  searches: 'names, registration and tax numbers, and emails of representatives',
  filters: [
    {
      kind: 'select',
      key: 'industry',
      label: MERCHANT_LABELS.industry,
      options: MERCHANT_FIELDS.industry.options,
    },
    { kind: 'select', key: 'bank', label: MERCHANT_LABELS.bank, choices: 'banks' },
    { kind: 'days', from: 'submittedFrom', to: 'submittedTo', label: 'Submitted' },
  ],
  rareStates: ['ACTION_REQUIRED', 'REJECTED'],
  nothingIn: {
    SUSPENDED: {
      heading: 'No suspended merchants',
      text: 'A merchant that you suspend is listed here until it is reinstated.',
    },
  },
  export: exportMerchants,
});

export function MerchantList() {
  return (
    <ListScreen
      list={merchantList}
      params={undefined}
      empty="A business appears here when it has submitted its registration. You review it in the Inbox."
    />
  );
}
