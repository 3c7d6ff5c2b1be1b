import type { Rejection } from '#features/debits/outcomes/debits-effects.ts';
import { setImmediate } from 'node:timers/promises';
import { PACS_002, PACS_004 } from './iso/iso-answers.ts';
import { wireId } from './iso/iso-fields.ts';
import { PAIN_011, PAIN_012 } from './iso/iso-mandates.ts';
import { type IsoItem, readIsoMessage } from './iso/iso-messages.ts';
import { CAMT_053, CAMT_054 } from './iso/iso-statements.ts';
import { PAIN_002 } from './iso/iso-transfers.ts';
import { XmlRejected } from './iso/iso-xml.ts';
import type { Party } from './clearing-parties.ts';
import { countRepeats, isOurs, type Repeats } from './payments/clearing-repeats.ts';

/** An item as it is read, of a kind that is processed. */
type ReadItem = Exclude<IsoItem, { kind: 'REQUEST' | 'DEBIT' | 'TRANSFER' | 'INQUIRY' }>;

export type InboundItem =
  | Exclude<ReadItem, { kind: 'ENTRY' }>
  | (Extract<ReadItem, { kind: 'ENTRY' }> & Repeats);

/** The messages that we process: who sends each, and the kinds of its items. */
const MESSAGES: Readonly<
  Record<
    string,
    { from: 'BANK' | 'clearing-house' | 'settlement-bank'; kinds: readonly InboundItem['kind'][] }
  >
> = {
  [PAIN_011]: { from: 'BANK', kinds: ['CANCELLATION'] },
  [PAIN_012]: { from: 'BANK', kinds: ['ACCEPTANCE'] },
  [PACS_002]: { from: 'clearing-house', kinds: ['GROUP_STATUS', 'STATUS'] },
  [PACS_004]: { from: 'clearing-house', kinds: ['RETURN'] },
  [PAIN_002]: { from: 'settlement-bank', kinds: ['GROUP_STATUS', 'STATUS'] },
  [CAMT_053]: { from: 'settlement-bank', kinds: ['STATEMENT', 'BALANCE', 'ENTRY'] },
  [CAMT_054]: { from: 'settlement-bank', kinds: ['STATEMENT', 'ENTRY'] },
};

export interface ParsedFile {
  message: string;
  /** With the page of a message in several, which may have one id. */
  messageId: string;
  /** The sender, as the message and the envelope around it name it. */
  from: readonly string[];
  /** In the order in which they are processed, see {@link turnOf}. */
  items: InboundItem[];
  /** For each of `items` its place in the file, from 1. */
  places: number[];
}

/** ISO 20022: Max35Text. */
const ID_MAX = 35;
const PIECE = 64 * 1024;

/** Yields the bytes in pieces, and lets the event loop run between two of them. */
async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += PIECE) {
    yield bytes.subarray(from, from + PIECE);
    await setImmediate();
  }
}

/** Reasons that are about a file or its transfer, and not about its debits. */
const TECHNICAL = /^(TECH|TM01|AM10|AM18|AG02|FF\d\d|DT\d\d|DS0[A-H])$/;
export const isTechnical = (code: string | null) => code !== null && TECHNICAL.test(code);

/**
 * Sort key of an item. The status of an item comes before the status of its whole file, with two exceptions:
 * a group status with a technical reason comes before rejections of items with one, and any group status
 * comes before rejections of items without a reason.
 */
function turnOf(item: InboundItem): number {
  if (item.kind === 'GROUP_STATUS') return isTechnical(item.reasonCode) ? 1 : 3;
  if (item.kind !== 'STATUS' || item.status !== 'RJCT') return 0;
  if (item.reasonCode === null) return 4;
  return isTechnical(item.reasonCode) ? 2 : 0;
}

/**
 * Collects the items of a message. Of a statement that is not of the pooled account only its head is kept, for an
 * exception.
 */
function collectItems(message: string, { account }: Party) {
  const counted = countRepeats();
  const found: { item: InboundItem; place: number }[] = [];
  const kinds: readonly string[] = MESSAGES[message]?.kinds ?? [];
  let place = 0;
  let isLeftOut = false;
  return {
    found,
    add(item: IsoItem): void {
      place += 1;
      if (!isInbound(item, kinds))
        throw new XmlRejected(`Nobody sends us ${item.kind.toLowerCase()} in such a message`);
      if (item.kind === 'STATEMENT') isLeftOut = !isOurs(item, account);
      else if (isLeftOut) return;
      found.push({ item: item.kind === 'ENTRY' ? counted(item) : item, place });
    },
  };
}

/** Parses a whole file. Returns a refusal where any part of it is invalid: nothing is then processed. */
export async function parseFile(bytes: Buffer, sender: Party): Promise<ParsedFile | Rejection> {
  let parsed: Pick<ParsedFile, 'message' | 'messageId' | 'from'> | null = null;
  let items: ReturnType<typeof collectItems> | null = null;
  const role = sender.bankId === null ? sender.channel : 'BANK';
  try {
    for await (const part of readIsoMessage(piecesOf(bytes))) {
      if (part.kind === 'HEADER') {
        const { message, page } = part;
        if (MESSAGES[message]?.from !== role)
          throw new XmlRejected(`${sender.name} sends us no ${message}`);
        const id = wireId(part.messageId);
        if (id.length > ID_MAX) throw new XmlRejected('The id of the message is too long');
        const messageId = page === null || page === 1 ? id : `${id} page ${page}`;
        const from = [part.from, part.envelopeFrom].filter((bic) => bic !== null);
        parsed = { message, messageId, from };
        items = collectItems(message, sender);
      } else items?.add(part);
    }
  } catch (error) {
    if (!(error instanceof XmlRejected)) throw error;
    const explanation = `The file can not be read: ${error.message}. Nothing of it was processed. Ask ${sender.nameInSentence} to send it again, whole and under a new id.`;
    return { kind: 'UNREADABLE', explanation };
  }
  const unreadable = (what: string): Rejection => ({
    kind: 'UNREADABLE',
    explanation: `${what}. Nothing of it was processed. Ask ${sender.nameInSentence} what it means.`,
  });
  if (!parsed || !items) throw new Error('A message that was read has a header');
  if (items.found.length === 0) return unreadable('The message has no items');
  const ordered = items.found.toSorted((one, other) => turnOf(one.item) - turnOf(other.item));
  return {
    ...parsed,
    items: ordered.map(({ item }) => item),
    places: ordered.map(({ place }) => place),
  };
}

const isInbound = (part: IsoItem, kinds: readonly string[]): part is ReadItem =>
  kinds.includes(part.kind);
