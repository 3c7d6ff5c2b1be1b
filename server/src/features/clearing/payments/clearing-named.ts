import { sql } from 'kysely';
import type { PlatformTx } from '#platform/database/database.ts';
import type { OriginalIds } from '../iso/iso-answers.ts';
import { fromWireId } from '../iso/iso-fields.ts';
import { sentItems, type SentItem } from './clearing-items.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const REFERENCE = /^TG[DP][0-9A-Z]{10}$/;

/** The ids by which a message names an item. */
export type ItemIds = Omit<OriginalIds, 'originalMessageId'> & {
  /** As a UUID or as on the wire; null where the message has none. */
  originalMessageId?: string | null;
};

/**
 * The ids of a message that can be ours, by their form. Others are placeholders such as NOTPROVIDED, or ids
 * that a bank has given: they say nothing about what went out.
 */
function ownIds({ originalMessageId, instructionId, transactionId, endToEndId }: ItemIds) {
  const own = (id: string | null | undefined, form: RegExp) => (id && form.test(id) ? id : null);
  const message = own(originalMessageId && fromWireId(originalMessageId), UUID);
  const items = [own(instructionId, UUID), own(transactionId, UUID)].filter((id) => id !== null);
  return { message, items, reference: own(endToEndId, REFERENCE) };
}

function fits(item: SentItem, { message, items, reference }: ReturnType<typeof ownIds>): boolean {
  return (
    (message === null || message === fromWireId(item.message_id ?? '')) &&
    items.every((id) => id === item.instruction_id) &&
    (reference === null || reference === item.end_to_end_id)
  );
}

/**
 * Locks and returns the items that messages name; null where the ids match none. One id of ours is enough,
 * and all that are given have to match. The end-to-end id alone is enough only where one item was ever sent
 * with it.
 */
export async function findItems(
  tx: PlatformTx,
  named: readonly ItemIds[],
): Promise<(SentItem | null)[]> {
  const own = named.map(ownIds);
  const ids = [...new Set(own.flatMap(({ items }) => items))];
  const ends = own.flatMap(({ items, reference }) =>
    items.length === 0 && reference !== null ? [reference] : [],
  );
  const rows = await sentItems(tx)
    .where((eb) =>
      eb.or([
        eb('instruction_id', '=', sql<string>`any(${ids}::uuid[])`),
        eb('end_to_end_id', '=', sql<string>`any(${ends}::text[])`),
      ]),
    )
    .orderBy('instruction_id')
    .forUpdate('clearing_items')
    .execute();
  const byId = new Map(rows.map((row) => [row.instruction_id, row]));
  const byEnd = Map.groupBy(rows, (row) => row.end_to_end_id);
  return own.map((one) => {
    const [id] = one.items;
    const [only, ...more] = byEnd.get(one.reference ?? '') ?? [];
    const item = id === undefined ? (more.length === 0 ? only : undefined) : byId.get(id);
    return item && fits(item, one) ? item : null;
  });
}
