import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { debitDay, getBusinessClock } from '@tegeka/contract/calendar/calendar.ts';
import { sayDay } from '@tegeka/contract/mandates/mandate-texts.ts';
import {
  activeMandate,
  consentedMandate,
  decideMandate,
  mandateRequest,
  MONTHLY,
  openBank,
  payerAccount,
  until,
} from '#testing/test-mandate.ts';
import { TEST_CUSTOMER } from '#testing/test-merchant.ts';
import { openPayerPages, PAYER_ACCOUNT } from '#testing/test-payer.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';

const OTHER_ACCOUNT = '903000777788';

let testServer: TestServer;
let officer: TestPerson;
before(async () => {
  testServer = await openTestServer({ TRUST_PROXY: '127.0.0.1' });
  officer = await openBank(testServer);
});
after(() => testServer.close());

const { browserOf, messages, shop, linkFor, codeOf, atTheForm, openPage } = openPayerPages(
  () => testServer,
);

test('a payer opens their page with link, code and account, and reads what was agreed', async () => {
  const merchant = await shop();
  const { reference } = await consentedMandate(testServer, merchant, {}, MONTHLY);
  const link = await linkFor(merchant.phoneNumber);
  const browser = browserOf();
  await browser.visit(link, {});
  const code = await codeOf(merchant.phoneNumber);
  const entered = await browser.visit(`${link}/code`, { code, accountNumber: '9030 0055 5566' });
  const cookie = [entered.headers['set-cookie']].flat().join('; ');
  assert.match(cookie, /tegeka_payer=[\w-]{43}; Max-Age=1800; Path=\/; HttpOnly; SameSite=Strict/);
  assert.doesNotMatch(cookie, /Domain=/i);
  const list = await browser.visit('/me');
  assert.match(list.text, new RegExp(reference));
  assert.match(list.text, /Waiting for your bank/);
  assert.ok(list.text.includes(merchant.businessName.replaceAll("'", '&#39;')));
  const one = await browser.visit(`/me/mandates/${reference}`);
  assert.match(one.text, /may take up to USh 250,000 from your account each month/);
  assert.match(one.text, /You agreed\s+on a page, with a code sent to the phone/);
  assert.doesNotMatch(one.text + list.text, new RegExp(PAYER_ACCOUNT));
  assert.ok(list.text.length < 15_000 && one.text.length < 15_000);
  assert.equal((await browser.visit(link)).status, 410, 'a link is for one visit');
});

test("a wrong 'next date': what is due on Sundays is shown with the business days on which it is debited", async () => {
  const merchant = await shop();
  const sundays = { schedule: { kind: 'WEEKLY', weekday: 7 } };
  const id = await activeMandate(testServer, officer, merchant, sundays);
  const { reference, nextDueDay } = (await merchant.client.call(`${merchant.mandates}/${id}`)).json;
  const clock = (await merchant.client.call('/api/v1/business-clock')).as(getBusinessClock);
  const debited = debitDay(nextDueDay, clock);
  assert.ok(debited > nextDueDay, 'nobody is debited on a Sunday');
  const { visit } = await openPage(merchant.phoneNumber);
  assert.ok((await visit('/me')).text.includes(`Next on ${sayDay(debited)}.`));
  const { text } = await visit(`/me/mandates/${reference}`);
  assert.ok(text.includes(sayDay(debited)) && !text.includes(sayDay(nextDueDay)));
});

