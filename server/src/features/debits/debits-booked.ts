import type { Debit } from '@tegeka/contract/debits/debits.ts';
import { outcomeOf } from '@tegeka/contract/debits/debit-outcomes.ts';
import { type RawBuilder, sql } from 'kysely';
import { customerNameOf } from '#features/customers/customers-store.ts';
import type { Tx } from '#platform/database/database.ts';

/** The columns that say what a debit costs; amounts are whole shillings as text. */
interface PricedRow {
  state: string;
  next_action: string | null;
  charge: string;
  excise_duty: string;
  net: string;
  gives_back: boolean;
}

type BookedMoney = Pick<
  Debit,
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
  const outcome = outcomeOf(row.state, row.next_action === 'RETRY');
  if (outcome !== 'DUE' && outcome !== 'IN_PROGRESS' && outcome !== 'SETTLED') return NOTHING;
  return {
    ...NOTHING,
    transactionCharge: charge,
    exciseDuty: duty,
    net,
    chargeIsEstimate: outcome !== 'SETTLED',
  };
}

export async function readDebitReferences(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; reference: string }>`
    select id, reference from debits
    where organization_id = ${organizationId} and id = any(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, reference }) => [id, reference]));
}

/** How a booked debit is named where it is one of many. */
interface DebitName {
  id: string;
  reference: string;
  merchantReference: string | null;
  customerName: string;
}

/** The debit that a row's `source_id` names: a subquery for statements; null where it names something else. */
export const debitOf = (table: string): RawBuilder<DebitName | null> =>
  sql`(select json_build_object('id', d.id, 'reference', d.reference,
      'merchantReference', d.merchant_reference, 'customerName', ${customerNameOf('d')})
    from debits d where d.organization_id = ${sql.ref(`${table}.organization_id`)}
      and d.id = ${sql.ref(`${table}.source_id`)})`;
