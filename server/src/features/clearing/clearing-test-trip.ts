import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { insertDebits } from '#features/debits/debits-insertion.ts';
import { lockCollectable } from '#features/mandates/collection/mandates-collectable.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { partsOf } from '#testing/iso-samples.ts';
import { activeMandate, openBank, openShop } from '#testing/test-mandate.ts';
import { openLinedServer, type TestServer } from '#testing/test-server.ts';
import { copyMandate, openDatabase } from './clearing-test-database.ts';
import type { GroupStatus, StatusItem } from './iso/iso-answers.ts';
import { writeReturns, writeStatuses } from './iso/iso-answers.ts';
import { type DebitItem, PACS_003 } from './iso/iso-debits.ts';
import { type Entry, writeNotification } from './iso/iso-statements.ts';

/** A file of debits that the other end has got. */
export interface GotFile {
  name: string;
  messageId: string;
  text: string;
  debits: DebitItem[];
}

type House = 'clearing-house' | 'settlement-bank';
const HOUSE: House = 'clearing-house';

/** What names a debit in an answer. */
const idsOf = ({ messageId }: GotFile, debit: DebitItem) => ({
  originalMessageId: messageId,
  instructionId: debit.instructionId,
  transactionId: null,
  endToEndId: debit.endToEndId,
});

/** The status of a debit, as a bank sends it. */
export const statusOf = (file: GotFile, debit: DebitItem, reasonCode: string | null) => ({
  ...idsOf(file, debit),
  status: reasonCode === null ? 'ACSC' : 'RJCT',
  reasonCode,
  text: null,
  amount: debit.amount,
  currency: debit.currency,
  agent: null,
});

/** The clearing house and the settlement bank at the other end of a directory, as a gateway moves their files. */
function openHouses({ config: { clearing }, clock }: TestServer, folder: string) {
  const place = (channel: House, ...parts: string[]) => path.join(folder, channel, ...parts);
  const head = (from: string, to = clearing.bic) => ({
    messageId: randomUUID(),
    createdAt: clock.now(),
    from,
    to,
  });
  let count = 0;

  /** Fetches the files that were sent since the last call. A file that is sent again is fetched again. */
  async function fetch(): Promise<GotFile[]> {
    const names = await readdir(place(HOUSE, 'out')).catch((): string[] => []);
    const files: GotFile[] = [];
    for (const name of names.filter((one) => /^[^.].*\.xml$/.test(one))) {
      const text = await readFile(place(HOUSE, 'out', name), 'utf8');
      await mkdir(place(HOUSE, 'fetched'), { recursive: true });
      await rename(place(HOUSE, 'out', name), place(HOUSE, 'fetched', `${count}-${name}`));
      count += 1;
      if (!text.includes(`xsd:${PACS_003}`)) continue;
      const file: GotFile = { name, text, messageId: '', debits: [] };
      for (const part of await partsOf(text, 60_000))
        if (part.kind === 'HEADER') file.messageId = part.messageId;
        else if (part.kind === 'DEBIT') file.debits.push(part);
      files.push(file);
    }
    return files;
  }

  /** Puts a file into the directory, under a name of its own. */
  async function put(channel: House, text: string | Buffer): Promise<string> {
    const name = `${(count += 1)}-${randomUUID()}.xml`;
    await mkdir(place(channel, 'in'), { recursive: true });
    await writeFile(place(channel, 'in', `.${name}`), text);
    await rename(place(channel, 'in', `.${name}`), place(channel, 'in', name));
    return name;
  }

  return {
    fetch,
    put,
    list: async (channel: House, where: 'in' | 'done' | 'bad') =>
      (await readdir(place(channel, where)).catch((): string[] => [])).filter(
        (name) => !name.startsWith('.'),
      ),
    statuses: (items: readonly StatusItem[], groups: readonly GroupStatus[] = []) =>
      writeStatuses(head(clearing.houseBic), groups, items, PACS_003),
    returns: (file: GotFile, debits: readonly DebitItem[], reasonCode: string) => {
      const sum = debits.reduce((total, { amount }) => total + amount, 0);
      const back = debits.map((debit) => ({
        ...idsOf(file, debit),
        returnId: randomUUID(),
        compensation: null,
        amount: debit.amount,
        currency: debit.currency,
        reasonCode,
        text: null,
        agent: null,
      }));
      const of = { count: debits.length, sum, settleOn: isoDay(clock.now()), currency: 'UGX' };
      return writeReturns({ ...head(clearing.houseBic), ...of }, back, PACS_003);
    },
    /** A camt.054 with one entry for each `many` debits. */
    credits: (
      file: GotFile,
      debits: readonly DebitItem[],
      change: Partial<Entry> = {},
      many = 1,
    ) => {
      const of = {
        statementId: randomUUID(),
        account: clearing.settlementAccount,
        agent: clearing.settlementBic,
        fromDay: null,
        toDay: null,
      };
      const entries: Entry[] = [];
      for (let n = 0; n < debits.length; n += many) {
        const own = debits.slice(n, n + many);
        entries.push({
          amount: own.reduce((total, { amount }) => total + amount, 0),
          currency: 'UGX',
          entryId: randomUUID().replaceAll('-', ''),
          direction: 'CREDIT',
          booked: true,
          bookedOn: isoDay(clock.now()),
          batch: null,
          items: own.map((debit) => ({
            ...idsOf(file, debit),
            amount: debit.amount,
            returnReason: null,
          })),
          ...change,
        });
      }
      return writeNotification(head(clearing.settlementBic), of, entries);
    },
  };
}

