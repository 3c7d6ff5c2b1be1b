import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { checkLedger } from '#testing/ledger-checks.ts';
import { moveClock } from '#testing/setup/test-clock.ts';
import { openUnanswered, type Unanswered } from '#testing/setup/test-unanswered.ts';
import {
  activeMandate,
  consentedMandate,
  decideMandate,
  openBank,
  openPayer,
  openShop,
  until,
} from '#testing/test-mandate.ts';

const OTHER_BANK = { bic: 'CERBUGKA', bankId: '0193b001-0000-7000-8000-000000000005' };

let trip: Unanswered;
before(async () => {
  trip = await openUnanswered();
});
after(() => trip.close());

const onPlatform = (statement: ReturnType<typeof sql>) =>
  trip.testServer.ctx.db.asPlatform('test', (tx) => statement.execute(tx));

type Shop = Awaited<ReturnType<typeof openShop>>;

/** A debit whose payer was told, and which waits for its cut-off. */
async function debitOf(shop: Shop, mandateId: string, amount: number) {
  const transactions = shop.mandates.replace('mandates', 'transactions');
  const collect = (reference: string) =>
    shop.client.call(transactions, { method: 'POST', body: { mandateId, reference, amount } });
  const { status, json, text } = await collect(`INV-${amount}`);
  assert.equal(status, 201, text);
  const one = async () => (await shop.client.call(`${transactions}/${json.id}`)).json;
  await until(async () => (await one()).noticeAt);
  const became = async () => {
    const { state, failureReason, attempts } = await one();
    return [state, failureReason, attempts.length];
  };
  return {
    shop,
    mandateId,
    id: String(json.id),
    day: json.collectionDay,
    reference: String(json.reference),
    collect,
    became,
  };
}

/** A payer of a business, and a debit of theirs. */
async function waiting(shop: Shop, amount: number, terms: object = {}) {
  const payer = await openPayer(trip.testServer, shop);
  const mandateId = await activeMandate(trip.testServer, trip.officer, payer, terms);
  return debitOf(shop, mandateId, amount);
}

/** A debit of an account at another bank. */
async function waitingElsewhere(shop: Shop, amount: number) {
  const { bic, bankId } = OTHER_BANK;
  const officer = await openBank(trip.testServer, bic);
  const { id, reference } = await consentedMandate(trip.testServer, shop.payer, { bankId });
  const { status, text } = await decideMandate(officer, reference, { decision: 'APPROVE' });
  assert.equal(status, 200, text);
  return debitOf(shop, id, amount);
}

const switchMerchant = async ({ merchantId }: Shop, to: 'suspend' | 'reinstate') => {
  const { status, text } = await trip.operator.client.call(
    `/api/v1/operator/merchants/${merchantId}/${to}`,
    { method: 'PATCH', body: { reason: 'Fraud is suspected' } },
  );
  assert.equal(status, 200, text);
};

/** Moves from cut-off to cut-off until a debit is in a file. */
async function submitUntil({ became }: Awaited<ReturnType<typeof debitOf>>): Promise<void> {
  for (let n = 0; n < 12 && (await became())[0] === 'PENDING'; n += 1)
    await moveClock(trip.operator, 'NEXT_SESSION');
  assert.deepEqual(await became(), ['PROCESSING', null, 1]);
}

/** The ids of the debits in all files to the clearing house. */
async function sentReferences(): Promise<string> {
  const place = path.join(trip.testServer.config.clearing.dir ?? '', 'clearing-house', 'out');
  const names = (await readdir(place)).filter((name) => name.endsWith('.xml'));
  return (await Promise.all(names.map((name) => readFile(path.join(place, name), 'utf8')))).join(
    '',
  );
}

