import { openAsBlob } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Import } from '@tegeka/contract/imports/import-shapes.ts';
import type { User } from '@tegeka/contract/users.ts';
import { judge, type BudgetResult } from '../budget.ts';
import { openChromium } from '../chromium-open.ts';
import { findPort, startDemo, temporaryFolder } from '../demo-process.ts';
import { OWNER, signIn } from '../demo-sign-in.ts';
import { type ImportsDatabase, openImportsDatabase, type Written } from './imports-database.ts';
import { writeWorkbook } from './imports-book.ts';
import { customerTable, mandateTable, writeCsv } from './imports-file.ts';
import { markdownTable } from '../markdown-table.ts';
import { openServerMemory, type ServerMemory } from '../server-memory.ts';

type Table = ReturnType<typeof customerTable>;

interface Kind {
  name: string;
  ending: string;
  write(file: string, table: Table): Promise<void>;
}

const CSV: Kind = { name: 'CSV', ending: 'csv', write: writeCsv };
const XLSX: Kind = {
  name: 'XLSX',
  ending: 'xlsx',
  write: (file, table) => writeWorkbook(file, table, 'shared'),
};
/** Texts inline in the cells, as some programs write workbooks. */
const INLINE: Kind = {
  name: 'XLSX, texts in cells',
  ending: 'xlsx',
  write: (file, table) => writeWorkbook(file, table, 'inline'),
};

interface Case {
  makes: Written;
  /** Limit of its time divided by the time of COPY. */
  times: number;
  kind: Kind;
  rows: number;
}

const CUSTOMERS = { makes: 'customers', times: 3 } as const;
/** For the customers that the second case imports. */
const MANDATES = { makes: 'mandates', times: 4 } as const;

const CASES: readonly Case[] = [
  { ...CUSTOMERS, kind: CSV, rows: 10_000 },
  { ...CUSTOMERS, kind: CSV, rows: 100_000 },
  { ...MANDATES, kind: CSV, rows: 100_000 },
  { ...CUSTOMERS, kind: XLSX, rows: 100_000 },
  { ...CUSTOMERS, kind: INLINE, rows: 100_000 },
  { ...CUSTOMERS, kind: CSV, rows: 1_000_000 },
];
/** Prefix of the references of the customers whose mandates are imported. */
const PAYERS = 'R1';

const MEGABYTE = 1000 * 1000;
const TIMEOUT_MS = 15 * 60_000;

/** URL and headers of Amina's calls to her imports. */
interface Desk {
  address: string;
  headers: Record<string, string>;
}

interface Measured extends Case {
  megabytes: number;
  seconds: number;
  /** COPY of the imported rows, and of the rows of the file, which are deleted after the import. */
  copySeconds: number;
  rowsSeconds: number;
  peak: number;
}

/** Signs in again: a token is valid for five minutes, less than the import of a million rows. */
async function openDesk(port: number, kind: Written): Promise<Desk> {
  const browser = await openChromium();
  const kept = await signIn(browser, `http://merchant.localhost:${port}`, OWNER);
  await browser.close();
  const origin = `http://127.0.0.1:${port}`;
  const greeting = await fetch(`${origin}/healthz`);
  const [cookie = ''] = (greeting.headers.get('set-cookie') ?? '').split(';');
  const headers = {
    authorization: `Bearer ${kept['JWT_TOKEN']}`,
    'application-domain': 'MERCHANT',
    cookie,
    'x-xsrf-token': cookie.split('=')[1] ?? '',
  };
  const get = async (place: string) => (await fetch(origin + place, { headers })).json();
  const { attributes }: User = await get('/identity/api/v1/users/currentuser');
  const [organizationId = ''] = attributes.organizationId;
  const { id }: { id: string } = await get(`/api/v1/merchants/organization/${organizationId}`);
  return { address: `${origin}/api/v1/merchants/${id}/${kind}/bulk`, headers };
}

