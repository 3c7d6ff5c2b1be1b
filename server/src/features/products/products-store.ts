import {
  listProducts,
  PRODUCT,
  type Product,
  type ProductInput,
  termsShapes,
} from '@tegeka/contract/products.ts';
import { scheduleShape } from '@tegeka/contract/mandates/schedule.ts';
import { stateOf } from '@tegeka/contract/kit/state-machine.ts';
import { type RawBuilder, sql } from 'kysely';
import { categoryNameOf, categoryCodeOf, readCategories } from '#features/pricing/pricing-store.ts';
import type { Tx } from '#platform/database/database.ts';
import { refuse, refuseField, refuseDuplicate } from '#platform/http/refusal.ts';
import { listSearch } from '#platform/lists/list-items.ts';
import { listSource } from '#platform/lists/list-source.ts';

function products(tx: Tx) {
  return tx
    .selectFrom('products')
    .select(['products.id', 'products.name', 'code', 'category_id', 'amount_kind', 'amount'])
    .select(['schedule', 'notice_days', 'retries', 'products.state', 'revision'])
    .select(['products.created_at', 'products.updated_at'])
    .select(categoryNameOf('products').as('category_name'));
}

type ProductRow = Awaited<ReturnType<ReturnType<typeof products>['execute']>>[number];

function productOf(row: ProductRow): Product {
  const state = stateOf(PRODUCT, row.state);
  if (!state) throw new Error(`${row.state} is no state of a product`);
  return {
    id: row.id,
    name: row.name,
    code: row.code,
    categoryId: row.category_id,
    categoryName: row.category_name,
    amountKind: termsShapes.amountKind.parse(row.amount_kind),
    amount: row.amount === null ? null : Number(row.amount),
    schedule: scheduleShape.parse(row.schedule),
    noticeDays: row.notice_days,
    retries: row.retries,
    state,
    version: row.revision,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export const PRODUCT_LIST = listSource({
  endpoint: listProducts,
  entity: 'products',
  states: PRODUCT.states,
  rows: products,
  item: productOf,
  id: 'products.id',
  state: 'products.state',
  sorts: {
    name: ['products.name_key'],
    createdAt: ['products.id'],
  },
  filters: {
    categoryId: (value) => sql`category_id = ${value}`,
  },
});

export const PRODUCT_SEARCH = listSearch(PRODUCT_LIST, {
  label: 'Products',
  noun: PRODUCT.entity,
  path: '/dashboard/products',
  hit: ({ name: title, code: sub, state }) => ({ title, sub, state }),
});

/** Returns a product, locked until the transaction ends where `lock` is set. Refuses NOT_FOUND. */
export async function readProduct(tx: Tx, id: string, lock = false): Promise<Product> {
  const row = await products(tx)
    .where('products.id', '=', id)
    .$if(lock, (query) => query.forUpdate('products'))
    .executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return productOf(row);
}

function columnsOf(input: ProductInput) {
  return {
    name: input.name,
    code: input.code,
    category_id: input.categoryId,
    amount_kind: input.amountKind,
    amount: input.amount,
    schedule: JSON.stringify(input.schedule),
    notice_days: input.noticeDays,
    retries: input.retries,
  };
}

/** Refuses PRODUCT_CODE_TAKEN at the field of the code. */
const orDuplicate = refuseDuplicate({
  products_code_once: ['PRODUCT_CODE_TAKEN', 'code', 'Another product has this code already.'],
});

async function expectCategory(tx: Tx, id: string): Promise<void> {
  const known = await readCategories(tx);
  if (known.some((category) => category.id === id)) return;
  const message = 'Choose a category from the list';
  throw refuseField('categoryId', message);
}

/** Writes a product down. Refuses PRODUCT_CODE_TAKEN. */
export async function insertProduct(
  tx: Tx,
  product: { id: string; organizationId: string; input: ProductInput; at: Date },
): Promise<Product> {
  const { id, organizationId, input, at } = product;
  await expectCategory(tx, input.categoryId);
  const values = {
    ...columnsOf(input),
    id,
    organization_id: organizationId,
    state: 'ACTIVE',
    revision: 1,
    created_at: at,
    updated_at: at,
  };
  await tx.insertInto('products').values(values).execute().catch(orDuplicate);
  return readProduct(tx, id);
}

/** Changes a product with optimistic locking. Refuses PRODUCT_CHANGED and PRODUCT_CODE_TAKEN. */
export async function changeProduct(
  tx: Tx,
  { id, version }: Pick<Product, 'id' | 'version'>,
  input: ProductInput,
  at: Date,
): Promise<Product> {
  await expectCategory(tx, input.categoryId);
  const { numUpdatedRows } = await tx
    .updateTable('products')
    .set((eb) => ({ ...columnsOf(input), revision: eb('revision', '+', 1), updated_at: at }))
    .where('id', '=', id)
    .where('revision', '=', version)
    .executeTakeFirst()
    .catch(orDuplicate);
  if (numUpdatedRows !== 1n) throw refuse('PRODUCT_CHANGED');
  return readProduct(tx, id);
}

/** All products that the transaction sees, by their codes. */
export async function readProductsByCode(tx: Tx): Promise<ReadonlyMap<string, Product>> {
  const rows = await products(tx).execute();
  return new Map(rows.map((row) => [row.code, productOf(row)]));
}

/** The ids of a merchant's disabled products: a subquery for statements of other features. */
export function disabledProducts(organizationId: string): RawBuilder<unknown> {
  return sql`select p.id from products p
    where p.organization_id = ${organizationId} and p.state = 'DISABLED'`;
}

/** The name of a product: a subquery for statements about rows with a `product_id`. */
export function productNameOf(table: string): RawBuilder<string | null> {
  return sql<string | null>`(select p.name from products p
    where p.organization_id = ${sql.ref(`${table}.organization_id`)}
      and p.id = ${sql.ref(`${table}.product_id`)})`;
}

/** A code of ISO 20022 for a product's debits: a subquery like {@link productNameOf}. */
export function productCodeOf(
  table: string,
  code: 'category_purpose' | 'purpose',
): RawBuilder<string | null> {
  return sql<string | null>`(select ${categoryCodeOf('p', code)} from products p
    where p.organization_id = ${sql.ref(`${table}.organization_id`)}
      and p.id = ${sql.ref(`${table}.product_id`)})`;
}