test('what can not go at its cut-off is rejected with its failure reason, its business is told, and nothing goes to the bank', async () => {
  const { testServer } = trip;
  const shop = await openShop(testServer);
  const sent = await waiting(shop, 100_000);
  const suspended = await waiting(await openShop(testServer), 100_000);
  const elsewhere = await waitingElsewhere(shop, 100_000);
  const large = await waiting(shop, 240_000);
  const limited = await waiting(shop, 150_000, { maxTotal: 300_000 });
  const beyond = await debitOf(shop, limited.mandateId, 110_000);
  const cancelled = await waiting(shop, 100_000);

  await switchMerchant(suspended.shop, 'suspend');
  await onPlatform(sql`update banks set takes_direct_debits = false where bic = ${OTHER_BANK.bic}`);
  await onPlatform(sql`insert into dated_rates (name, starts_on, value)
    values ('DEBIT_CAP', ${large.day}, 200000)`);
  await onPlatform(sql`update mandates set max_total = 250000 where id = ${limited.mandateId}`);
  const cancel = `${shop.mandates}/${cancelled.mandateId}/cancel`;
  await shop.client.call(cancel, { method: 'POST', body: { reason: 'They have moved' } });

  await submitUntil(sent);
  const one = [await limited.became(), await beyond.became()].filter(
    ([state]) => state !== 'PROCESSING',
  );
  assert.deepEqual(
    [
      await suspended.became(),
      await elsewhere.became(),
      await large.became(),
      ...one,
      await cancelled.became(),
    ],
    [
      ['REJECTED', 'MERCHANT_NOT_ACTIVE', 0],
      ['REJECTED', 'BANK_UNAVAILABLE', 0],
      ['REJECTED', 'ABOVE_CAP', 0],
      ['REJECTED', 'ABOVE_LIMIT', 0],
      ['CANCELLED', 'MANDATE_NOT_ACTIVE', 0],
    ],
  );
  const files = await sentReferences();
  assert.ok(files.includes(sent.reference));
  for (const { reference } of [suspended, elsewhere, large, cancelled])
    assert.ok(!files.includes(reference), reference);
  await checkLedger(testServer);

  await switchMerchant(suspended.shop, 'reinstate');
  const again = await suspended.collect('AGAIN-1');
  assert.deepEqual([again.status, again.json.state], [201, 'PENDING'], again.text);
  await moveClock(trip.operator, 'WEEK');
  const summary = (await testServer.outbox(shop.email)).find(({ text }) =>
    text.includes('Debits that were not sent to the bank: 3'),
  );
  assert.ok(summary, 'the business is not told');
});

test('a debit whose mandate is not active at its cut-off is rejected, also where it was not cancelled with it', async (t) => {
  const shop = await openShop(trip.testServer);
  // Below the cap of the test before.
  const terms = { amount: 100_000 };
  const [sent, paused] = [await waiting(shop, 50_000, terms), await waiting(shop, 60_000, terms)];
  const owner = new pg.Client({ connectionString: trip.testServer.connectionString });
  await owner.connect();
  t.after(() => owner.end());
  // The server itself never leaves a debit in this state.
  await owner.query('alter table mandates disable trigger mandates_cancel_debits');
  await owner.query(`update mandates set state = 'PAUSED' where id = $1`, [paused.mandateId]);
  await owner.query('alter table mandates enable trigger mandates_cancel_debits');
  await submitUntil(sent);
  assert.deepEqual(await paused.became(), ['REJECTED', 'MANDATE_NOT_ACTIVE', 0]);
});

test('a debit that can not go uses up no limit at its cut-off', async () => {
  const shop = await openShop(trip.testServer);
  // Below the cap of the first test.
  const large = await waiting(shop, 150_000, { amount: 150_000, maxTotal: 300_000 });
  const small = await debitOf(shop, large.mandateId, 100_000);
  await onPlatform(sql`insert into dated_rates (name, starts_on, value)
    values ('DEBIT_CAP', ${large.day}, 120000)`);
  await onPlatform(sql`update mandates set max_total = 200000 where id = ${large.mandateId}`);
  await submitUntil(small);
  assert.deepEqual(await large.became(), ['REJECTED', 'ABOVE_CAP', 0]);
});
