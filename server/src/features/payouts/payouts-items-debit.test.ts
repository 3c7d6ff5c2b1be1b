import assert from 'node:assert/strict';
import { test } from 'node:test';
import { submittedDebit } from '#features/debits/debits-test-debit.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { businessNow } from '#testing/setup/test-clock.ts';
import { settleFor } from '#testing/setup/test-money.ts';
import { openUnanswered } from '#testing/setup/test-unanswered.ts';
import { DAY, refusePayout, sendPayouts } from './payouts-test-calls.ts';

test('a debit names the payouts that pay it and that its return is deducted from', async (t) => {
  const trip = await openUnanswered();
  t.after(trip.close);
  const { testServer, operator } = trip;
  const debit = await submittedDebit(trip);
  const { client, path, organizationId } = debit;
  const base = path.replace('/transactions', '');
  const { version } = (await client.call(`${base}/payout-settings`)).json;
  const manual = { schedule: 'MANUAL', weekday: 'Monday', minimum: 10_000, version };
  await client.call(`${base}/payout-settings`, { method: 'PUT', body: manual });
  const payOut = async () => {
    const made = await client.call(`${base}/payouts`, { method: 'POST', body: {} });
    assert.equal(made.status, 201, made.text);
    return made.json;
  };
  const settleOther = (net: number) =>
    settleFor(testServer, organizationId, net, new Date(debit.at.getTime() - 3 * DAY));
  const named = async () =>
    (await debit.one()).payouts.map((one: Record<string, string>) => [
      one['item'],
      one['reference'],
      one['state'],
    ]);

  await settleOther(50_000);
  await debit.settle();
  const held = await payOut();
  assert.deepEqual(await named(), [], 'it can still come back, and is not paid yet');
  await debit.takeBack('MS02');
  await settleOther(200_000);
  const first = await payOut();
  assert.deepEqual(await named(), [
    ['DEBIT', first.reference, 'PENDING'],
    ['RETURN', first.reference, 'PENDING'],
  ]);
  const { content } = (await client.call(`${base}/payouts/${first.id}/items`)).json;
  const { reference } = await debit.one();
  assert.deepEqual(content[0].debit, {
    id: debit.id,
    reference,
    merchantReference: 'INV-1',
    customerName: (await debit.one()).customerName,
  });
  const { text } = await client.call(`${base}/payouts/${first.id}/items/export`);
  assert.match(text, new RegExp(`,Debit,${reference},INV-1,.+,100000,-1000,-150,98850`));
  assert.match(text, new RegExp(`,Returned debit,${reference},INV-1,.+,-100000,0,0,-100000`));

  await sendPayouts(testServer, operator);
  await refusePayout(testServer, first.id, await businessNow(operator));
  const second = await payOut();
  assert.deepEqual(await named(), [
    ['DEBIT', first.reference, 'REJECTED'],
    ['DEBIT', second.reference, 'PENDING'],
    ['RETURN', first.reference, 'REJECTED'],
    ['RETURN', second.reference, 'PENDING'],
  ]);
  assert.equal((await client.call(`${base}/payouts/${held.id}`)).json.totals[0].count, 1);
  await checkLedger(testServer);
});
