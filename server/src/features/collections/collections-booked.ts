import type { Collection } from '@tegeka/contract/collections/collections.ts';
import { outcomeOf } from '@tegeka/contract/collections/collection-outcomes.ts';

/** The columns that say what a debit costs; amounts are whole shillings as text. */
interface PricedRow {
  state: string;
  wake_for: string | null;
  charge: string;
  excise_duty: string;
  net: string;
  gives_back: boolean;
}

type BookedMoney = Pick<
  Collection,
  'transactionCharge' | 'exciseDuty' | 'net' | 'chargeIsEstimate' | 'chargeGivenBack'
>;

const NOTHING: BookedMoney = {
  transactionCharge: null,
  exciseDuty: null,
  net: null,
  chargeIsEstimate: false,
  chargeGivenBack: false,
};

/**
 * What the ledger has booked of a debit: charge, duty, and what the balance of the business got. Before the
 * settlement it is what would be booked, marked as an estimate. It is null where nothing was booked and nothing
 * will be. A returned debit has cost its charge and duty, or nothing where the price plan gives them back.
 */
export function bookedMoney(row: PricedRow): BookedMoney {
  const [charge, duty, net] = [Number(row.charge), Number(row.excise_duty), Number(row.net)];
  if (row.state === 'RETURNED')
    return row.gives_back
      ? { ...NOTHING, transactionCharge: 0, exciseDuty: 0, net: 0, chargeGivenBack: true }
      : { ...NOTHING, transactionCharge: charge, exciseDuty: duty, net: -(charge + duty) };
  const outcome = outcomeOf(row.state, row.wake_for === 'RETRY');
  if (outcome !== 'DUE' && outcome !== 'IN_PROGRESS' && outcome !== 'SETTLED') return NOTHING;
  return {
    ...NOTHING,
    transactionCharge: charge,
    exciseDuty: duty,
    net,
    chargeIsEstimate: outcome !== 'SETTLED',
  };
}
