import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, isoDay } from '@tegeka/contract/kit/day.ts';
import { openPayer } from '#testing/test-mandate.ts';
import { activeMerchant } from '#testing/test-merchant.ts';
import { openTestServer, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

const today = () => isoDay(testServer.clock.now());

test('limits that contradict each other are refused at their fields', async () => {
  const { person, merchantId } = await activeMerchant(testServer);
  const { create } = await openPayer(testServer, { client: person.client, merchantId });
  const cases: [object, string][] = [
    [{ start: addDays(today(), -1) }, 'start'],
    [{ end: addDays(today(), -5) }, 'end'],
    [{ end: '9999-12-31' }, 'end'],
    [{ start: '9999-12-31' }, 'start'],
    [{ start: '9999-12-31', schedule: { kind: 'WEEKLY', weekday: 1 } }, 'start'],
    [{ schedule: { kind: 'YEARLY' }, start: addDays(today(), 9), end: addDays(today(), 3) }, 'end'],
    [{ maxPerDebit: 100_000 }, 'maxPerDebit'],
    [{ amount: 20_000_000 }, 'maxPerDebit'],
    [{ maxPerPeriod: 100_000, period: 'MONTH' }, 'maxPerPeriod'],
    [{ maxPerPeriod: 500_000 }, 'period'],
    [{ maxTotal: 1 }, 'maxTotal'],
    [{ consentWay: 'SMS' }, 'accountNumber'],
    [{ amount: 10.5 }, 'amount'],
  ];
  for (const [change, field] of cases) {
    const { status, json } = await create(change);
    assert.equal(status, 400, JSON.stringify(change));
    const named = json.fields.map((error: { field: string }) => error.field);
    assert.ok(named.includes(field), `${JSON.stringify(change)}: ${named}`);
  }
});
