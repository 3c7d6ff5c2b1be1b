import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { OutboundFile, Transport } from '#features/clearing/clearing-transport.ts';
import { closeContext, openContext } from '#app.ts';
import { readConfig } from '#config.ts';
import { setClock } from '#features/calendar/calendar-store.ts';
import { filesDue } from '#features/clearing/clearing-due.ts';
import { submissionDue } from '#features/clearing/payments/clearing-submission.ts';
import { DEBIT_LIST } from '#features/debits/debits-list.ts';
import { noticesDue } from '#features/debits/notices/debits-notices.ts';
import { dueDebitCreation } from '#features/debits/due-debits.ts';
import { payerAccount } from '#features/mandates/mandates-accounts.ts';
import type { AppContext } from '#platform/app-context.ts';
import { migrate } from '#platform/database/migrate.ts';
import { type DueWork, firstDue } from '#platform/jobs/due-work.ts';
import { readPage } from '#platform/lists/list-page.ts';
import { openLog } from '#platform/log.ts';
import { openFolder } from '../../simulator/simulator-folder.ts';
import { openSimulator } from '../../simulator/simulator-transport.ts';

// A server without routes. The money benchmark drives it through a day, step by step: due work runs, and is
// timed, when the benchmark asks for it.

/** The commands of the benchmark. */
type Order =
  | { open: Record<string, string> }
  /** Made-up account numbers, encrypted for the mandates of these organizations. */
  | { encrypt: string[] }
  | 'STEP'
  /** Ends the readings of lists, and asks for the milliseconds that each took. */
  | 'LISTS'
  | 'CLOSE';

type Phase = 'RUN' | 'NOTICES' | 'SUBMISSION' | 'SENDING' | 'ANSWERS' | 'SETTLEMENT';

type Asked =
  | { send: OutboundFile; at: Date }
  | { receive: ReadonlySet<string>; max: number; at: Date }
  | 'NEXT_AT';

/** Those of a configuration without settings: see `readConfig`. */
const BICS = { houseBic: 'UGCHUGKA', settlementBic: 'DFCUUGKA' };

/** Serves the simulator of a folder to the parent process. */
function serveSimulator(folder: string): void {
  const simulator = openSimulator(folder, BICS);
  const answer = async (asked: Asked): Promise<unknown> => {
    if (asked === 'NEXT_AT') return simulator.nextAt();
    const { at } = asked;
    if ('send' in asked)
      return simulator.send({ ...asked.send, bytes: Buffer.from(asked.send.bytes) }, at);
    const files = await simulator.receive(asked.receive, asked.max, at);
    return files.map(({ name, channel }) => ({ name, channel, due: at }));
  };
  process.on('message', (asked: Asked) => {
    void answer(asked).then((given) => process.send?.(given ?? null));
  });
  process.once('disconnect', () => process.exit(0));
}

/** The simulator in a process of its own: its memory does not count as that of the server. */
function forkSimulator(dataDir: string): Transport {
  const child = fork(import.meta.filename, [dataDir], { serialization: 'advanced' });
  const folder = openFolder(path.join(dataDir, 'simulator'));
  const ask = async (asked: Asked) => {
    child.send(asked);
    const [given] = await once(child, 'message');
    return given;
  };
  return {
    send: (file, at) => ask({ send: file, at }),
    receive: async (channels, max, at) => {
      const files: Parameters<typeof folder.inbound>[0][] = await ask({
        receive: channels,
        max,
        at,
      });
      return files.map((file) => folder.inbound(file));
    },
    nextAt: () => ask('NEXT_AT'),
  };
}

/** Milliseconds between two readings of a list. */
const LIST_MS = 100;

/**
 * Reads the list of one business after the other, like people who watch their screens, in the process that
 * runs the due work. The times include the delay while that process is busy.
 */
