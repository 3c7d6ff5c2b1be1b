import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkLedger } from '#testing/ledger-checks.ts';
import { readCase } from '#testing/message-cases.ts';
import { nextFile, takenBy } from './clearing-test-hostile.ts';
import { type GotFile, openRoundTrip, type RoundTrip, statusOf } from './clearing-test-trip.ts';
import type { DebitItem } from './iso/iso-debits.ts';

// Messages after public reports of other programs, which are named with each.

let trip: RoundTrip;
let file: GotFile;
before(async () => {
  trip = await openRoundTrip({ itemsPerFile: 20 }, 3);
  await trip.addDebits(15);
  await trip.cutOff();
  file = await nextFile(trip);
});
after(async () => {
  try {
    await checkLedger(trip.testServer);
  } finally {
    await trip.close();
  }
});

/** A debit that no test before has used. */
function nextDebit(): DebitItem {
  const debit = file.debits.shift();
  assert.ok(debit);
  return debit;
}

const channelOf = (name: string) =>
  name.includes('.camt') ? ('settlement-bank' as const) : ('clearing-house' as const);

/** Takes a case in. Returns the kinds of its exceptions. */
async function take(name: string, debit: DebitItem): Promise<string[]> {
  const bytes = await readCase(trip.testServer, name, file, debit);
  const { state, failures, kinds } = await takenBy(trip, channelOf(name), bytes);
  assert.deepEqual([state, failures], ['PROCESSED', 0]);
  return kinds;
}

/** Takes a message in. Returns the kinds of its exceptions. */
const taken = async (channel: Parameters<RoundTrip['put']>[0], text: string) =>
  (await takenBy(trip, channel, text)).kinds;

/** The newest exceptions, in words. */
async function lastText(count = 1): Promise<string> {
  const path = `/api/v1/operator/exceptions?size=${count}`;
  const { content } = (await trip.operator.client.call(path)).json;
  return content.map(({ explanation }: { explanation: string }) => explanation).join('\n');
}

async function stateOf({ endToEndId }: DebitItem): Promise<unknown> {
  const rows = await trip.rows('select state from debits where reference = $1', [endToEndId]);
  return rows[0]?.['state'];
}

/** What came in and is in suspense. */
async function inSuspense(): Promise<number> {
  const [row] = await trip.rows<{ sum: number }>(
    `select coalesce(-sum(amount), 0)::integer as sum from postings where account = 'SUSPENSE'`,
  );
  return row?.sum ?? 0;
}

// https://github.com/actualbudget/actual/issues/8912
test('a message in the encoding that it declares settles its debit', async () => {
  const debit = nextDebit();
  assert.deepEqual(await take('latin1.camt054.xml', debit), []);
  assert.equal(await stateOf(debit), 'SETTLED');
});

// https://github.com/mojaloop/mojaloop-specification/issues/146
test('a status in an envelope with its application header is processed', async () => {
  const debit = nextDebit();
  assert.deepEqual(await take('application-header.pacs002.xml', debit), []);
  assert.equal(await stateOf(debit), 'CLEARED');
  const bytes = await readCase(trip.testServer, 'application-header.pacs002.xml', file, debit);
  const from = (bic: string) =>
    bytes
      .toString()
      .replace(
        '<AppHdr xmlns="urn:iso:std:iso:20022:tech:xsd:head.001.001.02">',
        `$&<Fr><FIId><FinInstnId><BICFI>${bic}</BICFI></FinInstnId></FIId></Fr>`,
      );
  assert.deepEqual(await taken('clearing-house', from('DFCUUGKA')), ['OTHER_SENDER']);
  const { houseBic } = trip.testServer.config.clearing;
  assert.deepEqual(await taken('clearing-house', from(houseBic)), []);
});

// https://github.com/odoo/odoo/issues/69107
test('one id of ours is enough, beside placeholders and ids of the bank; ids that contradict are not', async () => {
  const [booked, answered] = [nextDebit(), nextDebit()];
  assert.deepEqual(await take('notprovided.camt054.xml', booked), []);
  assert.equal(await stateOf(booked), 'SETTLED');
  assert.deepEqual(await take('notprovided.pacs002.xml', answered), []);
  assert.equal(await stateOf(answered), 'CLEARED');
  const good = statusOf(file, nextDebit(), null);
  const say = (change: object) => taken('clearing-house', trip.statuses([{ ...good, ...change }]));
  // The end-to-end id alone, beside an id that the bank has given.
  assert.deepEqual(
    await say({ instructionId: 'BK-20260211-7781', originalMessageId: 'NONREF' }),
    [],
  );
  for (const change of [
    { endToEndId: answered.endToEndId },
    { transactionId: answered.instructionId },
    { instructionId: 'BK-20260211-7781', endToEndId: 'NOTPROVIDED' },
  ])
    assert.deepEqual(await say(change), ['UNKNOWN_DEBIT'], JSON.stringify(change));
});

// https://github.com/Project60/org.project60.sepa/issues/709
test('a return with a compensation takes the debit back, and the compensation waits for a person', async () => {
  const debit = nextDebit();
  const earlier = await inSuspense();
  assert.deepEqual(await taken('settlement-bank', trip.credits(file, [debit])), []);
  assert.deepEqual(await take('return-with-compensation.pacs004.xml', debit), ['OTHER_AMOUNT']);
  assert.equal(await stateOf(debit), 'RETURNED');
  assert.match(await lastText(), /takes USh 150 more as compensation/);
  await checkLedger(trip.testServer);
  // The bank books both in one sum.
  const sum = { ...debit, amount: debit.amount + 150 };
  const booking = trip.credits(file, [sum], { direction: 'DEBIT' });
  assert.deepEqual(await taken('settlement-bank', booking), ['UNMATCHED']);
  assert.match(await lastText(), /USh 150 is in suspense/);
  assert.equal((await inSuspense()) - earlier, -150);
});

