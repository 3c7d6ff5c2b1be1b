import { businessTime } from '#features/calendar/calendar-store.ts';
import { startDeadline } from '#features/payouts/payouts-submission.ts';
import type { AppContext } from '#platform/app-context.ts';
import {
  isDatabaseAway,
  isDeadlock,
  isLockTimeout,
  type PlatformTx,
} from '#platform/database/database.ts';
import type { DueWork } from '#platform/jobs/due-work.ts';
import { describeError } from '#platform/log.ts';
import { insertException } from './clearing-exceptions.ts';
import { readContent, readFile } from './clearing-files.ts';
import { type Party, readParties, readParty } from './clearing-parties.ts';
import { beginSending, countFailure, countSend, FAILURES_MAX } from './clearing-failures.ts';
import { firstWaiting, lockFileWaiting, moveFile, readWaiting } from './clearing-store.ts';
import { keepFile, type Ingested, ingestFile } from './clearing-ingestion.ts';
import type { InboundFile, Transport } from './clearing-transport.ts';
import type { ReadOperator } from './clearing-inbound.ts';

const BATCH_SIZE = 50;

/** Returns the transport of a server; null where none is configured: files then wait. */
type OpenTransport = (ctx: AppContext) => Transport | null;

/** What the files of a server need from outside the features. */
export interface RoundTrip {
  openTransport: OpenTransport;
  readOperator: ReadOperator;
}

/**
 * Sends a file that is READY. After a crash before the commit it is sent again, with the same bytes. Returns BUSY
 * where another server is sending it. An error of the transport means that nothing has gone out.
 */
async function sendFile(
  ctx: AppContext,
  transport: Transport,
  id: string,
): Promise<'SENT' | 'BUSY'> {
  const begun = await beginSending(ctx, id);
  let mayBeOut = false;
  const send = async (tx: PlatformTx) => {
    if (!begun) return (await readFile(tx, id)).state === 'READY' ? 'BUSY' : 'SENT';
    const file = await lockFileWaiting(tx, id);
    // Another server that had begun before has sent it.
    if (file.state !== 'READY') return 'SENT';
    const bytes = await readContent(tx, ctx.keys, id);
    if (!bytes) throw new Error('A file of ours has its bytes');
    const { channel } = await readParty(ctx, tx, file.channel);
    const at = await businessTime(tx, ctx.clock.now());
    const sending = transport.send({ channel, name: file.name, bytes }, at);
    mayBeOut = true;
    await sending.catch((error: unknown) => {
      mayBeOut = false;
      throw error;
    });
    if (channel === 'settlement-bank') await startDeadline(tx, id, at);
    await moveFile(tx, { id, to: 'SENT', reason: null, at });
    return 'SENT';
  };
  try {
    return await ctx.db.asPlatform('a file goes out', send);
  } catch (error) {
    if (begun && !mayBeOut)
      await ctx.db.asPlatform('nothing of a file has gone out', (tx) => countSend(tx, id, -1));
    throw error;
  }
}

/** Text of the exception about a file that has failed for the last time. */
const FAILED_MESSAGE =
  'Our own work on this file has failed ten times and is not tried again by itself. The file is kept as it is. Have the fault in the log looked at, then try again on the page of the file.';

/** After so many deadlocks in a row the file counts as failed. */
const DEADLOCKS_MAX = 5;

/**
 * Repeats work at once after a deadlock. Servers that process files lock rows in the same order, but requests
 * of users lock mandates and exceptions too.
 */
async function retryOnDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work();
    } catch (error) {
      if (!isDeadlock(error) || tries >= DEADLOCKS_MAX) throw error;
    }
}

/**
 * Works on one file. An error of ours is counted: the file is retried with backoff, and after the last try
 * only by an operator. Returns FAILED after an error, and WAITS after a lock timeout.
 */
async function withFailures<T>(
  ctx: AppContext,
  id: string,
  work: () => Promise<T>,
): Promise<T | 'FAILED' | 'WAITS'> {
  try {
    return await retryOnDeadlock(work);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    if (isLockTimeout(error)) {
      // Not an error of the file: it is tried again with the next poll.
      ctx.log.warn({ file: id }, 'a file waited too long for what others hold, it is tried again');
      return 'WAITS';
    }
    const failures = await ctx.db.asPlatform('a file failed', async (tx) => {
      const now = ctx.clock.now();
      const count = await countFailure(tx, id, now);
      const at = await businessTime(tx, now);
      const what = {
        kind: 'FAILED' as const,
        item: 0,
        reference: null,
        explanation: FAILED_MESSAGE,
      };
      if (count >= FAILURES_MAX) await insertException(ctx, tx, { ...what, fileId: id, at });
      return count;
    });
    const last = failures >= FAILURES_MAX;
    const explanation = last
      ? 'a file failed for the last time'
      : 'a file failed, it is tried again';
    ctx.log.error({ ...describeError(error), file: id, failures }, explanation);
    return 'FAILED';
  }
}

