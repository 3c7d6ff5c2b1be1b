import { sql } from 'kysely';
import { bankNameOf } from '#features/banks/banks-store.ts';
import type { Tx } from '#platform/database/database.ts';

/**
 * Settled debits between two days by payers' bank, the largest charge first. Charges and duty that were
 * given back on those days are subtracted.
 */
export async function readSettledBanks(
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<{ bankName: string; debits: number; charge: number; exciseDuty: number }[]> {
  const between = (column: string) => sql`
    ${sql.ref(column)} >= ${from}::date::timestamp at time zone 'Africa/Kampala'
    and ${sql.ref(column)} < (${to}::date + 1)::timestamp at time zone 'Africa/Kampala'`;
  const { rows } = await sql<{
    bankName: string;
    debits: number;
    charge: string;
    exciseDuty: string;
  }>`
    select coalesce(${bankNameOf('settled')}, '') as "bankName", debits, charge, "exciseDuty" from (
      select bank_id, sum(debits)::integer as debits, sum(charge) as charge,
        sum(excise_duty) as "exciseDuty"
      from (
        select bank_id, 1 as debits, charge, excise_duty from debits
        where ${between('settled_at')}
        union all
        select bank_id, 0, -charge, -excise_duty from debits
        join debit_attempts a on a.organization_id = debits.organization_id
          and a.debit_id = debits.id and a.attempt = debits.attempt
          and a.outcome <> 'WITHDRAWN'
        where state = 'RETURNED' and gives_back and ${between('a.answered_at')}) moves
      group by bank_id) settled
    order by charge desc, "bankName"`.execute(tx);
  return rows.map(({ charge, exciseDuty, ...row }) => ({
    ...row,
    charge: Number(charge),
    exciseDuty: Number(exciseDuty),
  }));
}
