import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { debitDay, getBusinessClock } from '@tegeka/contract/calendar/calendar.ts';
import { addDays } from '@tegeka/contract/kit/day.ts';
import { sayDay } from '@tegeka/contract/mandates/mandate-texts.ts';
import type { DebitState } from '@tegeka/contract/debits/debits.ts';
import pg from 'pg';
import { failureColumns, changeDebits, lockDebits } from '#features/debits/debits-changes.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import {
  activeMandate,
  consentedMandate,
  decideMandate,
  MONTHLY,
  openBank,
  until,
} from '#testing/test-mandate.ts';
import { openPayerPages, PAYER_ACCOUNT } from '#testing/test-payer.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
let officer: TestPerson;
before(async () => {
  testServer = await openTestServer({ TRUST_PROXY: '127.0.0.1' });
  officer = await openBank(testServer);
});
after(() => testServer.close());

const { messages, shop, openPage } = openPayerPages(() => testServer);

/** Changes the state of a debit as if it was sent and answered. */
const goesOn = (
  id: string,
  to: DebitState,
  set: Parameters<typeof changeDebits>[1][number]['set'] = {},
) =>
  testServer.ctx.db.asPlatform('test', async (tx) => {
    const row = (await lockDebits(tx, [id])).get(id);
    assert.ok(row);
    const at = testServer.ctx.clock.now();
    await changeDebits(tx, [{ row, to, set }], { actor: SYSTEM, at });
  });

test('a payer reads what will be and was taken, prints a receipt, and knows what still goes', async () => {
  const merchant = await shop();
  const { id: productId } = await merchant.addProduct('Evening classes');
  const mandateId = await activeMandate(testServer, officer, merchant, { productId });
  const { reference } = (await merchant.client.call(`${merchant.mandates}/${mandateId}`)).json;
  const transactions = merchant.mandates.replace('/mandates', '/transactions');
  const { json: debit } = await merchant.client.call(transactions, {
    method: 'POST',
    body: { mandateId, reference: 'TERM-1', amount: 120_000 },
  });
  const announced = /will collect USh 120,000 .*from account ending in 5566/;
  await until(async () => (await messages(merchant.phoneNumber, announced)).length === 1);
  const { visit } = await openPage(merchant.phoneNumber);
  const page = `/me/mandates/${reference}`;
  const receipt = `${page}/debits/${debit.reference}`;
  const shown = async (path = page) => (await visit(path)).text.replaceAll(/\s+/g, ' ');
  assert.match(await shown('/me'), /<br \/>For Evening classes<br \/>/);
  assert.match(await shown(), /<li>For Evening classes<\/li>.*USh 120,000.* on .*Will be taken\./);
  assert.doesNotMatch(await shown(`${page}/stop`), /still taken/);
  assert.equal((await visit(receipt)).status, 404, 'nothing was taken yet');

  await goesOn(debit.id, 'PROCESSING');
  assert.match(await shown(), /With your bank\./);
  assert.match(await shown(`${page}/stop`), /still taken:.*USh 120,000 on /);

  await goesOn(debit.id, 'CLEARED');
  assert.match(await shown(), /Taken\..*Receipt/);
  const printed = await shown(receipt);
  assert.match(printed, /USh 120,000.*Evening classes.*TERM-1/);
  assert.doesNotMatch(printed, new RegExp(PAYER_ACCOUNT));
  assert.doesNotMatch(await shown(`${page}/stop`), /still taken/);
  const stranger = await shop();
  await activeMandate(testServer, officer, stranger);
  const other = await openPage(stranger.phoneNumber);
  assert.equal((await other.visit(receipt)).status, 404);
});

test('who stops while debits are at the bank is told all that are still taken', async () => {
  const merchant = await shop();
  const mandateId = await activeMandate(testServer, officer, merchant);
  const { reference } = (await merchant.client.call(`${merchant.mandates}/${mandateId}`)).json;
  const path = merchant.mandates.replace('/mandates', '/transactions');
  for (const amount of [50_000, 60_000, 70_000]) {
    const body = { mandateId, reference: `STOP-${amount}`, amount };
    const { json } = await merchant.client.call(path, { method: 'POST', body });
    if (amount !== 70_000) await goesOn(json.id, 'PROCESSING');
  }
  const { visit } = await openPage(merchant.phoneNumber);
  const stop = async () => {
    const { text } = await visit(`/me/mandates/${reference}/stop`, { reason: '' });
    return { text, taken: [...text.matchAll(/<li>USh ([\d,]+) on/g)].map(([, sum]) => sum) };
  };
  const stopped = await stop();
  assert.match(stopped.text, /Stopped for good.*still taken/s);
  assert.deepEqual(new Set(stopped.taken), new Set(['50,000', '60,000']));
  const again = await stop();
  assert.match(again.text, /had ended before/);
  assert.equal(again.taken.length, 2);
});

