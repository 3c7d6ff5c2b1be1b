import { listProducts } from '@tegeka/contract/products.ts';
import { productLink } from '#platform/router/entity-links.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { defineList } from '#ui/list/list-definition.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { amountText, whenText } from '@tegeka/contract/mandates/terms-fields.ts';

/** Place of flash messages above the list; those about one product use its id. */
export const LIST_PLACE = 'products';

export const productList = defineList(listProducts, {
  path: '/dashboard/products',
  one: 'product',
  many: 'products',
  icon: 'products',
  columns: [
    { name: 'name', label: 'Name', value: ({ name }) => name, sort: 'name' },
    { name: 'code', label: 'Code', value: ({ code }) => code },
    { name: 'category', label: 'Category', value: ({ categoryName }) => categoryName },
    {
      name: 'schedule',
      label: 'When',
      value: ({ schedule }) => whenText(schedule),
      phone: 'about',
    },
    {
      name: 'amount',
      label: 'Amount',
      value: ({ schedule, amount }) => amountText(schedule, amount),
      phone: 'amount',
    },
    { name: 'state', label: 'Status', kind: 'state', value: ({ state }) => state },
    {
      name: 'added',
      label: 'Added',
      kind: 'date',
      value: ({ createdAt }) => createdAt,
      sort: 'createdAt',
      hidden: true,
    },
  ],
  link: ({ id }) => productLink(id),
  searches: 'names and codes',
  nothingIn: {
    ACTIVE: { heading: 'No active products', text: 'New mandates can use active products only.' },
    DISABLED: {
      heading: 'No disabled products',
      text: 'Products that you disable are listed here.',
    },
  },
});

/** The products of a business, or the empty state with what they are for. */
export function ProductList({ rights }: { rights: MerchantRights }) {
  return (
    <ListScreen
      list={productList}
      params={{ merchantId: rights.merchantId }}
      add={{ ...rights, to: '/dashboard/products/new', label: 'Add product' }}
      place={LIST_PLACE}
      empty="A product is what a customer pays for, such as a school term or a monthly plan: how much and when. Mandates take its terms over."
    />
  );
}
