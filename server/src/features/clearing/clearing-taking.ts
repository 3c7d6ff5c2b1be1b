import { setImmediate } from 'node:timers/promises';
import { CLEARING_FILE_MAX } from '@tegeka/contract/clearing.ts';
import { type ExceptionKind } from '@tegeka/contract/exceptions.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { type BankItem, takeItem } from './clearing-answers.ts';
import { insertException } from './clearing-exceptions.ts';
import { readContent, readFile } from './clearing-files.ts';
import { type Party, readParty } from './clearing-parties.ts';
import { countTaken, keepInbound, lockFile, moveFile, nameMessage } from './clearing-store.ts';
import type { InboundFile } from './clearing-transport.ts';
import { wireId } from './iso/iso-fields.ts';
import { PAIN_011, PAIN_012, readMandateMessage } from './iso/iso-mandates.ts';
import { XmlRefused } from './iso/iso-xml.ts';

/** Items that one transaction takes in. */
const CHUNK = 100;
/** ISO 20022: Max35Text. */
const ID_MAX = 35;

/** What banks send us, by its message. */
const FROM_BANKS: Readonly<Record<string, BankItem['kind']>> = {
  [PAIN_011]: 'CANCELLATION',
  [PAIN_012]: 'ACCEPTANCE',
};

interface ParsedFile {
  message: string;
  messageId: string;
  from: string | null;
  items: BankItem[];
}

type FileRefusal = { kind: ExceptionKind; words: string };

/** Reads a file as a whole: nothing of one is taken in that is wrong in any place. */
async function parseFile(bytes: Buffer): Promise<ParsedFile | FileRefusal> {
  let header: Omit<ParsedFile, 'items'> | null = null;
  const items: BankItem[] = [];
  try {
    for await (const part of readMandateMessage(chunksOf(bytes))) {
      if (part.kind === 'HEADER') header = { ...part, messageId: wireId(part.messageId) };
      else if (header && part.kind === FROM_BANKS[header.message]) items.push(part);
      else throw new XmlRefused(`Banks send no ${part.kind.toLowerCase()} in such a message`);
    }
  } catch (error) {
    if (!(error instanceof XmlRefused)) throw error;
    const words = `The file can not be read: ${error.message}. Nothing of it was taken in. Ask the bank to send it again, whole and under a new id.`;
    return { kind: 'UNREADABLE', words };
  }
  const unreadable = (what: string): FileRefusal => ({
    kind: 'UNREADABLE',
    words: `${what}. Nothing of it was taken in. Ask the bank what it means.`,
  });
  if (!header) throw new Error('A message that was read has a header');
  if (header.messageId.length > ID_MAX) return unreadable('The id of the message is too long');
  if (items.length === 0) return unreadable('The message has no items');
  return { ...header, items };
}

const PIECE = 64 * 1024;

/** The bytes piece by piece: between two of them others get their turn. */
async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += PIECE) {
    yield bytes.subarray(from, from + PIECE);
    await setImmediate();
  }
}

/** What is wrong with a file whose content could be read; null where nothing is. */
async function refusalOf(
  tx: PlatformTx,
  id: string,
  bank: Party,
  { message, messageId, from, items }: ParsedFile,
): Promise<FileRefusal | null> {
  if (from !== null && from !== bank.bic)
    return {
      kind: 'OTHER_SENDER',
      words: `The file came through the channel of ${bank.name} and names ${from.slice(0, 11)} as its sender. Nothing of it was taken in. Ask both banks.`,
    };
  const header = { message, messageId, items: items.length };
  if (await nameMessage(tx, { id, channel: bank.channel }, header)) return null;
  return {
    kind: 'ID_REUSED',
    words: `The bank has sent another file under the id ${messageId} before. Nothing of this one was taken in. Ask the bank which one counts; a new file needs a new id.`,
  };
}

/** What has become of a file; BUSY where another server takes it in. */
export type Taken = 'TAKEN' | 'REFUSED' | 'BUSY';

