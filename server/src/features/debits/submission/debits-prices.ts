import { priceDebit } from '#features/pricing/pricing-price.ts';
import { readPlans } from '#features/pricing/pricing-store.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import type { LockedDebit } from '../debits-changes.ts';

/** What a debit costs from its submission on, as columns. */
export type SubmissionPrice = Pick<LockedDebit, 'charge' | 'excise_duty' | 'net' | 'gives_back'>;

/**
 * Charge and duty of debits by the plan and the rate of their collection day; what was stored before is an
 * estimate. Null where they would leave nothing to the merchant.
 */
export async function priceSubmissions(
  tx: PlatformTx,
  rows: readonly LockedDebit[],
  day: string,
): Promise<(SubmissionPrice | null)[]> {
  const plans = await readPlans(tx, day);
  return rows.map((row) => {
    const pricing = plans(row.organization_id);
    const price = priceDebit(pricing, Number(row.amount));
    if (price === null) return null;
    return {
      charge: String(price.charge),
      excise_duty: String(price.exciseDuty),
      net: String(price.net),
      gives_back: pricing.plan.givesBack,
    };
  });
}
