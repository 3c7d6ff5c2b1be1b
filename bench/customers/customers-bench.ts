import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import type { BaselineTask } from './customers-baseline.ts';
import { type Budget, judge, type BudgetResult } from '../budget.ts';
import { fillCustomers } from './customers-fill.ts';
import { fillMandates } from './mandates-fill.ts';
import { openBenchDatabase } from '../bench-database.ts';
import { findPort, startDemo } from '../demo-process.ts';
import { CORRECTING, OWNER, WAITING } from '../demo-sign-in.ts';
import {
  CONNECTIONS,
  type Figures,
  load,
  middle,
  SECONDS,
  signedIn,
  WARM_SECONDS,
} from '../list-load.ts';
import { markdownTable } from '../markdown-table.ts';

/** The server's default of DATABASE_POOL. */
const POOL = 16;
const LARGEST = 1_000_000;

/** How many customers each of these merchants gets. */
const SIZES = [
  { email: CORRECTING, count: 10_000 },
  { email: WAITING, count: 100_000 },
  { email: OWNER, count: LARGEST },
];

/** The calls of a list, with their queries; the baseline has routes by these names. */
const CALLS = {
  first: { title: 'first page', query: '?size=20' },
  search: { title: 'search', query: '?size=20&search=nakato' },
  filter: { title: 'filter', query: '?size=20&status=DISABLED' },
  deep: { title: 'page 500', query: '?size=20&page=500' },
};
type CallName = keyof typeof CALLS;
const NAMES = ['first', 'search', 'filter', 'deep'] as const satisfies readonly CallName[];

const QUIET: Budget = { what: 'p99', limit: 50, unit: 'ms' };
/** The most that bare ÷ own may be: the product serves at least 0.6 of the bare requests. */
const MAX_SLOWER = 1.67;

/** What was measured of a call: the product's figures, and those of the bare route beside it. */
interface Measured {
  count: number;
  call: CallName;
  own: Figures;
  bare: Figures;
}

interface Person {
  organizationId: string;
  merchantId: string;
  count: number;
  email: string;
}

async function findPeople(url: string): Promise<Person[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Omit<Person, 'count'>>(
    `select a.email, a.organization_id as "organizationId", m.id as "merchantId"
    from accounts a join merchants m using (organization_id)`,
  );
  await client.end();
  return SIZES.flatMap(({ email, count }) => {
    const found = rows.find((row) => row.email === email);
    return found ? [{ ...found, count }] : [];
  });
}

async function startBaseline(task: BaselineTask) {
  const child = fork(path.join(import.meta.dirname, 'customers-baseline.ts'));
  const said = once(child, 'message');
  child.send(task);
  const [address] = await said;
  return { origin: String(address), close: () => child.disconnect() };
}

/** The product and the bare route in turn, call after call, so that a slow moment hits both. */
async function measure(port: number, url: string, person: Person, rounds: number) {
  const { organizationId, merchantId, count } = person;
  const task = { url, pool: POOL, organizationId, merchantId };
  const baseline = await startBaseline(task);
  const list = `http://127.0.0.1:${port}/api/v1/merchants/${merchantId}/customers`;
  const results: Measured[] = [];
  for (const call of NAMES) {
    const headers = await signedIn(port, 'merchant', person.email);
    const own: Figures[] = [];
    const bare: Figures[] = [];
    await load(list + CALLS[call].query, headers, WARM_SECONDS);
    await load(`${baseline.origin}/${call}`, {}, WARM_SECONDS);
    for (let round = 0; round < rounds; round += 1) {
      own.push(await load(list + CALLS[call].query, headers));
      bare.push(await load(`${baseline.origin}/${call}`, {}));
    }
    results.push({ count, call, own: middle(own), bare: middle(bare) });
  }
  baseline.close();
  return results;
}

