import assert from 'node:assert/strict';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { DAY, decideAbout, openShop } from '#features/payouts/payouts-test-calls.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { until } from '#testing/test-mandate.ts';
import {
  bookingOf,
  gotOrder,
  makePayouts,
  openStatements,
  takenBy,
} from './clearing-test-hostile.ts';
import { openRoundTrip } from './clearing-test-trip.ts';

test('a file of payouts that is refused takes back none that two operators have settled as paid', async (t) => {
  const trip = await openRoundTrip({ itemsPerFile: 10 }, 1);
  t.after(() => trip.close());
  const { testServer, operator } = trip;
  const checker = await testServer.operator();
  await makePayouts(trip, [300_000, 200_000]);
  await trip.cutOff();
  const order = await gotOrder(trip);
  const paid = order.transfers.find(({ amount }) => amount === 300_000);
  assert.ok(paid);
  testServer.clock.advance(5 * DAY);
  await until(async () => {
    const unknown = await trip.rows(`select from payouts where state = 'UNKNOWN'`);
    return unknown.length === 2;
  });
  // Tokens do not live as long as that.
  const client = await testServer.signIn('OPERATOR', operator.email);
  const other = { ...checker, client: await testServer.signIn('OPERATOR', checker.email) };
  const find = async (address: string) => (await client.call(address)).json.content;
  const unknown = async () => {
    const found = await find('/api/v1/operator/exceptions?kind=UNKNOWN_PAYOUT');
    return found.map(({ state, outcome }: { state: string; outcome: string }) => outcome ?? state);
  };
  assert.deepEqual(await unknown(), ['OPEN', 'OPEN']);
  const [{ id }] = await find(`/api/v1/payouts?search=${paid.endToEndId}`);
  const body = { outcome: 'PAID', evidence: 'Stanbic, Ms Akello, by phone: it was paid' };
  await client.call(`/api/v1/payouts/${id}/resolve`, { method: 'POST', body });
  const decided = await decideAbout(other, paid.endToEndId, { decision: 'APPROVE' });
  assert.equal(decided.json.state, 'EXECUTED', decided.text);
  await until(async () => (await unknown()).includes('RESOLVED'));

  const { statuses, statement } = openStatements(trip);
  const taken = (text: string) => takenBy(trip, 'settlement-bank', text);
  const refused = await taken(statuses(order, [], 'RJCT'));
  assert.deepEqual(refused.kinds, ['GROUP_REJECTED']);
  const payouts = await find('/api/v1/payouts?sort=createdAt');
  assert.deepEqual(
    payouts.map(({ state }: { state: string }) => state),
    ['PAID', 'REJECTED'],
  );
  assert.deepEqual((await unknown()).toSorted(), ['NOTHING_TO_DO', 'RESOLVED']);
  const others = async (): Promise<
    { kind: string; reference: string | null; explanation: string }[]
  > => {
    const found = await find('/api/v1/operator/exceptions');
    return found.filter(({ kind }: { kind: string }) => kind !== 'UNKNOWN_PAYOUT');
  };
  const exceptions = await others();
  const told = new Map(exceptions.map((one) => [one.kind, one]));
  assert.equal(exceptions.length, 2);
  assert.equal(told.get('CONTRADICTION')?.reference, paid.endToEndId);
  const explanation = told.get('GROUP_REJECTED')?.explanation ?? '';
  assert.match(explanation, /Its payouts are rejected.*Some of its items were answered before/);
  assert.doesNotMatch(explanation, /debits/);
  await checkLedger(testServer);

  // The file is accepted, which contradicts its rejected payout.
  await taken(statuses(order, [], 'ACSC'));
  const contradictions = await find('/api/v1/operator/exceptions?kind=CONTRADICTION');
  assert.equal(contradictions.length, 2);

  // It is refused again, and then the bank books what was paid.
  await taken(statuses(order, [], 'RJCT'));
  assert.equal((await others()).length, 3);
  const booking = bookingOf(testServer, paid, 'DEBIT');
  const end = await taken(statement([booking], 502_300 - 300_000));
  assert.deepEqual(end.kinds, []);
  const items = await trip.rows('select status from clearing_items order by status');
  assert.deepEqual(items, [{ status: 'REJECTED' }, { status: 'SETTLED' }]);
  await checkLedger(testServer);
});

test('a payout whose file could not be sent is not settled manually, and its money goes out once', async (t) => {
  const trip = await openRoundTrip({ itemsPerFile: 10 }, 1);
  t.after(() => trip.close());
  const { testServer, operator, folder } = trip;
  const { person, base, payOut } = await openShop({ testServer, operator }, 300_000, 3);
  const { id, reference } = (await payOut()).json;
  // A file in the place of the folder: nothing can be sent.
  const out = path.join(folder, 'settlement-bank', 'out');
  await mkdir(path.dirname(out), { recursive: true });
  await writeFile(out, '');
  await trip.cutOff();
  const failed = () =>
    trip.rows<{ id: string }>(
      `select id from clearing_files where message like 'pain.001%' and failures > 0`,
    );
  await until(async () => (await failed()).length > 0);
  testServer.clock.advance(5 * DAY);
  await testServer.doDue();

  // Tokens do not live as long as that.
  const client = await testServer.signIn('OPERATOR', operator.email);
  const checker = await testServer.operator();
  const merchant = await testServer.signIn('MERCHANT', person.email);
  const settle = async () => {
    const body = { outcome: 'REJECTED', evidence: 'Stanbic, Ms Akello, by phone: no such file' };
    const asked = await client.call(`/api/v1/payouts/${id}/resolve`, { method: 'POST', body });
    if (asked.status === 202) await decideAbout(checker, reference, { decision: 'APPROVE' });
    return asked.json;
  };
  const payAgain = () => merchant.call(`${base}/payouts`, { method: 'POST', body: {} });
  const refused = await settle();
  const again = await payAgain();
  await rm(out);
  const retry = { method: 'POST', body: { reason: 'The folder is there again' } } as const;
  for (const one of await failed())
    await client.call(`/api/v1/clearing-files/${one.id}/retry`, retry);
  await until(async () => (await readdir(out).catch(() => [])).length > 0);
  assert.equal(again.status, 400, 'the file has gone out, and the money is paid a second time');
  assert.match(again.json.fields[0].message, /Nothing is available/);
  assert.match(refused.fields?.[0]?.message ?? '', /has not been sent yet/);

  // The deadline of the bank begins when its file is sent.
  const stateOf = async () => (await client.call(`/api/v1/payouts/${id}`)).json.state;
  assert.equal(await stateOf(), 'SENT');
  assert.equal((await settle()).code, 'PAYOUT_STATE');
  testServer.clock.advance(5 * DAY);
  await until(async () => {
    const open = await trip.rows(
      `select from clearing_exceptions where kind = 'UNKNOWN_PAYOUT' and reference = $1`,
      [reference],
    );
    return open.length === 1;
  });
});
