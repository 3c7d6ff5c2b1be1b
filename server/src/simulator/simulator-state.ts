import { link, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseJson } from '@tegeka/contract/kit/json.ts';
import * as z from 'zod/mini';

const idShape = z.nullable(z.string());

const entryShape = z.object({
  entryId: z.string(),
  amount: z.number(),
  currency: z.string(),
  direction: z.enum(['CREDIT', 'DEBIT']),
  booked: z.boolean(),
  bookedOn: z.string(),
  batch: z.nullable(z.object({ messageId: idShape, count: z.nullable(z.number()) })),
  items: z.array(
    z.object({
      instructionId: idShape,
      transactionId: idShape,
      endToEndId: idShape,
      amount: z.nullable(z.number()),
      returnReason: idShape,
    }),
  ),
});
/** An entry on the settlement account, on its day. */
export type BookedEntry = z.infer<typeof entryShape>;

const debitShape = z.object({
  originalMessageId: z.string(),
  instructionId: z.string(),
  endToEndId: z.string(),
  amount: z.number(),
  currency: z.string(),
  agent: z.string(),
});
export type SilentDebit = z.infer<typeof debitShape>;

const accountShape = z.object({
  number: z.string(),
  currency: z.string(),
  /** BICs of the bank, and of who holds the account. */
  bank: z.string(),
  holder: z.string(),
});
export type SettlementAccount = z.infer<typeof accountShape>;

/** What the simulator remembers of the files that it has read. */
const stateShape = z.object({
  /** Messages by their id: when each came first, and whether everything about it is remembered. */
  seen: z.record(z.string(), z.object({ at: z.string(), done: z.boolean() })),
  /** Attempts to debit an account without money, by mandate, in their order. */
  attempts: z.record(
    z.string(),
    z.array(z.object({ instructionId: z.string(), pays: z.boolean() })),
  ),
  /** Debits that wait for an inquiry, by instruction id, and the message that asked first. */
  silent: z.record(z.string(), z.object({ debit: debitShape, askedBy: idShape })),
  account: z.nullable(accountShape),
  /** At the end of the day `statedUntil`. */
  balance: z.number(),
  statedUntil: z.nullable(z.string()),
  /** Entries that are in no statement yet, also of future days. */
  entries: z.array(entryShape),
});
export type SimulatorState = z.infer<typeof stateShape>;

const emptyState = (): SimulatorState => ({
  seen: {},
  attempts: {},
  silent: {},
  account: null,
  balance: 0,
  statedUntil: null,
  entries: [],
});

export interface StateFile {
  read(): Promise<SimulatorState>;
  write(state: SimulatorState): Promise<void>;
  /** When it was written last; 0 where it was not. */
  writtenAt(): Promise<number>;
}

const LOCK_PAUSE_MS = 10;
/** After this wait a lock is removed, also where its process seems to run. */
const LOCK_MAX_MS = 30_000;

export const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? error.code : null;

/** True where a process runs; false where it was killed. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

let tries = 0;

/** Takes the lock, a file with the id of the process; false where another has it. */
async function takeLock(lock: string): Promise<boolean> {
  tries += 1;
  const own = `${lock}.${process.pid}.${tries}`;
  await writeFile(own, String(process.pid), { mode: 0o600 });
  try {
    await link(own, lock);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(own, { force: true });
  }
}

/** Works on the state while no other server on the same folder does. */
export async function withStateLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const lock = path.join(folder, 'state.lock');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (let waited = 0; !(await takeLock(lock));) {
    const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
    const isLeft = holder > 0 && !isRunning(holder);
    if (isLeft || waited >= LOCK_MAX_MS) {
      await rm(lock, { force: true });
      // The next holder of the lock may have it as long.
      waited = 0;
    } else {
      await wait(LOCK_PAUSE_MS);
      waited += LOCK_PAUSE_MS;
    }
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

/** The state in a file that is replaced atomically. */
export function openState(folder: string): StateFile {
  const file = path.join(folder, 'state.json');
  return {
    read: async () => {
      const text = await readFile(file, 'utf8').catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return null;
        throw error;
      });
      return text === null ? emptyState() : parseJson(stateShape, text);
    },
    write: async (state) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = `${file}.tmp`;
      const handle = await open(draft, 'w', 0o600);
      try {
        await handle.writeFile(JSON.stringify(state));
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(draft, file);
    },
    writtenAt: async () => (await stat(file).catch(() => null))?.mtimeMs ?? 0,
  };
}

/** When a message came first; notes it where it is new. */
export function firstSeen(state: SimulatorState, messageId: string, at: Date): Date {
  state.seen[messageId] ??= { at: at.toISOString(), done: false };
  return new Date(state.seen[messageId].at);
}

/** Stores the entries that follow from a message; once, also where the message comes again. */
export function rememberOnce(
  state: SimulatorState,
  messageId: string,
  entries: readonly BookedEntry[],
): void {
  const seen = state.seen[messageId];
  if (!seen || seen.done) return;
  seen.done = true;
  state.entries.push(...entries);
}
