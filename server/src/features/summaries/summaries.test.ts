import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { takeStatuses } from '#features/debits/outcomes/debits-answers.ts';
import { returnDebits, settleDebits } from '#features/debits/outcomes/debits-money.ts';
import { bookPayout } from '#features/payouts/payouts-answers.ts';
import { sendPayouts } from '#features/payouts/payouts-test-calls.ts';
import { type Killable, loadKillable } from '#testing/killable-server.ts';
import { businessNow, moveClock } from '#testing/setup/test-clock.ts';
import { settleFor } from '#testing/setup/test-money.ts';
import { openUnanswered } from '#testing/setup/test-unanswered.ts';
import {
  activeMandate,
  consentedMandate,
  decideMandate,
  openBank,
  openShop,
  until,
  visitPage,
} from '#testing/test-mandate.ts';
import { openLinedServer, type TestPerson, type TestServer } from '#testing/test-server.ts';

const DAY = 86_400_000;

let close: () => Promise<void>;
let testServer: TestServer;
let officer: TestPerson;
let operator: TestPerson;
before(async () => {
  ({ testServer, officer, operator, close } = await openUnanswered());
});
after(() => close());

const asPlatform = <T>(work: Parameters<typeof testServer.ctx.db.asPlatform<T>>[1]) =>
  testServer.ctx.db.asPlatform('test', work);

type Shop = Awaited<ReturnType<typeof openShop>>;
const base = ({ mandates }: Shop) => mandates.replace('/mandates', '');

/** The summaries that a business got, the newest first. */
const summariesOf = async ({ email }: Shop) =>
  (await testServer.outbox(email)).filter(({ text }) => text.includes('this happened at'));

/** Moves the clock by a week: what happened before is reported on its first business day. */
const passEvenings = () => moveClock(operator, 'WEEK');

/** A mandate that was active and is cancelled. */
async function stopOne(server: TestServer, bank: TestPerson, shop: Shop): Promise<void> {
  const mandateId = await activeMandate(server, bank, shop.payer);
  const body = { reason: 'They have moved' };
  const stopped = await shop.client.call(`${shop.mandates}/${mandateId}/cancel`, {
    method: 'POST',
    body,
  });
  assert.equal(stopped.status, 200, stopped.text);
}

/** Debits of a mandate that went out in a file. */
async function submitted(shop: Shop, count: number) {
  const mandateId = await activeMandate(testServer, officer, shop.payer);
  const path = `${base(shop)}/transactions`;
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const body = { mandateId, reference: `${mandateId.slice(-6)}-${n}`, amount: 50_000 };
    const made = await shop.client.call(path, { method: 'POST', body });
    assert.equal(made.status, 201, made.text);
    ids.push(made.json.id);
  }
  const one = async (id: string) => (await shop.client.call(`${path}/${id}`)).json;
  for (let n = 0; n < 12 && (await one(ids[0] ?? '')).state !== 'PROCESSING'; n += 1)
    await moveClock(operator, 'NEXT_SESSION');
  const { organizationId } = shop;
  const items = await Promise.all(
    ids.map(async (debitId) => {
      const { attempts } = await one(debitId);
      const [newest] = attempts;
      assert.ok(newest, 'It was not submitted');
      const { number: attempt, instructionId } = newest;
      return { organizationId, debitId, attempt, instructionId };
    }),
  );
  return { mandateId, items };
}

async function switchTo(shop: Shop, daily: boolean): Promise<void> {
  const settings = `${base(shop)}/summary-settings`;
  const answer = await shop.client.call(settings, { method: 'PUT', body: { daily } });
  assert.deepEqual([answer.status, answer.json], [200, { daily }]);
  assert.deepEqual((await shop.client.call(settings)).json, { daily });
}