/** Takes the next items of a file in, in one transaction; what it has done before is not done again. */
function takeChunk(
  ctx: AppContext,
  id: string,
  parsed: ParsedFile | FileRefusal,
): Promise<Taken | 'GOES_ON'> {
  return ctx.db.asPlatform('a file of a bank is taken in', async (tx) => {
    const file = await lockFile(tx, id, 'RECEIVED');
    if (!file) {
      return (await endOf(tx, id)) ?? 'BUSY';
    }
    const now = ctx.clock.now();
    const at = await businessTime(tx, now);
    const bank = await readParty(ctx, tx, file.channel);
    const except = (item: number, reference: string | null, refusal: FileRefusal) => {
      const what = { ...refusal, item, reference, fileId: id, at };
      return insertException(tx, { ...what, id: ctx.ids.uuid(now) });
    };
    const first = file.items_taken;
    const refusal =
      'words' in parsed ? parsed : first === 0 ? await refusalOf(tx, id, bank, parsed) : null;
    if (refusal || 'words' in parsed) {
      if (refusal) await except(0, null, refusal);
      const known =
        'words' in parsed ? {} : { message: parsed.message, message_id: parsed.messageId };
      await moveFile(tx, { id, to: 'REFUSED', reason: refusal?.words ?? null, at, set: known });
      return 'REFUSED';
    }
    const { items } = parsed;
    for (const [n, item] of items.slice(first, first + CHUNK).entries()) {
      const wrong = await takeItem({ ctx, tx, sender: bank, now, at }, item);
      if (wrong) await except(first + n + 1, item.reference.slice(0, ID_MAX), wrong);
    }
    const taken = Math.min(first + CHUNK, items.length);
    await countTaken(tx, id, taken);
    if (taken < items.length) return 'GOES_ON';
    await moveFile(tx, { id, to: 'TAKEN', reason: null, at });
    return 'TAKEN';
  });
}

/** How a file has ended; null where it still waits. */
async function endOf(tx: PlatformTx, id: string): Promise<'TAKEN' | 'REFUSED' | null> {
  const { state } = await readFile(tx, id);
  return state === 'TAKEN' || state === 'REFUSED' ? state : null;
}

/** Takes a file in that is kept; after a crash in between it goes on where it was. */
export async function takeFile(ctx: AppContext, id: string): Promise<Taken> {
  const kept = await ctx.db.asPlatform('a file of a bank is read', async (tx) => ({
    end: await endOf(tx, id),
    bytes: await readContent(tx, ctx.keys, id),
  }));
  if (kept.end !== null || kept.bytes === null) return kept.end ?? 'REFUSED';
  const parsed = await parseFile(kept.bytes);
  for (;;) {
    const taken = await takeChunk(ctx, id, parsed);
    if (taken !== 'GOES_ON') return taken;
  }
}

/** Keeps a file as it came in, whole and sealed, before anything is read of it. Gives its id. */
export async function keepFile(
  ctx: AppContext,
  party: Party,
  file: InboundFile,
): Promise<{ id: string; isBad: boolean }> {
  const { size, sha256, bytes } = await file.read(CLEARING_FILE_MAX);
  return ctx.db.asPlatform('a file of a bank is kept', async (tx) => {
    const now = ctx.clock.now();
    const at = await businessTime(tx, now);
    const { name } = file;
    const isBroken = file.expectedSha256 !== null && file.expectedSha256 !== sha256;
    const kept = isBroken ? null : bytes;
    const id = await keepInbound(tx, ctx.keys, {
      id: ctx.ids.uuid(now),
      party,
      name: name.slice(0, 200),
      sha256,
      wrongSum: isBroken ? file.expectedSha256 : null,
      size,
      bytes: kept,
      at,
      actor: SYSTEM,
    });
    if (kept !== null) return { id, isBad: false };
    const megabytes = CLEARING_FILE_MAX / (1024 * 1024);
    const refusal: FileRefusal = isBroken
      ? {
          kind: 'CHECKSUM',
          words:
            'The bytes of the file do not fit the checksum beside it: it was changed or cut off on its way. Nothing of it was taken in. Have it sent again.',
        }
      : {
          kind: 'TOO_LARGE',
          words: `The file has ${size.toLocaleString('en')} bytes, more than the ${megabytes} MB that are taken. Nothing of it was taken in. Ask the bank to send it in parts.`,
        };
    const what = { ...refusal, item: 0, reference: null, fileId: id, at };
    await insertException(tx, { ...what, id: ctx.ids.uuid(now) });
    return { id, isBad: true };
  });
}