/** Calls of the list of mandates. The last two search for what very many mandates match. */
const MANDATE_CALLS = {
  'first page': '',
  'filter by state': '&state=ACTIVE',
  'filter by due day': '&dueFrom=2026-01-01&dueTo=2099-12-31&sort=nextDueDay',
  'search by a phone number': '&search=0770007919',
  'search by a whole reference': '&search=TGK22BG599BD3',
  'search by five signs of a reference': '&search=TGKA2',
  'search by a common name': '&search=nakato',
};

/** The list of mandates of a merchant with one for each customer. */
async function measureMandates(port: number, url: string, person: Person, rounds: number) {
  await fillMandates(url, person);
  const list = `http://127.0.0.1:${port}/api/v1/merchants/${person.merchantId}/mandates?size=20`;
  const rows: string[][] = [];
  const budgetResults: BudgetResult[] = [];
  for (const [title, query] of Object.entries(MANDATE_CALLS)) {
    const headers = await signedIn(port, 'merchant', person.email);
    const own: Figures[] = [];
    await load(list + query, headers, WARM_SECONDS);
    for (let round = 0; round < rounds; round += 1) own.push(await load(list + query, headers));
    const { perSecond, p50, p99 } = middle(own);
    const name = `${person.count.toLocaleString('en')} mandates, ${title}`;
    rows.push([name, perSecond.toFixed(0), p50.toFixed(0), p99.toFixed(0)]);
    budgetResults.push(judge({ ...QUIET, what: `mandates, ${title}: p99` }, p99));
  }
  return { text: markdownTable(['call', 'requests/s', 'p50 ms', 'p99 ms'], rows), budgetResults };
}

function describe(results: readonly Measured[]): string {
  const rows = results.map(({ count, call, own, bare }) => [
    `${count.toLocaleString('en')} customers, ${CALLS[call].title}`,
    own.perSecond.toFixed(0),
    own.p50.toFixed(0),
    own.p99.toFixed(0),
    bare.perSecond.toFixed(0),
    bare.p99.toFixed(0),
    (own.perSecond / bare.perSecond).toFixed(2),
  ]);
  const head = [
    'call',
    'requests/s',
    'p50 ms',
    'p99 ms',
    'bare requests/s',
    'bare p99 ms',
    'ratio',
  ];
  return markdownTable(head, rows);
}

function budgetResultsOf(results: readonly Measured[]): BudgetResult[] {
  return results
    .filter(({ count }) => count === LARGEST)
    .flatMap(({ call, own, bare }) => {
      const ratio = own.perSecond / bare.perSecond;
      const { title } = CALLS[call];
      const slower = { what: `${title}: bare ÷ own`, limit: MAX_SLOWER, unit: '×' };
      return [judge({ ...QUIET, what: `${title}: p99` }, own.p99), judge(slower, 1 / ratio)];
    });
}

/**
 * Lists of 10,000, 100,000 and a million customers beside bare routes that run the same SQL, and the
 * list of a million mandates.
 */
export async function benchCustomers(rounds: number) {
  const database = await openBenchDatabase('bench_customers');
  const settings = {
    DATABASE_URL: database.url,
    DATABASE_POOL: String(POOL),
    // As in production.
    ANSWER_CHECKS: 'sampled',
  };
  const demo = await startDemo({ port: await findPort(), settings });
  try {
    const people = await findPeople(database.url);
    await fillCustomers(database.url, people);
    const results: Measured[] = [];
    for (const person of people) {
      results.push(...(await measure(demo.port, database.url, person, rounds)));
    }
    const how = `${CONNECTIONS} connections, pools of ${POOL}, median of ${rounds} rounds of ${SECONDS} s after ${WARM_SECONDS} s.`;
    const [largest] = people.filter(({ count }) => count === LARGEST);
    if (!largest) throw new Error('The demo has no owner');
    const mandates = await measureMandates(demo.port, database.url, largest, rounds);
    return {
      text: `${describe(results)}\n\n${mandates.text}\n\n${how}`,
      budgetResults: [...budgetResultsOf(results), ...mandates.budgetResults],
    };
  } finally {
    await demo.close();
    database.close();
  }
}
