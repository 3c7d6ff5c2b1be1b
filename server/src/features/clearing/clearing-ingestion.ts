import { CLEARING_FILE_MAX } from '@tegeka/contract/clearing/clearing.ts';
import { sql } from 'kysely';
import type { Rejection } from '#features/debits/outcomes/debits-effects.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { takeMandates } from './clearing-answers.ts';
import { takeBookings } from './payments/clearing-bookings.ts';
import { closeStatements } from './payments/clearing-entries.ts';
import { matchAgain } from './payments/clearing-rematch.ts';
import { insertException } from './clearing-exceptions.ts';
import { readContent, readFile } from './clearing-files.ts';
import { isNamed, otherText, type Party, readParty } from './clearing-parties.ts';
import { type InboundItem, type ParsedFile, parseFile } from './clearing-parser.ts';
import { takeStatuses } from './payments/clearing-statuses.ts';
import { countProcessed, keepInbound, lockFile, moveFile, nameMessage } from './clearing-store.ts';
import type { InboundFile } from './clearing-transport.ts';
import { PACS_002 } from './iso/iso-answers.ts';
import { CAMT_053, CAMT_054 } from './iso/iso-statements.ts';
import { PAIN_002 } from './iso/iso-transfers.ts';
import { isOurs } from './payments/clearing-repeats.ts';
import type { ReadOperator, ProcessedItems, InboundContext } from './clearing-inbound.ts';

/** The longest reference that is stored: a UUID and a number. */
const REFERENCE_MAX = 42;
const CHUNK = 500;

/** Passes the next items to the function for their kind. */
function processItems(
  inbound: InboundContext,
  items: readonly InboundItem[],
): Promise<ProcessedItems> {
  const [first] = items;
  switch (first?.kind) {
    case 'ACCEPTANCE':
    case 'CANCELLATION':
      return takeMandates(inbound, items);
    case 'GROUP_STATUS':
    case 'STATUS':
    case 'RETURN':
      return takeStatuses(inbound, items);
    case 'STATEMENT':
    case 'BALANCE':
    case 'ENTRY':
      return takeBookings(inbound, items);
    case undefined:
      return Promise.resolve({ done: 0, refused: [] });
  }
}

/** What is wrong with a file whose content could be read; null where nothing is. */
async function refusalOf(
  { tx, sender, fileId: id }: InboundContext,
  { message, messageId, from, items }: ParsedFile,
): Promise<Rejection | null> {
  const other = from.find((party) => !isNamed(sender, party));
  if (other !== undefined)
    return {
      kind: 'OTHER_SENDER',
      explanation: `The file came through the channel of ${sender.nameInSentence} and names as its sender ${otherText(other)}. Nothing of it was processed. Ask both of them.`,
    };
  const statements = items.filter((item) => item.kind === 'STATEMENT');
  if (statements.length > 0 && !statements.some((one) => isOurs(one, sender.account)))
    return {
      kind: 'OTHER_ACCOUNT',
      explanation: `The file is about an account that is not the pooled account. Nothing of it was processed. Ask ${sender.nameInSentence} for a statement of our account alone.`,
    };
  const header = { message, messageId, items: items.length };
  if (await nameMessage(tx, { id, channel: sender.channel }, header)) return null;
  return {
    kind: 'ID_REUSED',
    explanation: `${sender.name} has sent another file under the id ${messageId} before. Nothing of this one was processed. Ask which one counts; a new file needs a new id.`,
  };
}

/** What has become of a file; BUSY where another server processes it. */
export type Ingested = 'PROCESSED' | 'REFUSED' | 'BUSY';

interface Reading {
  parsed: ParsedFile | Rejection | null;
  /** True once sums in suspense were matched again with what it says. */
  isMatched: boolean;
}

/** After these more is known of the items that a sum in suspense can be for. */
const MATCHED_AFTER: readonly string[] = [PACS_002, PAIN_002, CAMT_053];

/** Reads a locked file: no other server reads it meanwhile. */
async function readLocked(
  ctx: AppContext,
  tx: PlatformTx,
  id: string,
  sender: Party,
): Promise<ParsedFile | Rejection> {
  // Parsing a large file takes seconds, in which the transaction is idle.
  await sql`set local idle_in_transaction_session_timeout = '5min'`.execute(tx);
  const bytes = await readContent(tx, ctx.keys, id);
  if (bytes === null) throw new Error('A file that waits has its bytes');
  return parseFile(bytes, sender);
}

interface ItemRefusal {
  /** From 1; 0 where it is the file as a whole. */
  item: number;
  reference: string | null;
  why: Rejection;
  /** The id of the exception, where a posting already refers to it. */
  id?: string | undefined;
}

function addException(
  { ctx, tx, fileId, at }: InboundContext,
  { item, reference, why, id }: ItemRefusal,
): Promise<void> {
  const named = reference?.slice(0, REFERENCE_MAX) ?? null;
  return insertException(ctx, tx, { ...why, item, reference: named, fileId, at, id });
}

/** Refuses a file as a whole; `parsed` where it could be read. */
async function refuseFile(
  inbound: InboundContext,
  why: Rejection,
  parsed: ParsedFile | null,
): Promise<'REFUSED'> {
  const { tx, fileId: id, at } = inbound;
  await addException(inbound, { item: 0, reference: null, why });
  const set = parsed ? { message: parsed.message, message_id: parsed.messageId } : {};
  await moveFile(tx, { id, to: 'REFUSED', reason: why.explanation, at, set });
  return 'REFUSED';
}