test('who has been given the number of somebody else sees nothing of theirs', async () => {
  const first = await shop();
  const former = await consentedMandate(testServer, first);
  const { phoneNumber } = first;
  const second = await shop({ phoneNumber });
  const own = await consentedMandate(testServer, second, { accountNumber: OTHER_ACCOUNT });
  const form = await atTheForm(phoneNumber);
  const guessed = await form.enter(form.code, '903000000001');
  assert.equal(guessed.status, 422);
  assert.match(guessed.text, /no direct debits from this account/);
  assert.equal((await form.enter(form.code, OTHER_ACCOUNT)).to, '/me');
  const list = (await form.visit('/me')).text;
  assert.match(list, new RegExp(own.reference));
  assert.doesNotMatch(list, new RegExp(former.reference));
  for (const path of ['', '/stop']) {
    const answer = await form.visit(`/me/mandates/${former.reference}${path}`);
    assert.equal(answer.status, 404);
  }
  const stop = await form.visit(`/me/mandates/${former.reference}/stop`, { reason: '' });
  assert.equal(stop.status, 404);
  const { json } = await first.client.call(`${first.mandates}/${former.id}`);
  assert.equal(json.state, 'PENDING_APPROVAL');
});

test('the account of somebody else opens nothing from another phone', async () => {
  const [first, second] = [await shop(), await shop()];
  const foreign = await consentedMandate(testServer, first);
  await consentedMandate(testServer, second, { accountNumber: OTHER_ACCOUNT });
  const form = await atTheForm(second.phoneNumber);
  assert.equal((await form.enter(form.code, PAYER_ACCOUNT)).status, 422);
  await form.enter(form.code, OTHER_ACCOUNT);
  assert.doesNotMatch((await form.visit('/me')).text, new RegExp(foreign.reference));
});

test('mandates of several merchants with one phone and one account stand on one page', async () => {
  const first = await shop();
  const second = await shop({ phoneNumber: first.phoneNumber });
  const references = [
    await consentedMandate(testServer, first),
    await consentedMandate(testServer, second),
  ].map(({ reference }) => reference);
  const { visit } = await openPage(first.phoneNumber);
  const { text } = await visit('/me');
  assert.ok(references.every((reference) => text.includes(reference)));
});

test('a payer stops a mandate: it is cancelled with evidence, the merchant reads why, an SMS confirms', async () => {
  const merchant = await shop();
  const id = await activeMandate(testServer, officer, merchant);
  const path = `${merchant.mandates}/${id}`;
  const { reference } = (await merchant.client.call(path)).json;
  const { visit } = await openPage(merchant.phoneNumber);
  const page = `/me/mandates/${reference}/stop`;
  assert.match((await visit(page)).text, /Stop these direct debits for good\?/);
  assert.match((await visit(page, { reason: 'I moved away\0' })).text, /Stopped for good/);
  const { state, reason } = (await merchant.client.call(path)).json;
  assert.deepEqual([state, reason], ['CANCELLED', 'I moved away']);
  const { content } = (await merchant.client.call(`${path}/events`)).json;
  assert.equal(content[0].to, 'CANCELLED');
  assert.equal((await messages(merchant.phoneNumber, /^You have stopped/)).length, 1);
  const again = await visit(page, { reason: '' });
  assert.deepEqual([again.status, /ended already/.test(again.text)], [409, true]);
  const shown = (await visit(`/me/mandates/${reference}`)).text;
  assert.match(shown, /You stopped it\s+on the payer&#39;s own page\.\s+You said: I moved away/);
  assert.doesNotMatch(shown, /Stop these direct debits/);
});

test('a payer whose number is replaced by another is told at the former one', async () => {
  const merchant = await shop();
  await consentedMandate(testServer, merchant);
  const { customerId } = await merchant.terms();
  const path = merchant.mandates.replace('mandates', `customers/${customerId}`);
  const { email, customerReferenceNumber, version } = (await merchant.client.call(path)).json;
  const own = { email, customerReferenceNumber, version, phoneNumber: '+256772555444' };
  const body = { ...TEST_CUSTOMER, ...own };
  assert.equal((await merchant.client.call(path, { method: 'PUT', body })).status, 200);
  const told = () => messages(merchant.phoneNumber, /has another phone number for your direct/);
  await until(async () => (await told()).length === 1);
});

test('all that stands is on the page, with what has ended', async () => {
  const merchant = await shop();
  const stands = await consentedMandate(testServer, merchant);
  const form = { consentWay: 'FORM', ...(await payerAccount(testServer)) };
  const ENDED = 30;
  for (let n = 0; n < ENDED; n += 1) {
    const { id } = (await merchant.create(form)).json;
    const cancel = { method: 'POST', body: { reason: 'A mistake' } };
    await merchant.client.call(`${merchant.mandates}/${id}/cancel`, cancel);
  }
  const { visit } = await openPage(merchant.phoneNumber);
  const { text } = await visit('/me');
  const all = [...text.matchAll(/href="\/me\/mandates\/(TGK\w+)"/g)].map(([, one]) => one);
  assert.deepEqual([all[0], new Set(all).size], [stands.reference, ENDED + 1]);
});

test('of fifty stops at once one counts, and what the bank was asked is withdrawn', async () => {
  const merchant = await shop();
  const { id, reference } = await consentedMandate(testServer, merchant);
  await mandateRequest(officer, reference);
  const { visit } = await openPage(merchant.phoneNumber);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => visit(`/me/mandates/${reference}/stop`, { reason: '' })),
  );
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  assert.deepEqual([count(200), count(409)], [1, 49]);
  assert.equal((await messages(merchant.phoneNumber, /^You have stopped/)).length, 1);
  const { content } = (await merchant.client.call(`${merchant.mandates}/${id}/events`)).json;
  assert.equal(content.filter(({ to }: { to: string }) => to === 'CANCELLED').length, 1);
  assert.equal((await mandateRequest(officer, reference)).state, 'WITHDRAWN');
});