/** Stores an inbound file and processes it. Once it is stored, only the stored copy is read. */
async function ingest(
  ctx: AppContext,
  { party, file, readOperator }: { party: Party; file: InboundFile; readOperator: ReadOperator },
): Promise<Ingested | 'FAILED' | 'WAITS'> {
  const kept = await keepFile(ctx, party, file);
  if (kept === null) return 'BUSY';
  const { id, isBad } = kept;
  const taken = isBad
    ? 'REFUSED'
    : await withFailures(ctx, id, () => ingestFile(ctx, id, readOperator));
  if (taken !== 'BUSY') await file.settle(id, taken === 'REFUSED' ? 'bad' : 'done');
  return taken;
}

const isWaiting = (result: string) => result === 'BUSY' || result === 'WAITS';

/** Pause before a file that could not be received is tried again, by the wall clock. */
const PAUSE_MS = 30_000;

interface Receiving {
  readOperator: ReadOperator;
  /** Files that could not be received, by channel and name, with the time of their next try. */
  paused: Map<string, number>;
  later: () => void;
}

/** Processes the waiting files of all channels. Returns how many; a file that fails is tried again. */
async function receiveFiles(
  ctx: AppContext,
  transport: Transport,
  { readOperator, paused, later }: Receiving,
): Promise<number> {
  const { parties, at } = await ctx.db.asPlatform('who sends files', async (tx) => ({
    parties: new Map((await readParties(ctx, tx)).map((party) => [party.channel, party])),
    at: await businessTime(tx, ctx.clock.now()),
  }));
  const now = ctx.clock.now().getTime();
  for (const [key, until] of paused) if (until <= now) paused.delete(key);
  let count = 0;
  // Paused files must not fill the batch: the files after them would never be read.
  const max = BATCH_SIZE + paused.size;
  for (const file of await transport.receive(new Set(parties.keys()), max, at)) {
    const key = `${file.channel}/${file.name}`;
    const party = parties.get(file.channel);
    if (!party || paused.has(key)) continue;
    try {
      const taken = await ingest(ctx, { party, file, readOperator });
      if (isWaiting(taken)) later();
      else count += 1;
    } catch (error) {
      const explanation = 'a file could not be received, it is tried again';
      ctx.log.error({ ...describeError(error), file: key }, explanation);
      paused.set(key, now + PAUSE_MS);
      later();
    }
  }
  return count;
}

/**
 * Sends and processes files in the order in which they are due by the business clock, and retries those that
 * failed.
 */
export function filesDue(trip: RoundTrip): DueWork {
  const { openTransport, readOperator } = trip;
  return {
    next: async (tx, ctx) => {
      const transport = openTransport(ctx);
      const states =
        transport === null ? (['RECEIVED'] as const) : (['READY', 'RECEIVED'] as const);
      const waiting = await firstWaiting(tx, states, ctx.clock.now());
      const coming = (await transport?.nextAt()) ?? null;
      return coming !== null && (waiting === null || coming < waiting) ? coming : waiting;
    },
    run: async (ctx, _at, later) => {
      const transport = openTransport(ctx);
      const workOn = async (id: string, work: () => Promise<Ingested | 'SENT'>) => {
        if (!isWaiting(await withFailures(ctx, id, work))) return 1;
        later();
        return 0;
      };
      const waiting = (state: 'READY' | 'RECEIVED') =>
        ctx.db.asPlatform('files that wait', (tx) =>
          readWaiting(tx, state, { now: ctx.clock.now(), max: BATCH_SIZE }),
        );
      const unsent = transport === null ? [] : await waiting('READY');
      let [sent, taken] = [0, 0];
      if (transport !== null) {
        for (const { id } of unsent) sent += await workOn(id, () => sendFile(ctx, transport, id));
        taken += await receiveFiles(ctx, transport, { readOperator, paused: new Map(), later });
      }
      for (const { id } of await waiting('RECEIVED'))
        taken += await workOn(id, () => ingestFile(ctx, id, readOperator));
      return { 'Files sent': sent, 'Files processed': taken };
    },
  };
}

/**
 * Files that others have put into the directory are processed once a second by the wall clock. Those of the
 * simulator come by the business clock.
 */
export function pollFiles(ctx: AppContext, { openTransport, readOperator }: RoundTrip) {
  const paused = new Map<string, number>();
  return async (): Promise<void> => {
    const transport = openTransport(ctx);
    if (transport !== null && (await transport.nextAt()) === null)
      await receiveFiles(ctx, transport, { readOperator, paused, later: () => {} });
  };
}
