import * as z from 'zod/mini';
import { described } from './kit/described.ts';
import { endpoint, signedIn } from './kit/endpoint.ts';
import { historyEndpoint } from './kit/history.ts';
import { listEndpoint } from './kit/list.ts';
import { stateMachine } from './kit/state-machine.ts';
import { line, reasonShape, typed } from './kit/text.ts';
import { amountShape, showMoney } from './kit/money.ts';
import { AMOUNT_KINDS, scheduleShape } from './mandates/schedule.ts';

/** The states of a product. New mandates can not use a disabled one; existing mandates keep it. */
export const PRODUCT = stateMachine({
  entity: 'product',
  states: ['ACTIVE', 'DISABLED'],
  transitions: { ACTIVE: ['DISABLED'], DISABLED: ['ACTIVE'] },
});

/** Tries after a debit that failed for lack of funds. */
export const RETRIES_MAX = 3;

/** Calendar days between the notice to the payer and the debit. */
export const NOTICE_DAYS_MAX = 30;

export const noticeDaysShape = described(
  'Calendar days between the notice to the payer and the debit.',
  z.int().check(z.minimum(1), z.maximum(NOTICE_DAYS_MAX)),
);
export const retriesShape = described(
  'How often a debit that failed for lack of funds is retried automatically.',
  z.int().check(z.minimum(0), z.maximum(RETRIES_MAX)),
);

/** The terms of debits, as products and mandates have them. */
export const termsShapes = {
  amountKind: described(
    '`FIXED`: the same amount each time. `VARIABLE`: you name it for each debit; only with the schedule `ON_DEMAND`.',
    z.enum(AMOUNT_KINDS),
  ),
  amount: described(
    'Whole shillings of each debit; null for `VARIABLE`, and for instalments, which have amounts of their own.',
    z.nullable(amountShape),
  ),
  schedule: described(
    'When debits are due. A day on which banks are closed moves to the next business day. `ON_DEMAND`: only when you ask for them.',
    scheduleShape,
  ),
  noticeDays: z._default(noticeDaysShape, 2),
  retries: z._default(retriesShape, 0),
};
const termsObject = z.object(termsShapes);
export type Terms = z.infer<typeof termsObject>;

type TermsToCheck = Pick<Terms, 'amountKind' | 'amount' | 'schedule'>;

export function termsErrors({ amountKind, amount, schedule }: TermsToCheck) {
  const errors: { field: 'amount' | 'schedule'; message: string }[] = [];
  const ownAmounts = schedule.kind === 'INSTALMENTS';
  if (amountKind === 'VARIABLE' && schedule.kind !== 'ON_DEMAND')
    errors.push({
      field: 'schedule',
      message: 'An amount that varies can only be collected on demand',
    });
  if (amountKind === 'VARIABLE' && amount !== null)
    errors.push({ field: 'amount', message: 'An amount that varies is named for each debit' });
  if (amountKind === 'FIXED' && amount === null && !ownAmounts)
    errors.push({ field: 'amount', message: 'Enter the amount' });
  if (ownAmounts && schedule.every === 'WEEK' && schedule.day !== undefined)
    errors.push({ field: 'schedule', message: 'Weekly instalments have no day of the month' });
  if (ownAmounts && amount !== null)
    errors.push({ field: 'amount', message: 'Instalments have amounts of their own' });
  return errors;
}

/** The largest amount that the terms make due; 0 where the amount varies. */
export function largestAmount({ amount, schedule }: Pick<Terms, 'amount' | 'schedule'>) {
  return schedule.kind === 'INSTALMENTS' ? Math.max(...schedule.amounts) : (amount ?? 0);
}

/** The error message for an amount above the cap of one debit. */
export const capText = (cap: number) => `One debit can be ${showMoney(cap)} at most`;

/** Refuses terms with {@link termsErrors}, each at its field. */
export const termsFit = <T extends TermsToCheck>() =>
  z.check<T>((context) => {
    for (const { field, message } of termsErrors(context.value))
      context.issues.push({ code: 'custom', message, path: [field], input: context.value });
  });

