import { idAt, needCount } from './iso-fields.ts';
import type { Entry } from './iso-statements.ts';
import { elementAt, type XmlElement } from './iso-xml.ts';

/** A message whose items a bank books in one sum. */
export type Batch = NonNullable<Entry['batch']>;

/** The batch that an entry names in one of its details. */
export function batchOf(element: XmlElement): Batch {
  const count = elementAt(element, 'NbOfTxs') ? needCount(element, 'NbOfTxs') : null;
  return { messageId: idAt(element, 'MsgId') ?? idAt(element, 'PmtInfId'), count };
}

/** The batches of an entry as one: its messages, each once, with the sum of their counts. */
export function oneBatch(batches: readonly Batch[]): Entry['batch'] {
  const [messageId, ...others] = new Set(batches.map((one) => one.messageId));
  if (messageId === undefined) return null;
  const counts = batches.map(({ count }) => count).filter((count) => count !== null);
  const isCounted = counts.length === batches.length;
  return { messageId, others, count: isCounted ? counts.reduce((sum, one) => sum + one, 0) : null };
}
