import {
  listBulkConsentRequests,
  BULK_CONSENT_REQUEST,
  type BulkConsentRequest,
  NOT_ASKED,
  type NotAsked,
} from '@tegeka/contract/mandates/bulk-consent-requests.ts';
import { sql } from 'kysely';
import { businessTime } from '#features/calendar/calendar-store.ts';
import type { AskableMandate } from '#features/mandates/mandates-list.ts';
import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import { refuse, refuseDuplicate } from '#platform/http/refusal.ts';
import { listSource } from '#platform/lists/list-source.ts';
import { expectState, transition, type TransitionCommand } from '#platform/state/transition.ts';

export type BulkRequestOutcome = NotAsked | 'SENT';

/** Sendings with the number of their mandates by outcome. */
const bulkRequests = (tx: Tx) =>
  tx
    .selectFrom('bulk_consent_requests')
    .selectAll('bulk_consent_requests')
    .select(
      sql<Partial<Record<BulkRequestOutcome, number>>>`(
      select coalesce(jsonb_object_agg(outcome, count), '{}') from (
        select outcome, count(*)::integer as count from bulk_consent_request_items items
        where items.organization_id = bulk_consent_requests.organization_id
          and items.bulk_request_id = bulk_consent_requests.id and outcome is not null
        group by outcome) counted)`.as('outcomes'),
    );
type BulkRequestRow = Awaited<ReturnType<ReturnType<typeof bulkRequests>['execute']>>[number];

function bulkRequestOf(row: BulkRequestRow, perMinute: number): BulkConsentRequest {
  const { outcomes } = row;
  return {
    id: row.id,
    state: expectState(BULK_CONSENT_REQUEST, row.state),
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

export const bulkRequestList = (perMinute: number) =>
  listSource({
    endpoint: listBulkConsentRequests,
    entity: 'bulk_consent_requests',
    states: [],
    rows: bulkRequests,
    item: (row) => bulkRequestOf(row, perMinute),
    id: 'bulk_consent_requests.id',
    sorts: { createdAt: ['bulk_consent_requests.id'] },
  });

export async function readBulkRequest(
  tx: Tx,
  id: string,
  perMinute: number,
): Promise<BulkConsentRequest> {
  const row = await bulkRequests(tx).where('bulk_consent_requests.id', '=', id).executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return bulkRequestOf(row, perMinute);
}

/** The id of a merchant's newest bulkRequest; null before the first one. */
export async function readNewestId(tx: Tx): Promise<string | null> {
  const newest = tx.selectFrom('bulk_consent_requests').select('id').orderBy('id', 'desc').limit(1);
  return (await newest.executeTakeFirst())?.id ?? null;
}

interface NewBulkRequest {
  id: string;
  organizationId: string;
  meant: readonly AskableMandate[];
  actor: { id: string; name: string };
  /** The business clock. */
  at: Date;
  /** When the first messages are sent, by the wall clock, by which the rate is kept. */
  nextAt: Date;
}

/** Writes a bulkRequest down with its mandates. Refuses BULK_REQUEST_RUNNING. */
export async function insertBulkRequest(tx: Tx, bulkRequest: NewBulkRequest): Promise<void> {
  const { id, organizationId, meant, actor, at, nextAt } = bulkRequest;
  await tx
    .insertInto('bulk_consent_requests')
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
    .catch(refuseDuplicate({ bulk_consent_requests_one_live: ['BULK_REQUEST_RUNNING'] }));
  await sql`
    insert into bulk_consent_request_items (organization_id, bulk_request_id, mandate_id)
    select ${organizationId}, ${id}, mandate_id
    from unnest(${meant.map((one) => one.id)}::uuid[]) as mandate_id`.execute(tx);
}

/** A bulkRequest, locked until the transaction ends; null where there is none. */
export async function lockBulkRequest(tx: Tx, organizationId: string, id: string) {
  const row = await tx
    .selectFrom('bulk_consent_requests')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}
export type LockedBulkRequest = NonNullable<Awaited<ReturnType<typeof lockBulkRequest>>>;

export function readLeft(tx: Tx, bulkRequest: LockedBulkRequest, max: number) {
  return tx
    .selectFrom('bulk_consent_request_items')
    .select('mandate_id')
    .where('organization_id', '=', bulkRequest.organization_id)
    .where('bulk_request_id', '=', bulkRequest.id)
    .where('outcome', 'is', null)
    .orderBy('mandate_id')
    .limit(max)
    .execute();
}

export async function writeOutcome(
  tx: Tx,
  bulkRequest: LockedBulkRequest,
  mandateId: string,
  outcome: BulkRequestOutcome,
): Promise<void> {
  await tx
    .updateTable('bulk_consent_request_items')
    .set({ outcome })
    .where('organization_id', '=', bulkRequest.organization_id)
    .where('bulk_request_id', '=', bulkRequest.id)
    .where('mandate_id', '=', mandateId)
    .execute();
}

/** The next messages are sent then at the earliest. */
export async function setNextAt(tx: Tx, { organization_id, id }: LockedBulkRequest, at: Date) {
  await tx
    .updateTable('bulk_consent_requests')
    .set({ next_at: at })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute();
}

export async function endBulkRequest(
  tx: Tx,
  command: TransitionCommand<(typeof BULK_CONSENT_REQUEST.states)[number], 'bulk_consent_requests'>,
): Promise<void> {
  await transition(
    tx,
    { machine: BULK_CONSENT_REQUEST, table: 'bulk_consent_requests', stale: 'BULK_REQUEST_ENDED' },
    { ...command, set: { ended_at: command.at } },
  );
}

/** Days that a bulkRequest is kept after its end. */
const KEEP_DAYS = 30;

/** Deletes bulkRequests that ended long ago, with their mandates' outcomes. */
export async function forgetBulkRequests(tx: PlatformTx, now: Date): Promise<void> {
  const before = new Date((await businessTime(tx, now)).getTime() - KEEP_DAYS * DAY_MS);
  await sql`delete from bulk_consent_request_items items using bulk_consent_requests bulkRequests
    where bulkRequests.organization_id = items.organization_id and bulkRequests.id = items.bulk_request_id
      and bulkRequests.ended_at < ${before}`.execute(tx);
  await tx.deleteFrom('bulk_consent_requests').where('ended_at', '<', before).execute();
}