test('a debit that failed says whether it is tried again, and no failure reason that is meant for businesses', async () => {
  const merchant = await shop();
  const mandateId = await activeMandate(testServer, officer, merchant);
  const { reference } = (await merchant.client.call(`${merchant.mandates}/${mandateId}`)).json;
  const path = merchant.mandates.replace('/mandates', '/transactions');
  const add = async (name: string) => {
    const body = { mandateId, reference: name, amount: 50_000 };
    return (await merchant.client.call(path, { method: 'POST', body })).json;
  };
  const [failed, rejected] = [await add('AGAIN-1'), await add('AGAIN-2')];
  const unclear = await add('AGAIN-3');
  await goesOn(unclear.id, 'PROCESSING');
  await goesOn(unclear.id, 'FAILED', failureColumns('CONTRADICTED'));
  await goesOn(failed.id, 'PROCESSING');
  const at = testServer.clock.now();
  const again = {
    next_action: 'RETRY',
    next_action_at: new Date(at.getTime() + 86_400_000),
  } as const;
  await goesOn(failed.id, 'FAILED', { ...failureColumns('INSUFFICIENT_FUNDS'), ...again });
  await goesOn(rejected.id, 'REJECTED', failureColumns('MERCHANT_NOT_ACTIVE'));
  const { visit } = await openPage(merchant.phoneNumber);
  const { text } = await visit(`/me/mandates/${reference}`);
  assert.match(
    text,
    /Not taken yet\. Insufficient funds in the account\. It is tried again on \d+ \w+ \d{4}\./,
  );
  assert.match(text, /Not taken\.</);
  assert.match(text, /With your bank\.</);
  assert.doesNotMatch(text, /the business was not active/);
});

/** Makes so many copies of a debit, on the days after it, which are at the bank. */
const COPIES = `
  insert into debits (id, organization_id, reference, mandate_id, series_id, customer_id,
    bank_id, due_on, collect_on, due_key, amount, currency, charge, excise_duty, net, origin, state,
    revision, retries_left, created_at, updated_at)
  select overlay(id::text placing lpad(to_hex(n), 4, '0') from 33)::uuid, organization_id,
    overlay(reference placing translate(lpad(to_hex(n), 4, '0'), '01abcdef', 'GHABCDEF') from 10),
    mandate_id, series_id, customer_id, bank_id, due_on, collect_on + n, 'A:COPY-' || n, amount,
    currency, charge, excise_duty, net, origin, 'PROCESSING', 1, 0, created_at, updated_at
  from debits cross join generate_series(1, $2::integer) n where id = $1`;

test('a payer reads all debits of a mandate page by page, disputes one that is not among the newest, and knows all that are at the bank', async (t) => {
  const AT_BANK = 120;
  const merchant = await shop();
  const mandateId = await activeMandate(testServer, officer, merchant);
  const { reference } = (await merchant.client.call(`${merchant.mandates}/${mandateId}`)).json;
  const path = merchant.mandates.replace('/mandates', '/transactions');
  const body = { mandateId, reference: 'OLD-1', amount: 90_000 };
  const { json: oldest } = await merchant.client.call(path, { method: 'POST', body });
  await goesOn(oldest.id, 'PROCESSING');
  await goesOn(oldest.id, 'CLEARED');
  const db = new pg.Client({ connectionString: testServer.connectionString });
  await db.connect();
  t.after(() => db.end());
  await db.query(COPIES, [oldest.id, AT_BANK]);
  const { visit } = await openPage(merchant.phoneNumber);
  const home = `/me/mandates/${reference}`;

  let [pages, debits] = [0, 0];
  let text = '';
  for (let next: string | undefined = home; next; pages += 1) {
    ({ text } = await visit(next));
    debits += [...text.matchAll(/<b>USh 90,000/g)].length;
    next = /href="([^"]+\/earlier)"/.exec(text)?.[1];
  }
  assert.deepEqual([pages, debits], [6, AT_BANK + 1]);
  const receipt = `${home}/debits/${oldest.reference}`;
  assert.ok(text.includes(`href="${receipt}"`), 'the oldest is on the last page');
  assert.equal((await visit(receipt)).status, 200);
  assert.match((await visit(`${receipt}/dispute`, { reason: 'Not mine' })).text, /looks at it/);

  const stop = (await visit(`${home}/stop`)).text;
  assert.equal([...stop.matchAll(/<li>USh 90,000 on/g)].length, AT_BANK);
});