/** A server with files in a directory, both houses at the other end, and merchants with active mandates. */
export async function openRoundTrip(
  {
    itemsPerFile,
    answers = 'EXPLICIT',
    mandates: many = 0,
    settings = {},
  }: { itemsPerFile: number; answers?: string; mandates?: number; settings?: NodeJS.ProcessEnv },
  merchants: number,
) {
  const folder = await mkdtemp(path.join(tmpdir(), 'tegeka-trip-'));
  const testServer = await openLinedServer({ CLEARING_DIR: folder, ...settings });
  const database = await openDatabase(testServer);
  const officer = await openBank(testServer);
  const operator = await testServer.operator();
  await database.rows(
    `insert into channel_profiles select channel, '2020-01-01', $1, answer_sessions, $2,
       inquiry_waits, settlement_days, instructed_agent from channel_profiles where channel = $3`,
    [itemsPerFile, answers, HOUSE],
  );
  const mandates: string[] = [];
  while (mandates.length < merchants) {
    const { payer } = await openShop(testServer);
    // No schedule: only its limits narrow how much a test collects.
    const schedule = { kind: 'ON_DEMAND' };
    mandates.push(await activeMandate(testServer, officer, payer, { schedule }));
  }
  // No scheduled debits: there are only those that a test makes.
  await database.rows('update mandates set collect_next_on = null');
  const more = Math.max(0, Math.ceil(many / merchants) - 1);
  for (const id of mandates.slice(0, merchants))
    mandates.push(...(await copyMandate(database, id, more)));
  const { ctx } = testServer;
  /** Makes debits whose notice was sent, without a call for each; the same number for each mandate. */
  async function addDebits(count: number): Promise<void> {
    const each = count / mandates.length;
    for (let from = 0; from < count; from += 5000) {
      const some = Math.min(5000, count - from);
      await makeSome(some, mandates.slice(from / each, Math.ceil((from + some) / each)));
    }
  }

  async function makeSome(count: number, own: readonly string[]): Promise<void> {
    const now = ctx.clock.now();
    const today = isoDay(now);
    const told = await ctx.db.asPlatform('test', async (tx) => {
      const locked = await lockCollectable(tx, own);
      const wanted = [...locked.values()].flatMap((mandate) =>
        Array.from({ length: Math.ceil(count / locked.size) }, (_, n) => ({
          mandate,
          amount: 5000 + (n % 1000),
          collectOn: today,
          dueOn: today,
          dueKey: `A:${randomUUID()}`,
          origin: 'FILE' as const,
          retried: false,
        })),
      );
      const options = { actor: SYSTEM, at: now, onRefusal: 'REFUSE' } as const;
      const results = await insertDebits(ctx, tx, wanted.slice(0, count), options);
      const ids = results.flatMap((result) => ('id' in result ? [result.id] : []));
      await tx
        .updateTable('debits')
        .set({ notified_at: now, next_action_at: null, next_action: null })
        .where('id', 'in', ids)
        .execute();
      return ids.length;
    });
    if (told !== count) throw new Error(`Only ${told} debits were made`);
  }

  return {
    ...openHouses(testServer, folder),
    testServer,
    folder,
    operator,
    addDebits,
    rows: database.rows,
    /** Lets a cut-off be now: everything that is due today is submitted. */
    cutOff: () =>
      database.rows(
        "insert into debit_sessions (cut_off, day, session, run_at) values ($1, $2, 'MORNING', $1)",
        [ctx.clock.now(), isoDay(ctx.clock.now())],
      ),
    /** How many there are of each state. */
    states: async () =>
      Object.fromEntries(
        (
          await database.rows<{ state: string; count: number }>(
            'select state, count(*)::integer as count from debits group by state order by 1',
          )
        ).map(({ state, count }) => [state, count]),
      ),
    sha256: (text: string | Buffer) => createHash('sha256').update(text).digest('hex'),
    close: async () => {
      await database.close();
      await testServer.close();
      await rm(folder, { recursive: true });
    },
  };
}
export type RoundTrip = Awaited<ReturnType<typeof openRoundTrip>>;
