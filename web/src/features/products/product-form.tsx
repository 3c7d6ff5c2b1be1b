import { inputsBelow } from '@tegeka/contract/kit/fields.ts';
import {
  createProduct,
  getProduct,
  listCategories,
  listProductEvents,
  listProducts,
  type Product,
  updateProduct,
} from '@tegeka/contract/products.ts';
import { fetchFresh, historyQuery, refetch } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { FormDrawer } from '#ui/form/form-drawer.tsx';
import { productQuery } from './product-detail.tsx';
import { LIST_PLACE } from './product-list.tsx';
import type { Choices } from '#ui/form/lookup-choice.ts';
import {
  showsTerm,
  TERMS_FIELDS,
  termsOf,
  typedTerms,
} from '@tegeka/contract/mandates/terms-fields.ts';

const PRODUCT_FIELDS = {
  ...inputsBelow('Product', {
    name: {
      label: 'Name',
      kind: 'text',
      placeholder: 'School fees, term 1',
    },
    code: {
      label: 'Code',
      kind: 'text',
      hint: 'Your own short name, a different one for each product',
      invalid: 'Use letters, digits, dots and dashes, 30 at most',
    },
    categoryId: {
      label: 'Category',
      kind: 'select',
      hint: 'Banks are told what a debit is for',
    },
  }),
  ...TERMS_FIELDS,
};

const toBody = ({ name, code, categoryId, ...terms }: Record<string, unknown>) => ({
  name,
  code,
  categoryId,
  ...termsOf(terms),
});

/** The initial values of a new product: the usual terms. */
const USUAL = {
  amountKind: 'FIXED',
  schedule: 'MONTHLY',
  day: '1',
  agreedDay: 'FIRST',
  noticeDays: '2',
  retries: '1',
};

/** Fetches lists and drawers again. */
function refresh(): void {
  void refetch(listProducts, getProduct, listProductEvents);
}

const categoryChoices: Choices = {
  what: listCategories.name,
  all: async (signal) =>
    (await call(listCategories, { signal })).map(({ id, name }) => ({ value: id, label: name })),
};

interface ProductFormProps {
  rights: MerchantRights;
  onClose: () => void;
}

export function ProductNew({ rights, onClose }: ProductFormProps) {
  const { merchantId, blocked } = rights;
  return (
    <FormDrawer
      draft="product new"
      heading="Add product"
      action="Add product"
      fields={PRODUCT_FIELDS}
      start={USUAL}
      endpoint={createProduct}
      params={{ merchantId }}
      toBody={toBody}
      shows={showsTerm}
      choices={{ categoryId: categoryChoices }}
      fieldOfError={{ PRODUCT_CODE_TAKEN: 'code' }}
      blocked={blocked}
      onSaved={refresh}
      done={{ place: LIST_PLACE, message: ({ name }) => `${name} was added.` }}
      onClose={onClose}
    />
  );
}

/** The form that changes a product; mandates keep the terms that their payers consented to. */
export function ProductEdit({ product, rights, onClose }: ProductFormProps & { product: Product }) {
  const { merchantId, blocked } = rights;
  return (
    <FormDrawer
      draft={`product ${product.id}`}
      heading={`Edit ${product.name}`}
      action="Save"
      fields={PRODUCT_FIELDS}
      edit={{
        entity: product,
        typed: (entity) => ({ ...entity, ...typedTerms(entity) }),
        what: 'product',
        changedCode: 'PRODUCT_CHANGED',
        latest: () => fetchFresh(productQuery(merchantId, product.id)),
        history: historyQuery(listProductEvents, { merchantId, productId: product.id }),
      }}
      endpoint={updateProduct}
      params={{ merchantId, productId: product.id }}
      toBody={toBody}
      shows={showsTerm}
      choices={{ categoryId: categoryChoices }}
      fieldOfError={{ PRODUCT_CODE_TAKEN: 'code' }}
      blocked={blocked}
      onSaved={refresh}
      done={{ place: product.id, message: () => 'Your changes are saved.' }}
      onClose={onClose}
    />
  );
}