function watchLists(ctx: AppContext, owners: readonly string[]) {
  const times: number[] = [];
  const stopping = new AbortController();
  const watch = async () => {
    for (let n = 0; !stopping.signal.aborted; n += 1) {
      const asked = performance.now() + LIST_MS;
      await pause(LIST_MS);
      const page = { page: 0, size: 20, sort: '-collectionDay' };
      await ctx.db.asTenant(owners[n % owners.length] ?? '', (tx) =>
        readPage(tx, DEBIT_LIST, page),
      );
      times.push(performance.now() - asked);
    }
  };
  const watching = watch();
  return {
    stop: async () => {
      stopping.abort();
      await watching;
      return times;
    },
  };
}

/** Measures the simulator's time separately. A step in which files were sent receives none. */
function openTransport(folder: string) {
  const simulator = forkSimulator(folder);
  const seen = { ms: 0, sent: 0, channel: '' };
  const timed = async <T>(work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const result = await work();
    seen.ms += performance.now() - began;
    return result;
  };
  const transport: Transport = {
    send: (file, at) => {
      seen.sent += 1;
      return timed(() => simulator.send(file, at));
    },
    receive: async (channels, max, at) => {
      if (seen.sent > 0) return [];
      const files = await timed(() => simulator.receive(channels, max, at));
      seen.channel = files[0]?.channel ?? '';
      return files.filter(({ channel }) => channel === seen.channel);
    },
    nextAt: () => simulator.nextAt(),
  };
  return { transport, seen };
}

async function openDay(settings: Record<string, string>) {
  const config = readConfig(settings);
  const connectionString = config.database.url ?? '';
  await migrate(connectionString, connectionString);
  const ctx = await openContext({ config, connectionString, log: openLog(config) });
  const { transport, seen } = openTransport(config.dataDir);
  const readOperator = () => Promise.reject(new Error('Everything of this day is matched'));
  const files = filesDue({ openTransport: () => transport, readOperator });
  const works: readonly DueWork[] = [dueDebitCreation, noticesDue, submissionDue, files];
  const phaseOf = (work: DueWork): Phase => {
    if (work !== files)
      return work === dueDebitCreation ? 'RUN' : work === noticesDue ? 'NOTICES' : 'SUBMISSION';
    if (seen.sent > 0) return 'SENDING';
    return seen.channel === 'settlement-bank' ? 'SETTLEMENT' : 'ANSWERS';
  };

  /** Moves the clock to what is due next and does it. */
  async function step() {
    const due = await ctx.db.asPlatform('what is due next', async (tx) => {
      const first = await firstDue(ctx, tx, works, new Date(8.64e15));
      if (!first) throw new Error('Nothing is due any more');
      await setClock(tx, { at: first.at, wall: ctx.clock.now(), arrived: true });
      return first;
    });
    Object.assign(seen, { ms: 0, sent: 0, channel: '' });
    const began = performance.now();
    await due.work.run(ctx, due.at, () => {});
    const seconds = (performance.now() - began - seen.ms) / 1000;
    return { phase: phaseOf(due.work), seconds, simulated: seen.ms / 1000 };
  }

  return { ctx, step };
}

const encryptFor = ({ keys }: AppContext, ids: readonly string[]) =>
  ids.map((id, n) => keys.encrypt(payerAccount(id), `90300${String(n).padStart(7, '0')}`));

let day: Awaited<ReturnType<typeof openDay>> | null = null;
let owners: readonly string[] = [];
let lists: ReturnType<typeof watchLists> | null = null;

async function obey(order: Order): Promise<unknown> {
  if (typeof order === 'object' && 'open' in order) {
    day = await openDay(order.open);
    return 'open';
  }
  if (!day) throw new Error('The day is not open');
  if (order === 'STEP') {
    lists ??= watchLists(day.ctx, owners);
    return day.step();
  }
  if (order === 'LISTS') return lists?.stop();
  if (order !== 'CLOSE') {
    owners = order.encrypt;
    return encryptFor(day.ctx, owners);
  }
  await closeContext(day.ctx);
  process.disconnect();
  return null;
}

const [, , simulated] = process.argv;
if (simulated !== undefined) serveSimulator(simulated);
else {
  process.on('message', (order: Order) => {
    void obey(order).then((answer) => answer && process.send?.(answer));
  });
  process.once('disconnect', () => process.exit(0));
}