/** What comes next: its next items, to match sums in suspense again, or nothing. */
type Next = 'GOES_ON' | 'TO_MATCH' | Ingested;

/** Processes the next items of a file; the statements in it are compared with the ledger at its end. */
async function processNext(
  inbound: InboundContext,
  { message, items, places }: ParsedFile,
  { first, isMatched }: { first: number; isMatched: boolean },
): Promise<Next> {
  const { tx, fileId: id, at } = inbound;
  const { done, refused } = await processItems(inbound, items.slice(first, first + CHUNK));
  for (const { n, ...refusal } of refused)
    await addException(inbound, { ...refusal, item: places[first + n] ?? 0 });
  const taken = first + done;
  await countProcessed(tx, id, taken);
  if (taken < items.length) return 'GOES_ON';
  if (MATCHED_AFTER.includes(message) && !isMatched) return 'TO_MATCH';
  const hasEntries = message === CAMT_053 || message === CAMT_054;
  const differences = hasEntries ? await closeStatements(inbound, items) : [];
  for (const { item, ...rest } of differences)
    await addException(inbound, { ...rest, item: places[item - 1] ?? 0 });
  await moveFile(tx, { id, to: 'PROCESSED', reason: null, at });
  return 'PROCESSED';
}

/** Processes the next items of a file, in one transaction. Items that were processed before are skipped. */
function takeChunk(
  ctx: AppContext,
  id: string,
  reading: Reading,
  readOperator: ReadOperator,
): Promise<Next> {
  return ctx.db.asPlatform('a file is processed', async (tx) => {
    const file = await lockFile(tx, id, 'RECEIVED');
    if (!file) return (await endOf(tx, id)) ?? 'BUSY';
    const sender = await readParty(ctx, tx, file.channel);
    const parsed = (reading.parsed ??= await readLocked(ctx, tx, id, sender));
    const now = ctx.clock.now();
    const at = await businessTime(tx, now);
    const inbound: InboundContext = { ctx, tx, sender, fileId: id, readOperator, now, at };
    if ('explanation' in parsed) return refuseFile(inbound, parsed, null);
    const first = file.items_processed;
    const isNew = first === 0 && file.message_id === null;
    const refusal = isNew ? await refusalOf(inbound, parsed) : null;
    return refusal
      ? refuseFile(inbound, refusal, parsed)
      : processNext(inbound, parsed, { first, isMatched: reading.isMatched });
  });
}

/** How a file has ended; null where it still waits. */
async function endOf(tx: PlatformTx, id: string): Promise<'PROCESSED' | 'REFUSED' | null> {
  const { state } = await readFile(tx, id);
  return state === 'PROCESSED' || state === 'REFUSED' ? state : null;
}

/** Takes a stored file in, chunk by chunk. After a crash it resumes at the first item that is left. */
export async function ingestFile(
  ctx: AppContext,
  id: string,
  readOperator: ReadOperator,
): Promise<Ingested> {
  const reading: Reading = { parsed: null, isMatched: false };
  for (;;) {
    const next = await takeChunk(ctx, id, reading, readOperator);
    if (next === 'TO_MATCH') {
      await matchAgain(ctx, readOperator);
      reading.isMatched = true;
    } else if (next !== 'GOES_ON') return next;
  }
}

/**
 * Stores a file as it came in, encrypted, before it is parsed. Returns its id, with `isBad` where it is
 * too large or has a wrong checksum; null where another server has moved it.
 */
export async function keepFile(
  ctx: AppContext,
  party: Party,
  file: InboundFile,
): Promise<{ id: string; isBad: boolean } | null> {
  const read = await file.read(CLEARING_FILE_MAX);
  if (read === null) return null;
  const { size, sha256, bytes, expectedSha256 } = read;
  return ctx.db.asPlatform('a file is kept', async (tx) => {
    const now = ctx.clock.now();
    const at = await businessTime(tx, now);
    const { name } = file;
    const isBroken = expectedSha256 !== null && expectedSha256 !== sha256;
    const kept = isBroken ? null : bytes;
    const id = await keepInbound(tx, ctx.keys, {
      id: ctx.ids.uuid(now),
      party,
      name: name.slice(0, 200),
      sha256,
      knownBy: isBroken ? `${sha256} ${expectedSha256}` : sha256,
      size,
      bytes: kept,
      at,
      actor: SYSTEM,
      isHeld: false,
    });
    if (kept !== null) return { id, isBad: false };
    const megabytes = CLEARING_FILE_MAX / (1024 * 1024);
    const refusal: Rejection = isBroken
      ? {
          kind: 'CHECKSUM',
          explanation:
            'The bytes of the file do not fit the checksum beside it: it was changed or cut off on its way. Nothing of it was processed. Have it sent again.',
        }
      : {
          kind: 'TOO_LARGE',
          explanation: `The file has ${size.toLocaleString('en')} bytes, more than the ${megabytes} MB that are taken. Nothing of it was processed. Ask ${party.nameInSentence} to send it in parts.`,
        };
    await insertException(ctx, tx, { ...refusal, item: 0, reference: null, fileId: id, at });
    return { id, isBad: true };
  });
}