test('a reason is found wherever it stands, and a status and a return may have one message id', async () => {
  const [one, two] = [nextDebit(), nextDebit()];
  assert.deepEqual(await taken('settlement-bank', trip.credits(file, [two])), []);
  const status = trip.statuses([{ ...statusOf(file, one, 'AC04'), text: 'Sorry' }]);
  const split = status.replace(
    /<StsRsnInf>(<Rsn>.*?<\/Rsn>)(<AddtlInf>.*?<\/AddtlInf>)<\/StsRsnInf>/,
    '<StsRsnInf>$2</StsRsnInf><StsRsnInf><Rsn><Prtry>K7</Prtry></Rsn></StsRsnInf><StsRsnInf>$1</StsRsnInf>',
  );
  assert.notEqual(split, status);
  assert.deepEqual(await taken('clearing-house', split), []);
  const [row] = await trip.rows(
    'select failure_reason, scheme_code, reason from debits where reference = $1',
    [one.endToEndId],
  );
  assert.deepEqual(row, {
    failure_reason: 'ACCOUNT_CLOSED',
    scheme_code: 'AC04',
    reason: 'The account is closed: K7 Sorry',
  });
  const [id = ''] = /(?<=<MsgId>)[^<]+/.exec(status) ?? [];
  const back = trip.returns(file, [two], 'MD06').replace(/(?<=<MsgId>)[^<]+/, id);
  assert.deepEqual(await taken('clearing-house', back), []);
  assert.equal(await stateOf(two), 'RETURNED');
  const again = trip.returns(file, [two], 'MD07').replace(/(?<=<MsgId>)[^<]+/, id);
  assert.deepEqual(await taken('clearing-house', again), ['ID_REUSED']);
});

test('a status that is not final changes nothing, and one that can not be of a debit waits for a person', async () => {
  const debit = nextDebit();
  const say = (status: string) =>
    taken('clearing-house', trip.statuses([{ ...statusOf(file, debit, null), status }]));
  for (const status of ['ACWP', 'ACFC', 'ACPD', 'ACFW', 'PATC'])
    assert.deepEqual(await say(status), [], status);
  for (const status of ['CANC', 'BLCK', 'constructor'])
    assert.deepEqual(await say(status), ['OTHER_STATUS'], status);
  assert.match(await lastText(), /is not known here/);
  assert.equal(await stateOf(debit), 'PROCESSING');
  const group = { originalMessageId: file.messageId, reasonCode: null, text: null };
  const ofAll = (status: string) =>
    taken('clearing-house', trip.statuses([], [{ ...group, status }]));
  assert.deepEqual(await ofAll('ACPD'), []);
  assert.deepEqual(await ofAll('BLCK'), ['OTHER_STATUS']);
});

// https://github.com/OCA/bank-statement-import/issues/385
test('an amount in cents of another currency stops no file', async () => {
  const debit = nextDebit();
  const earlier = await inSuspense();
  assert.deepEqual(await take('foreign-cents.camt054.xml', debit), ['UNMATCHED']);
  assert.equal(await stateOf(debit), 'SETTLED');
  assert.equal((await inSuspense()) - earlier, 46_000);
  const cents = trip.credits(file, [debit]).replace(/<Amt Ccy="UGX">\d+/, '<Amt Ccy="USD">12.50');
  assert.deepEqual(await taken('settlement-bank', cents), ['OTHER_CURRENCY']);
  assert.match(await lastText(), /^USD 12.50 was booked/);
});

// https://github.com/OCA/bank-statement-import/issues/209
test('of a file with statements of several accounts ours is processed, and each other one is an exception', async () => {
  const debit = nextDebit();
  assert.deepEqual(await take('two-accounts.camt053.xml', debit), ['OTHER_ACCOUNT']);
  assert.equal(await stateOf(debit), 'SETTLED');
  const other = nextDebit();
  const bytes = await readCase(trip.testServer, 'two-accounts.camt053.xml', file, other);
  const dollars = bytes
    .toString()
    .replace(/0100000000999(<.*?)UGX/, `${trip.testServer.config.clearing.settlementAccount}$1USD`);
  assert.deepEqual(await taken('settlement-bank', dollars), ['OTHER_CURRENCY']);
  assert.equal(await stateOf(other), 'SETTLED');
});

// https://github.com/OCA/bank-statement-import/pull/475
test('two equal bookings under one reference in one message are two, and the second waits for a person', async () => {
  const earlier = await inSuspense();
  const name = 'one-bank-reference-twice.camt054.xml';
  const bytes = await readCase(trip.testServer, name, file, nextDebit());
  const first = await takenBy(trip, 'settlement-bank', bytes);
  assert.deepEqual(first.kinds, ['UNMATCHED', 'UNMATCHED']);
  assert.match(await lastText(2), /twice under the reference/);
  assert.equal((await inSuspense()) - earlier, 18_200);
  // The same two in another message count once.
  const again = bytes.toString().replace(/(?<=<MsgId>)[^<]+/, 'another message');
  assert.deepEqual(await taken('settlement-bank', again), []);
  assert.equal((await inSuspense()) - earlier, 18_200);
});
