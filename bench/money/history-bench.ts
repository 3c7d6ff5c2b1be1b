import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { openBenchDatabase } from '../bench-database.ts';
import { judge, type BudgetResult } from '../budget.ts';
import { fillCustomers } from '../customers/customers-fill.ts';
import { fillMandates } from '../customers/mandates-fill.ts';
import { type Demo, findPort, startDemo, temporaryFolder } from '../demo-process.ts';
import { OPERATOR, OWNER } from '../demo-sign-in.ts';
import { CONNECTIONS, load, middle, SECONDS, signedIn, WARM_SECONDS } from '../list-load.ts';
import { markdownTable, median } from '../markdown-table.ts';
import { fillDebits, fillLedger } from './history-fill.ts';

const CLOSING = path.resolve(
  import.meta.dirname,
  '../../server/src/testing/measures/ledger-close-main.ts',
);
/** Customers of the measured merchant: each with a mandate and a hundred debits. */
const CUSTOMERS = 10_000;
/** Entries of the year, each with four postings: of the measured merchant, and of a thousand others. */
const ENTRIES = { own: 900_000, others: 1_600_000 };
/** Calls of each figure of the year. */
const ASKED = 21;

const month = new Date().toISOString().slice(0, 7);

/** The calls of the list of transactions. */
const LISTS = {
  'first page, sorted by day': '',
  'filter by state': '&state=FAILED',
  'filter by failure reason and day': `&failureReason=INSUFFICIENT_FUNDS&dayFrom=${month}-01&dayTo=${month}-28`,
  'filter by amount, sorted by it': '&amountFrom=100000&amountTo=150000&sort=amount',
  'search by a phone number': '&search=0770007919',
  'search by a whole reference': '&search=TGD22BG599BD3',
  'search by five signs of a reference': '&search=TGDA2',
  'search by a common name': '&search=nakato',
};

interface Owner {
  organizationId: string;
  merchantId: string;
}

async function findOwner(client: pg.Client): Promise<Owner> {
  const { rows } = await client.query<Owner>(
    `select a.organization_id as "organizationId", m.id as "merchantId"
    from accounts a join merchants m using (organization_id) where a.email = $1`,
    [OWNER],
  );
  if (!rows[0]) throw new Error('The demo has no owner');
  return rows[0];
}

/** Fills the database while no server works with it, and closes the days of its ledger. */
async function fill(url: string, dataDir: string): Promise<Owner & { slowestDay: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const owner = await findOwner(client);
  await fillCustomers(url, [{ ...owner, count: CUSTOMERS }]);
  await fillMandates(url, { ...owner, count: CUSTOMERS });
  await fillDebits(client, owner.organizationId);
  await fillLedger(client, { organizationId: owner.organizationId, ...ENTRIES });
  await client.query('vacuum analyze');
  await client.end();
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
  const { stdout } = await promisify(execFile)(process.execPath, [CLOSING], { env });
  return { ...owner, slowestDay: Number(stdout) };
}

async function measureLists(port: number, { merchantId }: Owner, rounds: number) {
  const list = `http://127.0.0.1:${port}/api/v1/merchants/${merchantId}/transactions?size=20`;
  const rows: string[][] = [];
  const budgetResults: BudgetResult[] = [];
  for (const [title, query] of Object.entries(LISTS)) {
    const headers = await signedIn(port, 'merchant', OWNER);
    await load(list + query, headers, WARM_SECONDS);
    const all = [];
    for (let round = 0; round < rounds; round += 1) all.push(await load(list + query, headers));
    const { perSecond, p50, p99 } = middle(all);
    rows.push([title, perSecond.toFixed(0), p50.toFixed(0), p99.toFixed(0)]);
    budgetResults.push(judge({ what: `transactions, ${title}: p99`, limit: 50, unit: 'ms' }, p99));
  }
  return { text: markdownTable(['call', 'requests/s', 'p50 ms', 'p99 ms'], rows), budgetResults };
}

async function timeOf(url: string, headers: Record<string, string>): Promise<number> {
  const began = performance.now();
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${new URL(url).pathname}: ${response.status}`);
  return performance.now() - began;
}

async function measureYear(port: number, { merchantId }: Owner) {
  const merchant = `/api/v1/merchants/${merchantId}`;
  const calls = [
    ['billing, by month', 'merchant', `${merchant}/billing-months`],
    ['revenue, by month', 'operator', '/api/v1/operator/revenue'],
    ['revenue of a month, by merchant', 'operator', `/api/v1/operator/revenue/${month}/merchants`],
    ['revenue of a month, by bank', 'operator', `/api/v1/operator/revenue/${month}/banks`],
    ['ledger accounts', 'operator', '/api/v1/operator/ledger'],
    ['analytics of the year', 'merchant', `${merchant}/analytics?period=THIS_YEAR`],
  ] as const;
  const headers = {
    merchant: await signedIn(port, 'merchant', OWNER),
    operator: await signedIn(port, 'operator', OPERATOR),
  };
  const rows: string[][] = [];
  const budgetResults: BudgetResult[] = [];
  for (const [title, app, address] of calls) {
    const all: number[] = [];
    for (let n = 0; n < ASKED; n += 1)
      all.push(await timeOf(`http://127.0.0.1:${port}${address}`, headers[app]));
    rows.push([title, median(all).toFixed(0), Math.max(...all).toFixed(0)]);
    budgetResults.push(judge({ what: title, limit: 300, unit: 'ms' }, median(all)));
  }
  return { text: markdownTable(['call', 'median ms', 'slowest ms'], rows), budgetResults };
}

/** Lists of a merchant with a million debits, and figures of a year over ten million postings. */
export async function benchHistory(rounds: number) {
  const database = await openBenchDatabase('bench_history');
  const dataDir = await temporaryFolder('history');
  const settings = { DATABASE_URL: database.url, ANSWER_CHECKS: 'sampled' };
  const start = async (): Promise<Demo> => startDemo({ port: await findPort(), dataDir, settings });
  try {
    // The first start makes the tables and the businesses.
    await (await start()).close();
    const owner = await fill(database.url, dataDir);
    const demo = await start();
    try {
      const lists = await measureLists(demo.port, owner, rounds);
      const year = await measureYear(demo.port, owner);
      const how = `${CONNECTIONS} connections, median of ${rounds} rounds of ${SECONDS} s after ${WARM_SECONDS} s; figures of the year asked for ${ASKED} times, one after the other. The slowest day of the ledger was closed in ${(owner.slowestDay / 1000).toFixed(1)} s.`;
      return {
        text: `${lists.text}\n\n${year.text}\n\n${how}`,
        budgetResults: [...lists.budgetResults, ...year.budgetResults],
      };
    } finally {
      await demo.close();
    }
  } finally {
    database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
