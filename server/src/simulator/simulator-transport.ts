import path from 'node:path';
import { Readable } from 'node:stream';
import type { OutboundFile, Transport } from '#features/clearing/clearing-transport.ts';
import { PACS_028 } from '#features/clearing/iso/iso-answers.ts';
import { PACS_003 } from '#features/clearing/iso/iso-debits.ts';
import type { MessageHeader } from '#features/clearing/iso/iso-header.ts';
import { readIsoMessage } from '#features/clearing/iso/iso-messages.ts';
import { PAIN_001 } from '#features/clearing/iso/iso-transfers.ts';
import { answerMandates } from './simulator-banks.ts';
import { SETTLEMENT_BANK } from './simulator-bookings.ts';
import { answerDebits, answerInquiries, CLEARING_HOUSE } from './simulator-clearing.ts';
import { type Answering, replyTo } from './simulator-answers.ts';
import { type Folder, openFolder } from './simulator-folder.ts';
import { answerTransfers } from './simulator-settlement.ts';
import {
  firstSeen,
  openState,
  rememberOnce,
  type SimulatorState,
  type StateFile,
  withStateLock,
} from './simulator-state.ts';
import { closeDay, nextStatementAt } from './simulator-statements.ts';

/** The BICs of the clearing house and the settlement bank. */
export interface Bics {
  houseBic: string;
  settlementBic: string;
}

async function openAnswering(
  { message, from, messageId }: MessageHeader,
  {
    folder,
    state,
    file,
    at,
    bics,
  }: { folder: Folder; state: SimulatorState; file: OutboundFile; at: Date; bics: Bics },
): Promise<Answering> {
  const reply = replyTo(folder, file);
  // The house answers also where the file names the bank of the payers as its receiver.
  const to = file.channel === CLEARING_HOUSE ? bics.houseBic : bics.settlementBic;
  const inquiry = { messageId, at, from: from ?? '', to };
  if (file.channel === CLEARING_HOUSE && message === PACS_003)
    return answerDebits(reply, state, inquiry);
  if (file.channel === CLEARING_HOUSE && message === PACS_028)
    return answerInquiries(reply, state, inquiry);
  if (file.channel === SETTLEMENT_BANK && message === PAIN_001)
    return answerTransfers(reply, state, inquiry);
  throw new Error(`The simulator takes no ${message} on the channel ${file.channel}`);
}

/** Reads a file of payments and writes the answers. The same file again gets the same answers. */
async function answerPayments(
  { folder, memory, bics }: { folder: Folder; memory: StateFile; bics: Bics },
  file: OutboundFile,
  at: Date,
): Promise<void> {
  const state = await memory.read();
  let answering: { messageId: string; answers: Answering } | null = null;
  for await (const part of readIsoMessage(Readable.from([file.bytes])))
    if (part.kind === 'HEADER') {
      const first = firstSeen(state, part.messageId, at);
      // Stored at once: after a crash the answers have the same times.
      await memory.write(state);
      const answers = await openAnswering(part, { folder, state, file, at: first, bics });
      answering = { messageId: part.messageId, answers };
    } else await answering?.answers.take(part);
  if (!answering) return;
  rememberOnce(state, answering.messageId, await answering.answers.close());
  await memory.write(state);
}

const PAYMENT_CHANNELS: readonly string[] = [CLEARING_HOUSE, SETTLEMENT_BANK];

/** Returns a function that runs calls one after the other, since they all change the state. */
function openQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next;
    return next;
  };
}

/**
 * The other end of a sandbox: banks, clearing house and settlement bank. They read the real files and
 * answer with real files, which wait until the business clock has come to their moment.
 */
export function openSimulator(dataDir: string, bics: Bics): Transport {
  const place = path.join(dataDir, 'simulator');
  const folder = openFolder(place);
  const memory = openState(place);
  const inOrder = openQueue();

  /** A cache: when the next statement is due, by the state that was written at `writtenAt`. */
  let known: { statementAt: Date | null; writtenAt: number } | undefined;

  async function nextStatement(): Promise<Date | null> {
    const writtenAt = await memory.writtenAt();
    if (known?.writtenAt !== writtenAt)
      known = { statementAt: nextStatementAt(await memory.read()), writtenAt };
    return known.statementAt;
  }

  async function makeStatements(at: Date): Promise<void> {
    const next = await nextStatement();
    if (next === null || next > at) return;
    await withStateLock(place, async () => {
      const state = await memory.read();
      while (await closeDay(folder, state, at)) await memory.write(state);
    });
  }

  async function send(file: OutboundFile, at: Date): Promise<void> {
    if (!PAYMENT_CHANNELS.includes(file.channel)) return answerMandates(folder, file, at);
    await withStateLock(place, () => answerPayments({ folder, memory, bics }, file, at));
  }

  return {
    send: (file, at) => inOrder(() => send(file, at)),
    receive: async (channels, max, at) => {
      await inOrder(() => makeStatements(at));
      return (await folder.waiting())
        .filter(({ channel, due }) => due <= at && channels.has(channel))
        .slice(0, max)
        .map((file) => folder.inbound(file));
    },
    nextAt: () =>
      inOrder(async () => {
        const statement = await nextStatement();
        const [first] = await folder.waiting();
        if (!first || !statement) return first?.due ?? statement;
        return first.due < statement ? first.due : statement;
      }),
  };
}
