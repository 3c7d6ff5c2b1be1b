import {
  listSendings,
  MANDATE_SENDING,
  type MandateSending,
  NOT_ASKED,
  type NotAsked,
} from '@tegeka/contract/mandates/mandate-sendings.ts';
import { sql } from 'kysely';
import { businessTime } from '#features/calendar/calendar-store.ts';
import type { AskableMandate } from '#features/mandates/mandates-list.ts';
import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import { refuse, refuseDuplicate } from '#platform/http/refusal.ts';
import { listSource } from '#platform/lists/list-source.ts';
import { expectState, transition, type TransitionCommand } from '#platform/state/transition.ts';

export type SendingOutcome = NotAsked | 'SENT';

/** Sendings with the number of their mandates by outcome. */
const sendings = (tx: Tx) =>
  tx
    .selectFrom('mandate_sendings')
    .selectAll('mandate_sendings')
    .select(
      sql<Partial<Record<SendingOutcome, number>>>`(
      select coalesce(jsonb_object_agg(outcome, count), '{}') from (
        select outcome, count(*)::integer as count from mandate_sending_items items
        where items.organization_id = mandate_sendings.organization_id
          and items.sending_id = mandate_sendings.id and outcome is not null
        group by outcome) counted)`.as('outcomes'),
    );
type SendingRow = Awaited<ReturnType<ReturnType<typeof sendings>['execute']>>[number];

function sendingOf(row: SendingRow, perMinute: number): MandateSending {
  const { outcomes } = row;
  return {
    id: row.id,
    state: expectState(MANDATE_SENDING, row.state),
    mandates: row.mandates,
    done: Object.values(outcomes).reduce((sum, count) => sum + count, 0),
    sent: outcomes.SENT ?? 0,
    notAsked: NOT_ASKED.flatMap((reason) => {
      const count = outcomes[reason];
      return count === undefined ? [] : [{ reason, count }];
    }),
    perMinute,
    by: row.actor_name,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

export const sendingList = (perMinute: number) =>
  listSource({
    endpoint: listSendings,
    entity: 'mandate_sendings',
    states: [],
    rows: sendings,
    item: (row) => sendingOf(row, perMinute),
    id: 'mandate_sendings.id',
    sorts: { createdAt: ['mandate_sendings.id'] },
  });

export async function readSending(tx: Tx, id: string, perMinute: number): Promise<MandateSending> {
  const row = await sendings(tx).where('mandate_sendings.id', '=', id).executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return sendingOf(row, perMinute);
}

/** The id of a merchant's newest sending; null before the first one. */
export async function readNewestId(tx: Tx): Promise<string | null> {
  const newest = tx.selectFrom('mandate_sendings').select('id').orderBy('id', 'desc').limit(1);
  return (await newest.executeTakeFirst())?.id ?? null;
}

interface NewSending {
  id: string;
  organizationId: string;
  meant: readonly AskableMandate[];
  actor: { id: string; name: string };
  /** The business clock. */
  at: Date;
  /** When the first messages are sent, by the wall clock, by which the rate is kept. */
  nextAt: Date;
}

/** Writes a sending down with its mandates. Refuses SENDING_RUNNING. */
export async function insertSending(tx: Tx, sending: NewSending): Promise<void> {
  const { id, organizationId, meant, actor, at, nextAt } = sending;
  await tx
    .insertInto('mandate_sendings')
    .values({
      organization_id: organizationId,
      id,
      state: 'RUNNING',
      revision: 1,
      mandates: meant.length,
      actor_id: actor.id,
      actor_name: actor.name,
      next_at: nextAt,
      created_at: at,
    })
    .execute()
    .catch(refuseDuplicate({ mandate_sendings_one_live: ['SENDING_RUNNING'] }));
  await sql`
    insert into mandate_sending_items (organization_id, sending_id, mandate_id)
    select ${organizationId}, ${id}, mandate_id
    from unnest(${meant.map((one) => one.id)}::uuid[]) as mandate_id`.execute(tx);
}

/** A sending, locked until the transaction ends; null where there is none. */
export async function lockSending(tx: Tx, organizationId: string, id: string) {
  const row = await tx
    .selectFrom('mandate_sendings')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}
export type LockedSending = NonNullable<Awaited<ReturnType<typeof lockSending>>>;

export function readLeft(tx: Tx, sending: LockedSending, most: number) {
  return tx
    .selectFrom('mandate_sending_items')
    .select('mandate_id')
    .where('organization_id', '=', sending.organization_id)
    .where('sending_id', '=', sending.id)
    .where('outcome', 'is', null)
    .orderBy('mandate_id')
    .limit(most)
    .execute();
}

export async function writeOutcome(
  tx: Tx,
  sending: LockedSending,
  mandateId: string,
  outcome: SendingOutcome,
): Promise<void> {
  await tx
    .updateTable('mandate_sending_items')
    .set({ outcome })
    .where('organization_id', '=', sending.organization_id)
    .where('sending_id', '=', sending.id)
    .where('mandate_id', '=', mandateId)
    .execute();
}

/** The next messages are sent then at the earliest. */
export async function setNextAt(tx: Tx, { organization_id, id }: LockedSending, at: Date) {
  await tx
    .updateTable('mandate_sendings')
    .set({ next_at: at })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute();
}

export async function endSending(
  tx: Tx,
  command: TransitionCommand<(typeof MANDATE_SENDING.states)[number], 'mandate_sendings'>,
): Promise<void> {
  await transition(
    tx,
    { machine: MANDATE_SENDING, table: 'mandate_sendings', stale: 'SENDING_ENDED' },
    { ...command, set: { ended_at: command.at } },
  );
}

/** Days that a sending is kept after its end. */
const KEEP_DAYS = 30;

/** Deletes sendings that ended long ago, with their mandates' outcomes. */
export async function forgetSendings(tx: PlatformTx, now: Date): Promise<void> {
  const before = new Date((await businessTime(tx, now)).getTime() - KEEP_DAYS * DAY_MS);
  await sql`delete from mandate_sending_items items using mandate_sendings sendings
    where sendings.organization_id = items.organization_id and sendings.id = items.sending_id
      and sendings.ended_at < ${before}`.execute(tx);
  await tx.deleteFrom('mandate_sendings').where('ended_at', '<', before).execute();
}
