import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import { PRODUCT, type ProductInput } from '@tegeka/contract/products.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { readCategories } from '#features/pricing/pricing-store.ts';
import { insertProduct } from '#features/products/products-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { actorOf, recordFirstState } from '#platform/state/transition.ts';
import { callerOf } from './demo-callers.ts';
import { DEMO_PEOPLE } from './demo-guide.ts';

const PRODUCTS: readonly Omit<ProductInput, 'categoryId'>[] = [
  {
    name: 'Monthly delivery',
    code: 'DELIVERY',
    amountKind: 'FIXED',
    amount: 250_000,
    schedule: { kind: 'MONTHLY', day: 5 },
    noticeDays: 2,
    retries: 2,
  },
  {
    name: 'Stock on credit',
    code: 'STOCK',
    amountKind: 'FIXED',
    amount: 120_000,
    schedule: { kind: 'WEEKLY', weekday: 1 },
    noticeDays: 2,
    retries: 1,
  },
  {
    name: 'Goods on order',
    code: 'ORDER',
    amountKind: 'VARIABLE',
    amount: null,
    schedule: { kind: 'ON_DEMAND' },
    noticeDays: 3,
    retries: 0,
  },
];

export async function seedProducts(ctx: AppContext, tx: PlatformTx): Promise<void> {
  const caller = await callerOf(tx, DEMO_PEOPLE.approved);
  const { organizationId } = caller;
  const at = new Date((await businessTime(tx, ctx.clock.now())).getTime() - DAY_MS);
  const category = (await readCategories(tx)).find(({ name }) => name === 'Other');
  if (!category) throw new Error('There is no such payment category');
  for (const product of PRODUCTS) {
    const id = ctx.ids.uuid(at);
    const input = { ...product, categoryId: category.id };
    await insertProduct(tx, { id, organizationId, input, at });
    const first = { organizationId, id, to: 'ACTIVE', actor: actorOf(caller), at } as const;
    await recordFirstState(tx, PRODUCT, first);
  }
}
