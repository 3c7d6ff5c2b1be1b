import {
  listPricePlans,
  type PricePlan,
  type PricePlanInput,
  pricePlanShape,
} from '@tegeka/contract/price-plans.ts';
import type { FieldError } from '@tegeka/contract/kit/errors.ts';
import { CURRENCY, showMoney } from '@tegeka/contract/kit/money.ts';
import { sql } from 'kysely';
import { merchantIdOf, organizationOfMerchant } from '#features/merchants/merchants-references.ts';
import { findMerchantScope, merchantNameOf } from '#features/merchants/merchants-store.ts';
import type { Tx } from '#platform/database/database.ts';
import { refuse, refuseDuplicate } from '#platform/http/refusal.ts';
import { listSource } from '#platform/lists/list-source.ts';
import { priceDebit } from './pricing-price.ts';
import { rateOn } from './pricing-store.ts';

const plans = (tx: Tx) =>
  tx
    .selectFrom('price_plans')
    .select(['id', 'basis_points', 'fixed', 'minimum', 'maximum', 'currency', 'gives_back'])
    .select(['created_at', sql<string>`starts_on::text`.as('starts_on')])
    .select(merchantIdOf('price_plans').as('merchant_id'))
    .select(merchantNameOf('price_plans').as('merchant_name'));

function planOf(
  row: Awaited<ReturnType<ReturnType<typeof plans>['executeTakeFirstOrThrow']>>,
): PricePlan {
  return pricePlanShape.parse({
    id: row.id,
    startsOn: row.starts_on,
    merchantId: row.merchant_id,
    merchantName: row.merchant_name,
    basisPoints: row.basis_points,
    fixed: Number(row.fixed),
    minimum: Number(row.minimum),
    maximum: row.maximum === null ? null : Number(row.maximum),
    givesBack: row.gives_back,
    currency: row.currency,
    createdAt: row.created_at.toISOString(),
  });
}

export const PLAN_LIST = listSource({
  endpoint: listPricePlans,
  entity: 'price_plans',
  states: [],
  rows: plans,
  item: planOf,
  id: 'price_plans.id',
  sorts: { startsOn: ['price_plans.starts_on'] },
  filters: {
    merchantId: (id) => sql`price_plans.organization_id = (${organizationOfMerchant(String(id))})`,
  },
});

/** 100 per cent, in basis points. */
const ALL = 10_000;

/** The errors of a plan with which no debit could be made. */
async function wrongParts(tx: Tx, plan: PricePlanInput): Promise<FieldError[]> {
  const dutyBasisPoints = await rateOn(tx, 'EXCISE_DUTY', plan.startsOn);
  const cap = await rateOn(tx, 'DEBIT_CAP', plan.startsOn);
  if (plan.basisPoints * (ALL + dutyBasisPoints) >= ALL * ALL) {
    const message = 'With the duty on it, this share would take the whole amount';
    return [{ field: 'basisPoints', message }];
  }
  if (priceDebit({ plan, dutyBasisPoints }, cap)) return [];
  const field = plan.minimum > plan.fixed ? 'minimum' : 'fixed';
  const message = `Nothing would be left of the largest debit, ${showMoney(cap)}`;
  return [{ field, message }];
}

const orDuplicate = refuseDuplicate({
  price_plans_once: ['PRICE_PLAN_TAKEN', 'startsOn', 'A plan begins on this day already'],
});

/** Makes a plan that begins on a day to come. Refuses INPUT_INVALID and PRICE_PLAN_TAKEN, at their fields. */
export async function makePlan(
  tx: Tx,
  { id, input }: { id: string; input: PricePlanInput },
  { today, at }: { today: string; at: Date },
): Promise<void> {
  const { merchantId, startsOn } = input;
  const merchant = merchantId === null ? null : await findMerchantScope(tx, merchantId);
  const wrong: FieldError[] = await wrongParts(tx, input);
  if (startsOn <= today)
    wrong.push({ field: 'startsOn', message: 'Choose a day after today: a plan changes no past' });
  if (merchantId !== null && merchant === null)
    wrong.push({ field: 'merchantId', message: 'There is no merchant with this id' });
  if (wrong.length > 0) throw refuse('INPUT_INVALID', { fields: wrong });
  await sql`
    insert into price_plans (id, organization_id, starts_on, basis_points, fixed, minimum, maximum,
      currency, gives_back, created_at)
    values (${id}, ${merchant?.organizationId ?? null}, ${startsOn}::date, ${input.basisPoints},
      ${input.fixed}, ${input.minimum}, ${input.maximum}, ${CURRENCY}, ${input.givesBack}, ${at})`
    .execute(tx)
    .catch(orDuplicate);
}
