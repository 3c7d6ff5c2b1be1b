import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { openBenchDatabase } from '../bench-database.ts';
import { judge, type BudgetResult } from '../budget.ts';
import { temporaryFolder } from '../demo-process.ts';
import { markdownTable } from '../markdown-table.ts';
import { memoryOf } from '../server-memory.ts';
import { PHASES, type PhaseName, plainTime } from './money-baseline.ts';
import { fillDue, fillMerchants } from './money-fill.ts';

const SCRIPT = path.resolve(
  import.meta.dirname,
  '../../server/src/testing/measures/money-day-main.ts',
);
/** A day has some 40 steps; more mean that something does not end. */
const STEPS_MAX = 2000;

const TITLES: Record<PhaseName, string> = {
  RUN: 'debits made',
  NOTICES: 'payers told',
  SUBMISSION: 'written to files and sent',
  ANSWERS: 'answers of banks processed',
  SETTLEMENT: 'settled, with the ledger',
};

/** One unit of due work, as the server sends it (server/src/testing/measures/money-day-main.ts). */
interface Step {
  phase: PhaseName | 'SENDING';
  seconds: number;
  /** Seconds of the simulator; not in `seconds`. */
  simulated: number;
}

interface Spent {
  seconds: number;
  peak: number;
}

/** Runs the server step by step until all debits are settled. */
async function liveDay(child: ChildProcess, client: pg.Client, count: number) {
  const memory = memoryOf(child.pid ?? 0);
  const spent = new Map<PhaseName, Spent>();
  let simulated = 0;
  for (let n = 0; n < STEPS_MAX; n += 1) {
    await memory.reset();
    child.send('STEP');
    const [step]: Step[] = await once(child, 'message');
    if (!step) break;
    simulated += step.simulated;
    const phase = step.phase === 'SENDING' ? 'SUBMISSION' : step.phase;
    const { seconds, peak } = spent.get(phase) ?? { seconds: 0, peak: 0 };
    spent.set(phase, {
      seconds: seconds + step.seconds,
      peak: Math.max(peak, await memory.peak()),
    });
    if (step.phase !== 'SETTLEMENT') continue;
    const { rows } = await client.query<{ settled: string }>(
      `select count(*) as settled from debits where state = 'SETTLED'`,
    );
    if (Number(rows[0]?.settled) !== count) continue;
    child.send('LISTS');
    const [lists]: number[][] = await once(child, 'message');
    return { spent, simulated, lists: lists ?? [] };
  }
  throw new Error('The money of all debits has not come');
}

interface Measured extends Spent {
  phase: PhaseName;
  plain: number;
}

const quantile = (times: readonly number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.NaN;

interface Day {
  count: number;
  simulated: number;
  /** Milliseconds of each read of the list during the run. */
  lists: readonly number[];
}

function describe(all: readonly Measured[], { count, simulated, lists }: Day) {
  const total = all.reduce((sum, { seconds }) => sum + seconds, 0);
  const plain = all.reduce((sum, one) => sum + one.plain, 0);
  const peak = Math.max(...all.map((one) => one.peak));
  const line = (title: string, one: Omit<Measured, 'phase'>) => [
    title,
    one.seconds.toFixed(2),
    one.plain.toFixed(2),
    (one.seconds / one.plain).toFixed(1),
    one.peak.toFixed(0),
    ((one.seconds / count) * 1e6).toFixed(0),
  ];
  const head = [
    'part of the day',
    'seconds',
    'plain SQL s',
    'ratio',
    'peak memory MB',
    'µs a debit',
  ];
  const rows = all.map((one) => line(TITLES[one.phase], one));
  const table = markdownTable(head, [...rows, line('all', { seconds: total, plain, peak })]);
  const named = `${count.toLocaleString('en')} debits of one day, of 1,000 merchants at 15 banks`;
  const [p50, p99] = [quantile(lists, 0.5), quantile(lists, 0.99)];
  const meanwhile = `The list of transactions of a business, read ${lists.length} times meanwhile: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms.`;
  const text = `${named}; the simulator's ${simulated.toFixed(1)} s are not counted.\n\n${table}\n\n${meanwhile}`;
  const budgetResults: BudgetResult[] = [
    judge({ what: `${count} debits: times plain SQL`, limit: 3, unit: '×' }, total / plain),
    judge({ what: `${count} debits: memory of the server`, limit: 300, unit: 'MB' }, peak),
    judge({ what: `${count} debits: lists meanwhile, p99`, limit: 100, unit: 'ms' }, p99),
  ];
  return { text, budgetResults };
}

/**
 * How long a day of debits takes from the run that makes them to the ledger's entries, part by part,
 * beside plain SQL that writes the same rows into empty tables with the same indexes.
 */
export async function benchMoney(
  count: number,
): Promise<{ text: string; budgetResults: BudgetResult[] }> {
  const folder = await temporaryFolder('money');
  const database = await openBenchDatabase('money');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const child = fork(SCRIPT, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  try {
    child.send({ open: { DATABASE_URL: database.url, DATA_DIR: folder, LOG_LEVEL: 'warn' } });
    await once(child, 'message');
    const owners = await fillMerchants(client);
    child.send({ encrypt: owners });
    const [encrypted]: string[][] = await once(child, 'message');
    await fillDue(client, { owners, encrypted: encrypted ?? [], count });
    const { spent, ...day } = await liveDay(child, client, count);
    const all: Measured[] = [];
    for (const phase of PHASES) {
      const own = spent.get(phase) ?? { seconds: Number.NaN, peak: 0 };
      all.push({ phase, ...own, plain: await plainTime(client, phase) });
    }
    return describe(all, { ...day, count });
  } finally {
    const gone = once(child, 'exit');
    if (child.connected) {
      child.send('CLOSE');
      await gone;
    }
    await client.end();
    database.close();
    await rm(folder, { recursive: true, force: true });
  }
}
