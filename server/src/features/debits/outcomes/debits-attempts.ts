import { attemptShape, type DebitAttempt } from '@tegeka/contract/debits/debit-submissions.ts';
import { sql } from 'kysely';
import type { PlatformTx, Tx } from '#platform/database/database.ts';

/** A submission of a debit, which answers are about. */
export interface AttemptKey {
  organizationId: string;
  debitId: string;
  attempt: number;
  instructionId: string;
}

/** What became of one submission, in `debit_attempts`. */
export interface AttemptOutcome extends AttemptKey {
  outcome: 'ACCEPTED' | 'REJECTED' | 'SETTLED' | 'RETURNED' | 'UNKNOWN' | 'WITHDRAWN';
  code?: string | null;
  entryId?: string | null;
}

/** Writes down the submissions of a file. */
export async function insertAttempts(
  tx: PlatformTx,
  items: readonly AttemptKey[],
  { cutOff, fileId }: { cutOff: Date; fileId: string },
): Promise<void> {
  await sql`
    insert into debit_attempts (organization_id, debit_id, attempt, instruction_id, file_id,
      cut_off)
    select organization_id, debit_id, attempt, instruction_id, ${fileId}::uuid, ${cutOff}
    from unnest(${items.map((item) => item.organizationId)}::uuid[],
      ${items.map((item) => item.debitId)}::uuid[], ${items.map((item) => item.attempt)}::integer[],
      ${items.map((item) => item.instructionId)}::uuid[])
      as items (organization_id, debit_id, attempt, instruction_id)`.execute(tx);
}

export async function writeOutcomes(
  tx: PlatformTx,
  outcomes: readonly AttemptOutcome[],
  at: Date,
): Promise<void> {
  if (outcomes.length === 0) return;
  await sql`
    update debit_attempts set outcome = o.outcome, scheme_code = o.code, answered_at = ${at},
      entry_id = coalesce(o."entryId", entry_id)
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o("organizationId" uuid,
      "debitId" uuid, "instructionId" uuid, outcome text, code text, "entryId" text)
    where debit_attempts.organization_id = o."organizationId"
      and debit_attempts.debit_id = o."debitId"
      and debit_attempts.instruction_id = o."instructionId"`.execute(tx);
}

/** The submissions of a debit, newest first. */
export async function readAttempts(tx: Tx, id: string): Promise<DebitAttempt[]> {
  const rows = await tx
    .selectFrom('debit_attempts')
    .select(['attempt', 'instruction_id', 'cut_off', 'outcome', 'scheme_code', 'answered_at'])
    .where('debit_id', '=', id)
    .orderBy('attempt', 'desc')
    .orderBy('instruction_id', 'desc')
    .execute();
  return rows.map((row) =>
    attemptShape.parse({
      number: row.attempt,
      instructionId: row.instruction_id,
      at: row.cut_off.toISOString(),
      outcome: row.outcome,
      schemeCode: row.scheme_code,
      answeredAt: row.answered_at?.toISOString() ?? null,
    }),
  );
}
