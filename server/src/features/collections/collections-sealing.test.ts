import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, timeOf } from '@tegeka/contract/kit/day.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { moveClock, readClock } from '#testing/setup/test-clock.ts';
import { openUnanswered, type Unanswered } from '#testing/setup/test-unanswered.ts';
import { activeMandate, openShop, until } from '#testing/test-mandate.ts';
import type { TestServer } from '#testing/test-server.ts';

let rail: Unanswered;
before(async () => {
  rail = await openUnanswered();
});
after(async () => {
  await checkLedger(rail.testServer);
  await rail.close();
});

const asPlatform: TestServer['ctx']['db']['asPlatform'] = (why, work) =>
  rail.testServer.ctx.db.asPlatform(why, work);

/** A business with a mandate by which it asks for some amounts; its payer was told of each. */
async function openDebits(amounts: readonly number[], change: object = {}) {
  const shop = await openShop(rail.testServer);
  const terms = { schedule: { kind: 'ON_DEMAND' }, ...change };
  const mandateId = await activeMandate(rail.testServer, rail.officer, shop.payer, terms);
  const path = shop.mandates.replace('mandates', 'transactions');
  const ids: string[] = [];
  for (const amount of amounts) {
    const body = { mandateId, reference: `INV-${ids.length}`, amount };
    const made = await shop.client.call(path, { method: 'POST', body });
    assert.equal(made.status, 201, made.text);
    ids.push(made.json.id);
  }
  const read = async () => {
    const debits = [];
    for (const id of ids) debits.push((await shop.client.call(`${path}/${id}`)).json);
    return debits;
  };
  await until(async () => (await read()).every(({ noticeAt }) => noticeAt !== null));
  return { ...shop, mandateId, read };
}
type Debits = Awaited<ReturnType<typeof openDebits>>;

/** Moves the clock from cut-off to cut-off until all debits of some businesses were sealed or rejected. */
async function seal(businesses: readonly Debits[]) {
  for (let n = 0; n < 12; n += 1) {
    const debits = (await Promise.all(businesses.map(({ read }) => read()))).flat();
    if (debits.every(({ state }) => state !== 'PENDING')) return;
    await moveClock(rail.operator, 'NEXT_SESSION');
  }
}

const outcomes = async ({ read }: Debits) =>
  (await read()).map(({ state, cause, attempts }) => [state, cause, attempts.length]);

test('what can not be sealed at its cut-off is rejected with its cause, and does not leave', async () => {
  const { today } = await readClock(rail.operator);
  const suspended = await openDebits([40_000]);
  const ended = await openDebits([40_000]);
  const limited = await openDebits([40_000, 20_000], { amount: 40_000, maxTotal: 60_000 });
  const capped = await openDebits([100_000]);
  const sent = await openDebits([40_000]);
  const all = [suspended, ended, limited, capped, sent];
  const { status } = await rail.operator.client.call(
    `/api/v1/operator/merchants/${suspended.merchantId}/suspend`,
    { method: 'PATCH', body: { reason: 'Complaints of payers' } },
  );
  assert.equal(status, 200);
  // By HTTP these come about only in the moment between a cut-off and its sealing. The database cancels
  // what waits for a mandate that leaves ACTIVE.
  await asPlatform('test', async (tx) => {
    const mandate = (id: string) => tx.updateTable('mandates').where('id', '=', id);
    await mandate(ended.mandateId).set({ state: 'PAUSED' }).execute();
    await mandate(limited.mandateId).set({ max_total: 50_000 }).execute();
    const starts_on = new Date(timeOf(addDays(today, 1)));
    const rate = { name: 'DEBIT_CAP', starts_on, value: 50_000 };
    await tx.insertInto('dated_rates').values(rate).execute();
  });
  await seal(all);
  assert.deepEqual(await outcomes(suspended), [['REJECTED', 'MERCHANT_NOT_ACTIVE', 0]]);
  assert.deepEqual(await outcomes(ended), [['CANCELLED', 'MANDATE_NOT_ACTIVE', 0]]);
  assert.deepEqual(await outcomes(limited), [
    ['PROCESSING', null, 1],
    ['REJECTED', 'ABOVE_LIMIT', 0],
  ]);
  assert.deepEqual(await outcomes(capped), [['REJECTED', 'ABOVE_CAP', 0]]);
  assert.deepEqual(await outcomes(sent), [['PROCESSING', null, 1]]);
});

test('a debit at a bank that takes none any more is rejected', async () => {
  const debits = await openDebits([40_000]);
  await asPlatform('test', (tx) =>
    tx
      .updateTable('banks')
      .set({ takes_direct_debits: false })
      .where('name', 'like', '%Stanbic%')
      .execute(),
  );
  await seal([debits]);
  assert.deepEqual(await outcomes(debits), [['REJECTED', 'BANK_UNAVAILABLE', 0]]);
});
