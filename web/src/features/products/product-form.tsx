import { fields } from '@tegeka/contract/kit/fields.ts';
import {
  createProduct,
  listCategories,
  listProducts,
  type Product,
  updateProduct,
} from '@tegeka/contract/products.ts';
import * as z from 'zod/mini';
import { cache } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { FormDrawer } from '#ui/form/form-drawer.tsx';
import type { Choices } from '#ui/form/lookup-choice.ts';
import {
  showsTerm,
  TERMS_FIELDS,
  termsOf,
  typedTerms,
} from '@tegeka/contract/mandates/terms-fields.ts';

const PRODUCT_FIELDS = fields({
  name: {
    label: 'Name',
    kind: 'text',
    schema: z.unknown(),
    section: 'Product',
    placeholder: 'School fees, term 1',
  },
  code: {
    label: 'Code',
    kind: 'text',
    schema: z.unknown(),
    section: 'Product',
    hint: 'Your own short name, a different one for each product',
    invalid: 'Use letters, digits, dots and dashes, 30 at most',
  },
  categoryId: {
    label: 'Category',
    kind: 'select',
    schema: z.unknown(),
    section: 'Product',
    hint: 'Banks are told what a debit is for',
  },
  ...TERMS_FIELDS,
});

const toBody = ({ name, code, categoryId, ...terms }: Record<string, unknown>) => ({
  name,
  code,
  categoryId,
  ...termsOf(terms),
});

/** The usual terms: what a form begins with. */
const USUAL = {
  amountKind: 'FIXED',
  schedule: 'MONTHLY',
  day: '1',
  noticeDays: '2',
  retries: '1',
};

/** Lists and drawers are asked for again. */
function refresh(): void {
  for (const name of [listProducts.name, 'getProduct', 'listProductEvents'])
    void cache.invalidateQueries({ queryKey: [name] });
}

const categoryChoices: Choices = {
  what: listCategories.name,
  all: async (signal) =>
    (await call(listCategories, { signal })).map(({ id, name }) => ({ value: id, label: name })),
};

interface ProductFormProps {
  rights: MerchantRights;
  onDone: (product: Product) => void;
  onClose: () => void;
}

/** The form for a new product, over the list. */
export function ProductNew({ rights, onDone, onClose }: ProductFormProps) {
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
      onDone={onDone}
      onClose={onClose}
    />
  );
}

/** The form that changes a product; mandates keep the terms that their payers consented to. */
export function ProductEdit({
  product,
  rights,
  onDone,
  onClose,
}: ProductFormProps & { product: Product }) {
  const { merchantId, blocked } = rights;
  return (
    <FormDrawer
      draft={`product ${product.id}`}
      heading={`Edit ${product.name}`}
      action="Save"
      fields={PRODUCT_FIELDS}
      start={{ ...product, ...typedTerms(product) }}
      endpoint={updateProduct}
      params={{ merchantId, productId: product.id }}
      toBody={toBody}
      shows={showsTerm}
      choices={{ categoryId: categoryChoices }}
      fieldOfError={{ PRODUCT_CODE_TAKEN: 'code' }}
      blocked={blocked}
      onSaved={refresh}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
