import { PACS_002, PACS_004, PACS_028 } from './iso-answers.ts';
import {
  type AnswerPart,
  ORDER,
  inquiryReader,
  returnReader,
  statusReader,
} from './iso-answers-read.ts';
import { type DebitPart, debitReader, PACS_003 } from './iso-debits.ts';
import {
  type ApplicationHeader,
  type MessageHeader,
  readApplicationHeader,
  readHeader,
} from './iso-header.ts';
import { type MandateItem, mandateReader, PAIN_009, PAIN_011, PAIN_012 } from './iso-mandates.ts';
import { CAMT_053, CAMT_054 } from './iso-statements.ts';
import { STATEMENTS, type StatementPart, statementReader } from './iso-statements-read.ts';
import {
  PAIN_001,
  PAIN_002,
  type TransferPart,
  transferReader,
  TRANSFERS,
} from './iso-transfers.ts';
import { atPlace, readMessage } from './iso-stream.ts';
import { type ItemReader, textAt, type XmlElement, XmlRejected } from './iso-xml.ts';

export type IsoItem = MandateItem | DebitPart | AnswerPart | TransferPart | StatementPart;

/** The header of a message, and then its items one by one. */
export type IsoPart = MessageHeader | IsoItem;

const READERS = new Map<string, () => ItemReader<IsoItem>>([
  [PAIN_009, mandateReader],
  [PAIN_011, mandateReader],
  [PAIN_012, mandateReader],
  [PACS_003, debitReader],
  [PACS_002, statusReader],
  [PACS_004, returnReader],
  [PACS_028, inquiryReader],
  [PAIN_001, transferReader],
  [PAIN_002, statusReader],
  [CAMT_053, statementReader],
  [CAMT_054, statementReader],
]);

/** Elements of all messages whose children are read one by one: see `readMessage`. */
const OPENED = new Set([...STATEMENTS, ORDER, TRANSFERS]);

/** Items that the header counts, and what they come to. */
const COUNTED: ReadonlySet<string> = new Set(['DEBIT', 'RETURN', 'TRANSFER']);

/** Reads a message from its header on; refuses one whose items are not what its header says. */
function openReading(message: string, envelope: ApplicationHeader | null) {
  const reader = READERS.get(message)?.();
  if (!reader) throw new XmlRejected(`${message} is no message that is known here`);
  const announced = envelope?.message ?? message;
  if (announced !== message)
    throw new XmlRejected(
      `The application header announces ${announced}, the message is ${message}`,
    );
  let head: MessageHeader | null = null;
  let isGroupReturn = false;
  let count = 0;
  let sum = 0;

  const counted = (item: IsoItem | null): IsoItem | null => {
    if (item === null) return null;
    if (head === null) throw new XmlRejected('The message has no header before its items');
    if ('amount' in item && COUNTED.has(item.kind)) {
      count += 1;
      sum += item.amount ?? 0;
    }
    return item;
  };

  return {
    element(element: XmlElement, parent: string): IsoPart | null {
      if (element.name !== 'GrpHdr') return counted(reader.element(element, parent));
      if (head !== null) throw new XmlRejected('The message has two headers');
      isGroupReturn = ['true', '1'].includes(textAt(element, 'GrpRtr') ?? '');
      head = readHeader(message, element, envelope?.from ?? null);
      return head;
    },
    end: (name: string): IsoPart | null => counted(reader.end(name)),
    close(): void {
      if (head === null) throw new XmlRejected('The message has no header');
      if (isGroupReturn && count === 0)
        throw new XmlRejected('A return of a whole message has to name its items');
      if (head.count !== null && head.count !== count)
        throw new XmlRejected(`The header counts ${head.count} items, the message has ${count}`);
      const other = head.sums.find((stated) => stated !== sum);
      if (other !== undefined)
        throw new XmlRejected(`The header sums up to ${other}, the items to ${sum}`);
    },
  };
}

/**
 * Reads a message as a stream. Refuses unknown messages, items that lack something, amounts that are no
 * whole number, and a message whose items are not what its header says.
 */
export async function* readIsoMessage(source: AsyncIterable<Uint8Array>): AsyncGenerator<IsoPart> {
  let reading: ReturnType<typeof openReading> | null = null;
  let envelope: ApplicationHeader | null = null;
  for await (const part of readMessage(source, OPENED)) {
    if (part.kind === 'APPLICATION_HEADER') {
      if (envelope) throw new XmlRejected('The file has two application headers');
      envelope = atPlace(part, () => readApplicationHeader(part.element));
      continue;
    }
    if (part.kind === 'ROOT') {
      const around = envelope;
      reading = atPlace(part, () => openReading(part.message, around));
      continue;
    }
    const now = reading;
    const found = atPlace(part, () =>
      part.kind === 'END' ? now?.end(part.name) : now?.element(part.element, part.parent),
    );
    if (found) yield found;
  }
  reading?.close();
}