const productObject = z.object({
  name: described('What it is called; payers read it as what they pay for.', line(1, 80)),
  code: described(
    'Your own short name for it, unique among your products.',
    z.string().check(typed(), z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,29}$/)),
  ),
  categoryId: described('The payment category, from `listCategories`.', z.uuid()),
  ...termsShapes,
});
export type ProductInput = z.infer<typeof productObject>;

export const productShape = z.object({
  id: z.uuid(),
  name: described('What it is called; payers read it as what they pay for.', z.string()),
  code: described('Your own short name for it, unique among your products.', z.string()),
  categoryId: described('The payment category, from `listCategories`.', z.uuid()),
  categoryName: described('The name of the payment category.', z.string()),
  ...termsShapes,
  state: described(
    '`DISABLED`: no new mandate can use it; those that use it go on.',
    z.enum(PRODUCT.states),
  ),
  version: described('Rises by one with every change.', z.int()),
  createdAt: described('When it was made.', z.iso.datetime()),
  updatedAt: described('When it was last changed.', z.iso.datetime()),
});
export type Product = z.infer<typeof productShape>;

const reader = signedIn(['MERCHANT'], 'products.read');
const writer = signedIn(['MERCHANT'], 'products.write');
const path = '/api/v1/merchants/{merchantId}/products';
const onePath = `${path}/{productId}` as const;

export const listProducts = listEndpoint({
  name: 'listProducts',
  summary: "List a merchant's products by name, with counts by state.",
  path,
  admission: reader,
  item: productShape,
  states: PRODUCT.states,
  sorts: ['name', '-name', '-createdAt', 'createdAt'],
  filters: { categoryId: z.optional(z.uuid()) },
  search: true,
});

export const getProduct = endpoint({
  name: 'getProduct',
  summary: 'Fetch a product.',
  path: onePath,
  admission: reader,
  answers: productShape,
});

export const createProduct = endpoint({
  name: 'createProduct',
  summary: 'Add a product.',
  method: 'POST',
  path,
  admission: writer,
  active: true,
  takes: productObject.check(termsFit()),
  answers: productShape,
  status: 201,
  errors: ['PRODUCT_CODE_TAKEN'],
});

/** Mandates keep the terms that their payers consented to. */
export const updateProduct = endpoint({
  name: 'updateProduct',
  summary: 'Change a product, naming the version that the change was made from.',
  method: 'PUT',
  path: onePath,
  admission: writer,
  active: true,
  takes: z
    .extend(productObject, {
      version: described(
        'The version that the change was made from: another one is refused.',
        z.int32().check(z.minimum(1)),
      ),
    })
    .check(termsFit()),
  answers: productShape,
  errors: ['PRODUCT_CODE_TAKEN', 'PRODUCT_CHANGED'],
});

const switching = {
  method: 'PATCH',
  admission: writer,
  active: true,
  takes: z.partial(reasonShape),
  answers: productShape,
} as const;

export const disableProduct = endpoint({
  ...switching,
  name: 'disableProduct',
  summary: 'Disable a product; new mandates can not use it.',
  path: `${onePath}/disable`,
});

export const enableProduct = endpoint({
  ...switching,
  name: 'enableProduct',
  summary: 'Offer a product again for new mandates.',
  path: `${onePath}/enable`,
});

export const listProductEvents = historyEndpoint({
  name: 'listProductEvents',
  summary: 'List what happened to a product, newest first.',
  path: onePath,
  admission: reader,
  kinds: ['CREATED', 'CHANGED'],
});

/** Payment categories: reference data that operators keep. By name. */
export const listCategories = endpoint({
  name: 'listCategories',
  summary: 'List the payment categories that a product can have, by name.',
  path: '/api/v1/payment-categories',
  admission: signedIn(['MERCHANT', 'OPERATOR']),
  answers: z.array(
    z.object({
      id: z.uuid(),
      name: described('What it is called; payers read it as what they pay for.', z.string()),
    }),
  ),
});
