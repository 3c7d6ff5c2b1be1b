import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DAY, decideAbout } from '#features/payouts/payouts-test-calls.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { until } from '#testing/test-mandate.ts';
import {
  bookingOf,
  gotOrder,
  makePayouts,
  openStatements,
  takenBy,
} from './clearing-test-hostile.ts';
import { openRail, type Rail } from './clearing-test-rail.ts';
import type { Entry } from './iso/iso-statements.ts';

let rail: Rail;
before(async () => {
  rail = await openRail({ itemsPerFile: 10 }, 1);
});
after(() => rail.close());

/** An operator who has just signed in: tokens do not live as long as a day. */
async function fresh(person = rail.operator) {
  return { ...person, client: await rail.testServer.signIn('OPERATOR', person.email) };
}

test('a payout that two operators settled as paid is posted once, and is an open item until the bank books it', async () => {
  const { testServer } = rail;
  const checker = await testServer.operator();
  await makePayouts(rail, [300_000]);
  await rail.cutOff();
  const [transfer] = (await gotOrder(rail)).transfers;
  assert.ok(transfer);
  testServer.clock.advance(5 * DAY);
  const { id } = await until(async () => {
    const [row] = await rail.rows<{ id: string }>(`select id from payouts where state = 'UNKNOWN'`);
    return row;
  });
  const evidence = 'Stanbic, Ms Akello, by phone: it was paid';
  const body = { outcome: 'PAID', evidence };
  const { client } = await fresh();
  const asked = await client.call(`/api/v1/payouts/${id}/resolve`, { method: 'POST', body });
  assert.equal(asked.status, 202, asked.text);
  const approval = { decision: 'APPROVE' };
  const decided = await decideAbout(await fresh(checker), transfer.endToEndId, approval);
  assert.equal(decided.json.state, 'EXECUTED', decided.text);

  const { statement } = openStatements(rail);
  const endOfDay = async (entries: readonly Entry[], closing: number) => {
    const { kinds } = await takenBy(rail, 'settlement-bank', await statement(entries, closing));
    const ledger = (await (await fresh()).client.call('/api/v1/operator/ledger')).json;
    const [{ difference, openItems }] = ledger.statements;
    return { kinds, difference, open: openItems.map((one: { amount: number }) => one.amount) };
  };
  const booking = () => bookingOf(testServer, transfer, 'DEBIT');
  const inBank = 301_150;
  assert.deepEqual(await endOfDay([], inBank), { kinds: [], difference: 0, open: [300_000] });
  testServer.clock.advance(DAY);
  const booked = await endOfDay([booking()], inBank - 300_000);
  assert.deepEqual(booked, { kinds: [], difference: 0, open: [] });
  await checkLedger(testServer);
  // The bank books it a second time, which nothing explains.
  const twice = await endOfDay([booking()], inBank - 600_000);
  assert.deepEqual(twice, { kinds: ['UNMATCHED'], difference: 0, open: [] });
  await checkLedger(testServer);
});
