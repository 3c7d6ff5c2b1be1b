import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { checkLedger } from '#testing/ledger-checks.ts';
import { bookingOf, nextFile, openStatements, takenBy } from './clearing-test-hostile.ts';
import { openRoundTrip, type RoundTrip, statusOf } from './clearing-test-trip.ts';

const EXCEPTIONS = '/api/v1/operator/exceptions';

/** A message with a bank named by its number in the clearing system in place of its BIC. */
const byNumber = (text: string, bic: string, number: string) =>
  text.replaceAll(`<BICFI>${bic}</BICFI>`, `<ClrSysMmbId><MmbId>${number}</MmbId></ClrSysMmbId>`);

const newest = async ({ operator: { client } }: RoundTrip) =>
  (await client.call(`${EXCEPTIONS}?state=OPEN`)).json.content[0];

test('a sender and a bank are known by their numbers in the clearing system, and an unknown number is told', async (t) => {
  const settings = { CLEARING_MEMBER_IDS: 'UGCHUGKA=001, SBICUGKX=040147' };
  const trip = await openRoundTrip({ itemsPerFile: 10, settings }, 1);
  t.after(() => trip.close());
  await trip.addDebits(2);
  await trip.cutOff();
  const file = await nextFile(trip);
  const [one, two] = file.debits;
  assert.ok(one && two);
  const answer = (debit: typeof one, agent = 'SBICUGKX') =>
    trip.statuses([{ ...statusOf(file, debit, null), agent }]);
  const taken = async (text: string) => (await takenBy(trip, 'clearing-house', text)).kinds;

  const other = byNumber(answer(one), 'UGCHUGKA', '002');
  assert.deepEqual(await taken(other), ['OTHER_SENDER']);
  assert.match(
    (await newest(trip)).explanation,
    /names as its sender 002, a number .*CLEARING_MEMBER_IDS/,
  );
  const strange = byNumber(answer(one), 'SBICUGKX', '999999');
  assert.deepEqual(await taken(strange), ['OTHER_BANK']);
  assert.match((await newest(trip)).explanation, /went out to SBICUGKX, is from 999999, a number/);
  assert.deepEqual(await trip.states(), { PROCESSING: 2 });

  assert.deepEqual(await taken(byNumber(answer(one), 'UGCHUGKA', '001')), []);
  const both = byNumber(byNumber(answer(two), 'UGCHUGKA', '001'), 'SBICUGKX', '040147');
  assert.deepEqual(await taken(both), []);
  assert.deepEqual(await trip.states(), { CLEARED: 2 });
  await checkLedger(trip.testServer);
});

test('each page of a statement is processed once, and a missing page is told until it has come', async (t) => {
  const trip = await openRoundTrip({ itemsPerFile: 10 }, 1);
  t.after(() => trip.close());
  const { statement } = openStatements(trip);
  const messageId = randomUUID();
  const amounts = [700, 800, 900];
  const sample = { instructionId: randomUUID(), endToEndId: 'NONE', currency: 'UGX' };
  const pages = amounts.map((amount, n) => {
    const entry = bookingOf(trip.testServer, { ...sample, amount }, 'CREDIT', { items: [] });
    const isLast = n === amounts.length - 1;
    const text = statement([entry], 2400, { messageId, opening: n === 0 ? 0 : null });
    const pagination = `<MsgPgntn><PgNb>${n + 1}</PgNb><LastPgInd>${isLast}</LastPgInd></MsgPgntn>`;
    const paged = text.replace('</GrpHdr>', `${pagination}</GrpHdr>`);
    // The first page has the balance of the beginning, and the last one that of the end.
    return isLast ? paged : paged.replace(/<Bal>(?:(?!<\/Bal>).)*CLBD.*?<\/Bal>/s, '');
  });
  const [first = '', second = '', third = ''] = pages;
  const taken = async (text: string) => (await takenBy(trip, 'settlement-bank', text)).kinds;
  const inBank = async () =>
    (
      await trip.rows<{ sum: number }>(
        `select sum(amount)::integer as sum from postings where account = 'SETTLEMENT_BANK'`,
      )
    )[0]?.sum;
  const open = async () =>
    (await trip.operator.client.call(`${EXCEPTIONS}?kind=BALANCE&state=OPEN`)).json.content;

  assert.deepEqual(await taken(first), ['UNMATCHED']);
  assert.deepEqual(await taken(third), ['BALANCE', 'UNMATCHED']);
  const [missing] = await open();
  assert.match(missing.explanation, /USh 800 more than the ledger/);
  assert.equal(await inBank(), 1600);
  await taken(first);
  assert.deepEqual(await taken(first.replace('700', '701')), ['ID_REUSED']);
  assert.equal(await inBank(), 1600, 'a page counts once');
  assert.deepEqual(await taken(second), ['UNMATCHED']);
  assert.equal(await inBank(), 2400);
  assert.deepEqual(await open(), []);
  await checkLedger(trip.testServer);
});
