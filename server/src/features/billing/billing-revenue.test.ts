import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { businessNow, moveClock } from '#testing/setup/test-clock.ts';
import { settleFor } from '#testing/setup/test-money.ts';
import { activeMerchant } from '#testing/test-merchant.ts';
import { openTestServer } from '#testing/test-server.ts';

const REVENUE = '/api/v1/operator/revenue';

test('the revenue of a month by merchant has what was earned in it, before and after its days are closed', async (t) => {
  const testServer = await openTestServer();
  t.after(() => testServer.close());
  let operator = await testServer.operator();
  const move = async (to: 'TOMORROW' | 'WEEK') => {
    await moveClock(operator, to);
    operator = await testServer.operator();
  };
  const merchants: string[] = [];
  const earn = async () => {
    const { person, merchantId } = await activeMerchant(testServer);
    await settleFor(testServer, person.organizationId, 98_850, await businessNow(operator));
    merchants.push(merchantId);
  };
  const monthNow = async () => isoDay(await businessNow(operator)).slice(0, 7);
  const first = await monthNow();
  await earn();
  while ((await monthNow()) === first) await move('WEEK');
  await earn();
  const months = [first, await monthNow()];
  const earned = () =>
    Promise.all(
      months.map(async (month) => {
        const { json } = await operator.client.call(`${REVENUE}/${month}/merchants`);
        return json.content.map((one: { merchantId: string; charge: number }) => ({
          merchant: merchants.indexOf(one.merchantId),
          charge: one.charge,
        }));
      }),
    );
  const expected = [0, 1].map((merchant) => [{ merchant, charge: 1000 }]);
  assert.deepEqual(await earned(), expected);
  await move('TOMORROW');
  assert.deepEqual(await earned(), expected);
  await checkLedger(testServer);
});
