/** What a debit costs the merchant. Amounts are in the currency's smallest unit. */
export interface PricePlan {
  /** Hundredths of a per cent of the amount. */
  basisPoints: number;
  fixed: number;
  minimum: number;
  /** Null where there is none. */
  maximum: number | null;
  /** True where charge and duty are given back if a debit is returned. */
  givesBack: boolean;
}

/** A plan with the duty on its charge, both of one day. */
export interface Pricing {
  plan: PricePlan;
  dutyBasisPoints: number;
}

/** The parts of a debit: amount = charge + exciseDuty + net. */
export interface DebitPrice {
  charge: number;
  exciseDuty: number;
  net: number;
}

/** Basis points of an amount, rounded half-up. Integer arithmetic, so that nothing is rounded twice. */
function shareOf(amount: number, basisPoints: number): number {
  return Number((BigInt(amount) * BigInt(basisPoints) + 5000n) / 10_000n);
}

/** Splits the amount of a debit. Returns null where charge and duty would leave nothing to the merchant. */
export function priceDebit({ plan, dutyBasisPoints }: Pricing, amount: number): DebitPrice | null {
  const wanted = shareOf(amount, plan.basisPoints) + plan.fixed;
  const charge = Math.min(Math.max(wanted, plan.minimum), plan.maximum ?? Infinity);
  const exciseDuty = shareOf(charge, dutyBasisPoints);
  const net = amount - charge - exciseDuty;
  return net > 0 ? { charge, exciseDuty, net } : null;
}
