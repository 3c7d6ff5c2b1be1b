import {
  listSubmissionSessions,
  type SubmissionSession,
  submissionSessionShape,
  type SessionFile,
  sessionFileShape,
} from '@tegeka/contract/clearing/submission-sessions.ts';
import { sql } from 'kysely';
import { bankNameOf } from '#features/banks/banks-store.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { listSource } from '#platform/lists/list-source.ts';
import { PACS_003 } from '../iso/iso-debits.ts';
import { PAIN_001 } from '../iso/iso-transfers.ts';

/** Stores a cut-off whose debits and payouts are all in files, with their totals; withdrawn ones do not count. Idempotent. */
export async function insertSession(
  tx: PlatformTx,
  id: string,
  { cutOff, session }: { cutOff: Date; session: string },
): Promise<void> {
  await sql`
    insert into submission_sessions (id, cut_off, session, files, debits, debits_total, payouts,
      payouts_total)
    select ${id}::uuid, ${cutOff}, ${session}, count(*),
      coalesce(sum(items) filter (where message = ${PACS_003}), 0),
      coalesce(sum(total) filter (where message = ${PACS_003}), 0),
      coalesce(sum(items) filter (where message = ${PAIN_001}), 0),
      coalesce(sum(total) filter (where message = ${PAIN_001}), 0)
    from clearing_files where cut_off = ${cutOff} and state <> 'WITHDRAWN'
    on conflict do nothing`.execute(tx);
}

/** Takes a file out of the totals of its cut-off, where they are stored: it was withdrawn. */
export async function leaveOutOfSession(tx: PlatformTx, fileId: string): Promise<void> {
  const share = (column: string, message: string) =>
    sql`case when f.message = ${message} then f.${sql.ref(column)} else 0 end`;
  await sql`
    update submission_sessions s set files = s.files - 1,
      debits = s.debits - ${share('items', PACS_003)},
      debits_total = s.debits_total - ${share('total', PACS_003)},
      payouts = s.payouts - ${share('items', PAIN_001)},
      payouts_total = s.payouts_total - ${share('total', PAIN_001)}
    from clearing_files f where f.id = ${fileId} and s.cut_off = f.cut_off`.execute(tx);
}

const sessionRows = (tx: Tx) => tx.selectFrom('submission_sessions').selectAll();

function sessionOf(
  row: Awaited<ReturnType<ReturnType<typeof sessionRows>['execute']>>[number],
): SubmissionSession {
  return submissionSessionShape.parse({
    ...row,
    cutOff: row.cut_off.toISOString(),
    debitsTotal: Number(row.debits_total),
    payoutsTotal: Number(row.payouts_total),
  });
}

export const SESSION_LIST = listSource({
  endpoint: listSubmissionSessions,
  entity: 'submission_sessions',
  states: [],
  rows: sessionRows,
  item: sessionOf,
  id: 'submission_sessions.id',
  sorts: { cutOff: ['submission_sessions.cut_off'] },
});

async function filesOf(tx: Tx, cutOff: Date): Promise<SessionFile[]> {
  const count = (condition: string) =>
    sql<number>`(select count(*)::integer from clearing_items i
      where i.file_id = clearing_files.id and ${sql.raw(condition)})`;
  const rows = await tx
    .selectFrom('clearing_files')
    .select(['id', 'channel', 'bank_id', 'message', 'state', 'items', 'total'])
    .select([
      bankNameOf('clearing_files').as('bank_name'),
      count("i.status = 'ACCEPTED'").as('accepted'),
      count("i.status = 'REJECTED'").as('rejected'),
      count("i.status = 'SETTLED'").as('settled'),
      count("i.status = 'SETTLED' and i.returned").as('returned'),
      count("i.status = 'SENT'").as('unanswered'),
    ])
    .where('cut_off', '=', cutOff)
    .orderBy('id')
    .limit(1000)
    .execute();
  return rows.map((row) =>
    sessionFileShape.parse({
      ...row,
      bank: row.bank_id === null ? null : { id: row.bank_id, name: row.bank_name ?? '' },
      total: row.total === null ? null : Number(row.total),
    }),
  );
}

/** A cut-off with its files. Refuses NOT_FOUND. */
export async function readSession(
  tx: Tx,
  id: string,
): Promise<SubmissionSession & { fileList: SessionFile[] }> {
  const row = await sessionRows(tx).where('id', '=', id).executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return { ...sessionOf(row), fileList: await filesOf(tx, row.cut_off) };
}
