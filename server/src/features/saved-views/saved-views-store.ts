import type { SavedView } from '@tegeka/contract/saved-views.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

/** Whose views of which list. The row policy knows the organization only, so queries name the person. */
export interface ViewOwner {
  organizationId: string;
  userId: string;
  list: string;
}

function viewsOf(tx: Tx, { organizationId, userId, list }: ViewOwner) {
  return tx
    .selectFrom('saved_views')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('list', '=', list);
}

export function readViews(tx: Tx, owner: ViewOwner): Promise<SavedView[]> {
  return viewsOf(tx, owner)
    .select(['name', 'query'])
    .orderBy(sql`lower(name)`)
    .orderBy('name')
    .execute();
}

/**
 * Counts the other views of a person, and of these the ones of the list. An advisory lock serializes a person's
 * saves, so that the limits hold.
 */
export async function countOtherViews(
  tx: Tx,
  { organizationId, userId, list }: ViewOwner,
  name: string,
): Promise<{ all: number; ofList: number }> {
  const key = `saved views ${organizationId} ${userId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
  const { all, ofList } = await tx
    .selectFrom('saved_views')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('list', '<>', list), eb('name', '<>', name)]))
    .select(({ fn }) => [
      fn.countAll<string>().as('all'),
      fn.countAll<string>().filterWhere('list', '=', list).as('ofList'),
    ])
    .executeTakeFirstOrThrow();
  return { all: Number(all), ofList: Number(ofList) };
}

/** Writes a view, in the place of one of the same name. */
export async function writeView(
  tx: Tx,
  owner: ViewOwner,
  { name, query }: SavedView,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('saved_views')
    .values({
      organization_id: owner.organizationId,
      user_id: owner.userId,
      list: owner.list,
      name,
      query,
      created_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'user_id', 'list', 'name']).doUpdateSet({ query }),
    )
    .execute();
}

/** Deletes a view, if it is there. */
export async function deleteView(tx: Tx, owner: ViewOwner, name: string): Promise<void> {
  await tx
    .deleteFrom('saved_views')
    .where('organization_id', '=', owner.organizationId)
    .where('user_id', '=', owner.userId)
    .where('list', '=', owner.list)
    .where('name', '=', name)
    .execute();
}