test('who stops a mandate that has taken the place of another is told what that still takes', async () => {
  const merchant = await shop();
  const old = await activeMandate(testServer, officer, merchant);
  const path = merchant.mandates.replace('/mandates', '/transactions');
  const asked = { mandateId: old, reference: 'OLD-1', amount: 80_000 };
  const { json: debit } = await merchant.client.call(path, { method: 'POST', body: asked });
  await goesOn(debit.id, 'PROCESSING');
  const body = { ...(await merchant.terms()), customerId: undefined, amount: 100_000 };
  const replace = `${merchant.mandates}/${old}/replace`;
  const { reference } = (await merchant.client.call(replace, { method: 'POST', body })).json;
  await decideMandate(officer, reference, { decision: 'APPROVE' });
  const { visit } = await openPage(merchant.phoneNumber);
  const stop = `/me/mandates/${reference}/stop`;
  assert.match((await visit(stop)).text, /still taken:.*USh 80,000 on/s);
  assert.match((await visit(stop, { reason: '' })).text, /Stopped for good.*USh 80,000 on/s);
});

/** A payer's page, and the day of the next debit that its list names; null for none. */
async function openList(phoneNumber: string) {
  const { visit } = await openPage(phoneNumber);
  const nextOn = async () => /Next on ([^.]+)\./.exec((await visit('/me')).text)?.[1] ?? null;
  return { visit, nextOn };
}

test('a payer reads the next day on which a debit is made: none beyond the limits, and after the notice', async () => {
  const merchant = await shop();
  const terms = { schedule: { kind: 'WEEKLY', weekday: 1 }, maxCount: 1, noticeDays: 10 };
  const mandateId = await activeMandate(testServer, officer, merchant, terms);
  const clock = (await merchant.client.call('/api/v1/business-clock')).as(getBusinessClock);
  const { visit, nextOn } = await openList(merchant.phoneNumber);
  assert.equal(await nextOn(), sayDay(debitDay(addDays(clock.today, 10), clock)));
  const path = merchant.mandates.replace('/mandates', '/transactions');
  const body = { mandateId, reference: 'LAST-1', amount: 50_000 };
  const made = (await merchant.client.call(path, { method: 'POST', body })).json;
  assert.equal(await nextOn(), `${sayDay(made.collectionDay)} (USh 50,000)`);
  const { text } = await visit(`/me/mandates/${made.mandate.reference}`);
  assert.match(text, /Next days<\/h2>\s*<p>[^,]+ \(USh 50,000\)<\/p>/);
});

test('nothing is announced to a payer whom the business has disabled', async () => {
  const merchant = await shop();
  await activeMandate(testServer, officer, merchant, MONTHLY);
  const { nextOn } = await openList(merchant.phoneNumber);
  assert.notEqual(await nextOn(), null);
  const { customerId } = await merchant.terms();
  const disable = merchant.mandates.replace('/mandates', `/customers/${customerId}/disable`);
  const off = { method: 'PATCH', body: { status: 'DISABLED', reason: 'Moved away' } };
  assert.equal((await merchant.client.call(disable, off)).status, 200);
  assert.equal(await nextOn(), null);
});

test('a page of accounts with one number at two banks names both banks', async () => {
  const merchant = await shop();
  await openBank(testServer, 'CERBUGKA');
  await consentedMandate(testServer, merchant);
  const other = '0193b001-0000-7000-8000-000000000005';
  await consentedMandate(testServer, merchant, { bankId: other });
  const { text } = await (await openPage(merchant.phoneNumber)).visit('/me');
  assert.match(text, /From your accounts at \S.* and Stanbic Bank Uganda that end in 5566/);
});