test('a stop also stops what waits to replace the mandate without being asked for again', async () => {
  const merchant = await shop();
  const id = await activeMandate(testServer, officer, merchant);
  const path = `${merchant.mandates}/${id}`;
  const body = { ...(await merchant.terms()), customerId: undefined, amount: 100_000 };
  const lower = (await merchant.client.call(`${path}/replace`, { method: 'POST', body })).json;
  assert.equal(lower.state, 'PENDING_APPROVAL', JSON.stringify(lower));
  const { visit } = await openPage(merchant.phoneNumber);
  const { reference } = (await merchant.client.call(path)).json;
  await visit(`/me/mandates/${reference}/stop`, { reason: '' });
  const { state } = (await merchant.client.call(`${merchant.mandates}/${lower.id}`)).json;
  assert.equal(state, 'CANCELLED');
});

test('who stops a mandate that was replaced meanwhile stops the one that has taken its place', async () => {
  const merchant = await shop();
  const id = await activeMandate(testServer, officer, merchant);
  const path = `${merchant.mandates}/${id}`;
  const body = { ...(await merchant.terms()), customerId: undefined, amount: 100_000 };
  const next = (await merchant.client.call(`${path}/replace`, { method: 'POST', body })).json;
  const { visit } = await openPage(merchant.phoneNumber);
  const { reference } = (await merchant.client.call(path)).json;
  await decideMandate(officer, next.reference, { decision: 'APPROVE' });
  assert.equal((await merchant.client.call(path)).json.state, 'COMPLETED');
  const stopped = await visit(`/me/mandates/${reference}/stop`, { reason: '' });
  assert.match(stopped.text, /Stopped for good/);
  const { state } = (await merchant.client.call(`${merchant.mandates}/${next.id}`)).json;
  assert.equal(state, 'CANCELLED');
});

test('a form that another site sends is refused, and without a session nothing is stopped', async () => {
  const merchant = await shop();
  const { id, reference } = await consentedMandate(testServer, merchant);
  const { visit } = await openPage(merchant.phoneNumber);
  const stop = `/me/mandates/${reference}/stop`;
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
    assert.equal((await visit(stop, { reason: '' }, headers)).status, 403);
  assert.equal((await browserOf().visit(stop, { reason: '' })).status, 401);
  const { state } = (await merchant.client.call(`${merchant.mandates}/${id}`)).json;
  assert.equal(state, 'PENDING_APPROVAL');
});