test('in the evening a business reads in one email what failed, came back, was paid out, stopped and was declined', async () => {
  const shop = await openShop(testServer);
  const quiet = await openShop(testServer);
  const settings = { schedule: 'MANUAL', weekday: 'Monday', minimum: 10_000, version: 1 };
  const payouts = { method: 'PUT', body: settings } as const;
  assert.equal((await shop.client.call(`${base(shop)}/payout-settings`, payouts)).status, 200);
  const longAgo = new Date((await businessNow(operator)).getTime() - 5 * DAY);
  await settleFor(testServer, shop.organizationId, 400_000, longAgo);
  const { mandateId, items } = await submitted(shop, 3);
  const [first, second, third] = items;
  assert.ok(first && second && third);
  const { ctx } = testServer;
  const at = await businessNow(operator);
  await asPlatform((tx) =>
    takeStatuses(
      ctx,
      tx,
      [first, second].map((item) => ({ ...item, status: 'REJECTED', code: 'AM04', text: null })),
      at,
    ),
  );
  await asPlatform((tx) => settleDebits(ctx, tx, [third], { entryId: 'E1', at }));
  const back = { ...third, code: 'MS02', text: null, amount: 50_000 };
  await asPlatform((tx) => returnDebits(ctx, tx, [back], at));
  const paid = await shop.client.call(`${base(shop)}/payouts`, {
    method: 'POST',
    body: { amount: 300_000 },
  });
  assert.equal(paid.status, 201, paid.text);
  await sendPayouts(testServer, operator);
  await asPlatform((tx) => bookPayout(tx, paid.json.id, at));
  const stop = { method: 'POST', body: { reason: 'They have moved' } } as const;
  await shop.client.call(`${shop.mandates}/${mandateId}/cancel`, stop);
  const unasked = await shop.payer.create();
  for (const reason of ['I pay in cash', 'Who are you?']) {
    await shop.payer.create();
    await visitPage(testServer, `${await shop.payer.link()}/decline`, { reason });
  }
  const { reference } = await consentedMandate(testServer, shop.payer);
  const refusal = { decision: 'REJECT', code: 'ACCOUNT_UNKNOWN', comment: 'Ask them again' };
  assert.equal((await decideMandate(officer, reference, refusal)).status, 200);
  await shop.client.call(`${shop.mandates}/${unasked.json.id}/cancel`, stop);
  assert.deepEqual(await summariesOf(shop), []);

  await passEvenings();
  const [summary, ...others] = await summariesOf(shop);
  assert.deepEqual(others, []);
  assert.ok(summary);
  assert.match(
    summary.subject ?? '',
    /^Today at .*: 2 failed, 1 returned, USh 300,000 paid out, 1 mandate stopped, 3 mandates declined$/,
  );
  for (const text of [
    'Debits that failed: 2, USh 100,000\n- Insufficient funds in the account: 2\nhttp',
    /\/dashboard\/mandates\/transactions\?status=FAILED&dayFrom=(\d{4}-\d\d-\d\d)&dayTo=\1\n/,
    'Debits that were returned: 1, USh 50,000\n- The payer has refused the debit: 1\nhttp',
    'Paid into your account: 1, USh 300,000\nhttp',
    'Mandates that stopped: 1\n- Cancelled: 1\nhttp',
    'Mandates that were declined: 3\n- By the payer: 2\n- By the bank: 1\nThe reason stands with each',
    '/dashboard/mandates?status=REJECTED\n',
    '/dashboard/profile',
  ])
    assert.ok(
      typeof text === 'string' ? summary.text.includes(text) : text.test(summary.text),
      `${String(text)} is not in\n${summary.text}`,
    );
  // What another business did is not in it, and who has nothing to be told gets nothing.
  assert.deepEqual(await summariesOf(quiet), []);

  await passEvenings();
  assert.equal((await summariesOf(shop)).length, 1, 'It was told twice');
});

test('the summary of a business tells nothing of another one', async () => {
  const shops = [await openShop(testServer), await openShop(testServer)];
  for (const shop of shops) await stopOne(testServer, officer, shop);
  await passEvenings();
  for (const shop of shops) {
    const [summary, ...others] = await summariesOf(shop);
    assert.match(summary?.text ?? '', /Mandates that stopped: 1\n/);
    assert.deepEqual(others, []);
  }
});

test('who has switched it off gets none, until it is switched on again', async () => {
  const shop = await openShop(testServer);
  const settings = `${base(shop)}/summary-settings`;
  assert.deepEqual((await shop.client.call(settings)).json, { daily: true });
  await switchTo(shop, false);
  await stopOne(testServer, officer, shop);
  await passEvenings();
  assert.deepEqual(await summariesOf(shop), []);
  await switchTo(shop, true);
  await stopOne(testServer, officer, shop);
  await passEvenings();
  const [summary, ...others] = await summariesOf(shop);
  assert.match(summary?.text ?? '', /Mandates that stopped: 1\n/);
  assert.deepEqual(others, []);
});

test('servers that are killed, and two at once, send every summary once', async (t) => {
  const server = await openLinedServer();
  const bank = await openBank(server);
  const shops = [await openShop(server), await openShop(server), await openShop(server)];
  for (const shop of shops) await stopOne(server, bank, shop);
  const database = new pg.Client({ connectionString: server.connectionString });
  await database.connect();
  const killables: Killable[] = [];
  t.after(async () => {
    for (const one of killables) await one.kill();
    await database.end();
    server.line.mend();
    await server.close();
  });
  // From here on only the servers that are killed reach the database.
  server.line.cut();
  const begun = server.clock.now().getTime();
  await database.query(
    `insert into summary_state (reported_until) values ($1)
     on conflict (only_row) do update set reported_until = excluded.reported_until`,
    [new Date(begun - DAY)],
  );
  await database.query('update business_clock set ahead_ms = ahead_ms + $1', [7 * DAY]);
  const load = () => {
    const loaded = loadKillable(server, { POLL_MS: '20' });
    killables.push(loaded);
    return loaded;
  };
  const messages = async () =>
    (
      await database.query<{ count: number }>(
        `select count(*)::integer as count from messages where template = 'daily-summary'
         group by recipient`,
      )
    ).rows.map(({ count }) => count);
  for (let n = 0; n < 3; n += 1) {
    const killed = load();
    await killed.open();
    await new Promise((resolve) => setTimeout(resolve, randomInt(0, 300)));
    await killed.kill();
  }
  t.diagnostic(
    `${(await messages()).length} of ${shops.length} were sent by those that were killed`,
  );
  const both = [load(), load()];
  await Promise.all(both.map((one) => one.open()));
  await until(async () => {
    const { rows } = await database.query<{ told: boolean }>(
      'select reported_until > $1 as told from summary_state',
      [new Date(begun + 2 * DAY)],
    );
    return rows[0]?.told === true;
  });
  assert.deepEqual(await messages(), [1, 1, 1]);
});