async function read(answer: Response): Promise<Import> {
  if (!answer.ok) throw new Error(`Answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** Waits until an import is in a state. */
async function waitFor({ address, headers }: Desk, id: string, wanted: Import['state']) {
  const end = performance.now() + TIMEOUT_MS;
  while (performance.now() < end) {
    const { state, failure, refusals } = await read(await fetch(`${address}/${id}`, { headers }));
    if (failure || (refusals.length > 0 && state === 'CHECKED'))
      throw new Error(`Not imported: ${failure?.message ?? JSON.stringify(refusals)}`);
    if (state === wanted) return;
    await pause(100);
  }
  throw new Error('The import took too long');
}

/** Sends a file and waits until its rows are checked. Returns the import's id. */
async function checkFile(desk: Desk, file: string): Promise<string> {
  const { address, headers } = desk;
  const body = new FormData();
  body.set('file', await openAsBlob(file), path.basename(file));
  const { id } = await read(await fetch(address, { method: 'POST', headers, body }));
  await waitFor(desk, id, 'CHECKED');
  return id;
}

async function confirmFile(desk: Desk, id: string): Promise<void> {
  const headers = { ...desk.headers, 'content-type': 'application/json' };
  const body = JSON.stringify({ mode: 'ALL' });
  await read(await fetch(`${desk.address}/${id}/confirmation`, { method: 'POST', headers, body }));
  await waitFor(desk, id, 'DONE');
}

async function timed<T>(work: Promise<T>): Promise<{ result: T; seconds: number }> {
  const began = performance.now();
  return { result: await work, seconds: (performance.now() - began) / 1000 };
}

interface Place {
  port: number;
  folder: string;
  database: ImportsDatabase;
  memory: ServerMemory;
}

async function measure({ port, folder, database, memory }: Place, one: Case): Promise<Measured> {
  const { kind, rows, makes } = one;
  const file = path.join(folder, `${makes} ${rows}.${kind.ending}`);
  const customers = customerTable(`R${CASES.indexOf(one)}`, rows);
  await kind.write(file, makes === 'customers' ? customers : mandateTable(PAYERS, rows));
  const { size } = await stat(file);
  const desk = await openDesk(port, makes);
  await memory.reset();
  const { result: id, seconds: checked } = await timed(checkFile(desk, file));
  // The rows of the file are deleted when the import is done.
  const rowsSeconds = await database.copyTime('rows of the file', id);
  const { seconds: made } = await timed(confirmFile(desk, id));
  const peak = await memory.peak();
  await rm(file);
  const copySeconds = await database.copyTime(makes, id);
  const seconds = checked + made;
  return { ...one, megabytes: size / MEGABYTE, seconds, copySeconds, rowsSeconds, peak };
}

const timesCopy = ({ seconds, copySeconds, rowsSeconds }: Measured) =>
  seconds / (copySeconds + rowsSeconds);

function describe(all: readonly Measured[]): string {
  const rows = all.map((one) => [
    `${one.makes}, ${one.kind.name}`,
    one.rows.toLocaleString('en'),
    one.megabytes.toFixed(1),
    one.seconds.toFixed(1),
    one.copySeconds.toFixed(1),
    one.rowsSeconds.toFixed(1),
    timesCopy(one).toFixed(1),
    (one.seconds / one.copySeconds).toFixed(1),
    one.peak.toFixed(0),
    ((one.seconds / one.rows) * 1e6).toFixed(0),
  ]);
  const head = [
    'file',
    'rows',
    'file MB',
    'sent to done s',
    'COPY of what stays s',
    'COPY of the rows of the file s',
    'ratio',
    'of what stays alone',
    'peak memory MB',
    'µs a row',
  ];
  return markdownTable(head, rows);
}

function judged(all: readonly Measured[]): BudgetResult[] {
  return all.flatMap((one) => {
    const { kind, makes, times, rows, peak } = one;
    const what = `${makes}, ${kind.name}, ${rows} rows`;
    const memory = judge({ what: `${what}: memory of the server`, limit: 300, unit: 'MB' }, peak);
    const ratio = { what: `${what}: times COPY`, limit: times, unit: 'times' };
    const isTimed = kind === CSV && rows === 100_000;
    return isTimed ? [memory, judge(ratio, timesCopy(one))] : [memory];
  });
}

/**
 * How long files take from the first byte sent to the last row made, compared with PostgreSQL's COPY of
 * the same rows, and the memory of the server. `only` selects files by extension.
 */
export async function benchImports({
  largest,
  only = '',
}: {
  largest: number;
  only?: string | undefined;
}): Promise<{ text: string; budgetResults: BudgetResult[] }> {
  const folder = await temporaryFolder('imports');
  const database = await openImportsDatabase();
  const settings = { DATABASE_URL: database.url, LOG_LEVEL: 'warn' };
  const demo = await startDemo({ port: await findPort(), settings });
  try {
    const { port } = demo;
    const place = { port, folder, database, memory: await openServerMemory(port) };
    const all: Measured[] = [];
    for (const one of CASES.filter(
      ({ kind, rows }) => rows <= largest && kind.ending.includes(only),
    ))
      all.push(await measure(place, one));
    return { text: describe(all), budgetResults: judged(all) };
  } finally {
    await demo.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}
