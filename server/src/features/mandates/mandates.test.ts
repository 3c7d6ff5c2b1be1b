import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DAY_MS, isoDay } from '@tegeka/contract/kit/day.ts';
import {
  activeMandate,
  consentedMandate,
  decideMandate,
  openBank,
  openPayer,
  payerAccount,
  type TestPayer,
  until,
  visitPage,
} from '#testing/test-mandate.ts';
import { activeMerchant } from '#testing/test-merchant.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
let officer: TestPerson;

before(async () => {
  testServer = await openTestServer();
  officer = await openBank(testServer);
});
after(() => testServer.close());

const today = () => isoDay(testServer.clock.now());
const visit = (path: string, form?: object) => visitPage(testServer, path, form);
const accountOf = async () => ({ ...(await payerAccount(testServer)), agreed: 'yes' });
const decide = (reference: string, body: object) => decideMandate(officer, reference, body);

async function shop() {
  const { person, merchantId } = await activeMerchant(testServer);
  const { client, email } = person;
  const payer = await openPayer(testServer, { client, merchantId });
  return { client, email, payer, ...payer };
}

const consented = (payer: TestPayer) => consentedMandate(testServer, payer);

test('a payer consents on the page, the bank confirms, and the mandate is active', async () => {
  const merchant = await shop();
  const { status, json } = await merchant.create();
  assert.equal(status, 201, JSON.stringify(json));
  assert.equal(json.state, 'PENDING_VERIFICATION');
  assert.match(json.reference, /^TGK[2-9A-HJ-NP-Z]{10}$/);
  const link = await merchant.link();
  const shown = await visit(link);
  assert.equal(shown.status, 200);
  assert.match(
    shown.text,
    /may take up to USh 250,000 from your account each month until you stop it/,
  );
  const empty = await visit(link, { accountName: 'Grace Nakato' });
  assert.equal(empty.status, 422);
  assert.match(empty.text, /value="Grace Nakato"/);
  assert.equal((await visit(link, await accountOf())).status, 303);
  const wrong = await visit(`${link}/code`, { code: '00000' });
  assert.equal(wrong.status, 422);
  assert.match((await visit(`${link}/code`, { code: await merchant.code() })).text, /Thank you/);
  const one = async () => (await merchant.client.call(`${merchant.mandates}/${json.id}`)).json;
  const found = async (text: string) =>
    (await merchant.client.call(`${merchant.mandates}?search=${text}`)).json.totalElements;
  assert.deepEqual(
    [
      await found('nakato'),
      await found(json.reference.slice(0, 6).toLowerCase()),
      await found('zzz'),
    ],
    [1, 1, 0],
  );
  const waiting = await one();
  assert.deepEqual(
    [waiting.state, waiting.accountLastFour, waiting.bank.name],
    ['PENDING_APPROVAL', '5566', 'Stanbic Bank Uganda'],
  );
  assert.match((await visit(link)).text, /has been answered/);
  assert.equal((await decide(json.reference, { decision: 'APPROVE' })).status, 200);
  // The officer compares the whole number; everybody else sees its end.
  const { content: requests } = (await officer.client.call('/api/v1/approval-requests')).json;
  const { id: requestId } = requests.find((asked: { title: string }) =>
    asked.title.includes(json.reference),
  );
  const request = await officer.client.call(`/api/v1/approval-requests/${requestId}`);
  assert.match(request.text, /903000555566/);
  assert.doesNotMatch(JSON.stringify(waiting), /903000555566/);
  assert.equal((await one()).state, 'ACTIVE');
  const { content } = (await merchant.client.call(`${merchant.mandates}/${json.id}/events`)).json;
  const states = content.flatMap(({ to }: { to: string | null }) => to ?? []);
  assert.deepEqual(states, ['ACTIVE', 'PENDING_APPROVAL', 'PENDING_VERIFICATION', 'GENERATED']);
});

test('a replacement asks again only where a limit rises, and ends the old mandate once confirmed', async () => {
  const merchant = await shop();
  const old = await consented(merchant);
  await decide(old.reference, { decision: 'APPROVE' });
  const { json } = await merchant.client.call(`${merchant.mandates}/${old.id}`);
  const { amountKind, amount, schedule, end } = json;
  const terms = { productId: null, amountKind, amount, schedule, start: today(), end };
  const replace = (id: string, body: object) =>
    merchant.client.call(`${merchant.mandates}/${id}/replace`, {
      method: 'POST',
      body: { ...terms, consentWay: 'PAGE', ...body },
    });
  const higher = await replace(old.id, { amount: 300_000 });
  assert.equal(higher.json.state, 'PENDING_VERIFICATION', JSON.stringify(higher.json));
  const lower = await replace(old.id, { amount: 200_000 });
  assert.deepEqual([lower.json.state, lower.json.series], ['PENDING_APPROVAL', json.series]);
  assert.equal((await decide(lower.json.reference, { decision: 'APPROVE' })).status, 200);
  const state = async (id: string) =>
    (await merchant.client.call(`${merchant.mandates}/${id}`)).json;
  assert.equal((await state(lower.json.id)).state, 'ACTIVE');
  const ended = await state(old.id);
  assert.deepEqual(
    [ended.state, ended.reason],
    ['COMPLETED', `Replaced by ${lower.json.reference}`],
  );
});

test('bank and operator see a mandate, and only who suspended it lifts the suspension', async () => {
  const merchant = await shop();
  const id = await activeMandate(testServer, officer, merchant.payer);
  const operator = await testServer.operator();
  const stranger = await testServer.banker();
  const path = `/api/v1/mandates/${id}`;
  const post = (person: TestPerson, verb: string) =>
    person.client.call(`${path}/${verb}`, { method: 'POST', body: { reason: 'A complaint' } });
  const seen = (await officer.client.call(path)).json;
  assert.deepEqual([seen.state, seen.payerName], ['ACTIVE', 'Grace Nakato']);
  assert.equal('customer' in seen, false);
  const list = async (person: TestPerson) => (await person.client.call('/api/v1/mandates')).json;
  const ofBank = await list(officer);
  assert.ok(ofBank.content.some((mandate: { id: string }) => mandate.id === id));
  assert.ok(ofBank.counts.ACTIVE > 0);
  assert.equal((await stranger.client.call(path)).status, 404);
  assert.ok((await list(operator)).totalElements >= ofBank.totalElements);
  assert.equal((await post(officer, 'suspend')).json.state, 'SUSPENDED');
  assert.equal((await post(operator, 'reinstate')).json.code, 'SUSPENDED_BY_OTHERS');
  const resumed = await merchant.client.call(`${merchant.mandates}/${id}/resume`, {
    method: 'POST',
    body: {},
  });
  assert.equal(resumed.json.code, 'MANDATE_STATE');
  assert.equal((await post(officer, 'reinstate')).json.state, 'ACTIVE');
});

test('a bank that refuses says why', async () => {
  const merchant = await shop();
  const { id, reference } = await consented(merchant);
  await decide(reference, { decision: 'REJECT', code: 'NAME_DIFFERS', comment: 'Ask them again' });
  const { state, reason } = (await merchant.client.call(`${merchant.mandates}/${id}`)).json;
  assert.deepEqual(
    [state, reason],
    ['REJECTED', 'The name does not belong to the account. Ask them again'],
  );
});

test('a payer declines with a reason that the merchant reads', async () => {
  const merchant = await shop();
  const { id } = (await merchant.create()).json;
  const link = await merchant.link();
  assert.equal((await visit(`${link}/decline`, { reason: '' })).status, 422);
  await visit(`${link}/decline`, { reason: 'I pay in cash' });
  const { state, reason } = (await merchant.client.call(`${merchant.mandates}/${id}`)).json;
  assert.deepEqual([state, reason], ['REJECTED', 'I pay in cash']);
});

test('of fifty confirmations at once one counts', async () => {
  const merchant = await shop();
  const { id } = (await merchant.create()).json;
  const link = await merchant.link();
  await visit(link, await accountOf());
  const code = await merchant.code();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => visit(`${link}/code`, { code })),
  );
  assert.equal(answers.filter(({ text }) => text.includes('Thank you')).length, 1);
  const { content } = (await merchant.client.call(`${merchant.mandates}/${id}/events`)).json;
  const consents = content.filter(({ to }: { to: string }) => to === 'PENDING_APPROVAL');
  assert.equal(consents.length, 1);
});

test('a code is guessed five times at most', async () => {
  const merchant = await shop();
  await merchant.create();
  const link = await merchant.link();
  await visit(link, await accountOf());
  const right = await merchant.code();
  const wrong = right === '12345' ? '54321' : '12345';
  for (let n = 0; n < 5; n += 1) await visit(`${link}/code`, { code: wrong });
  assert.match((await visit(`${link}/code`, { code: right })).text, /code has ended/);
});

test('another merchant sees, sends and stops nothing', async () => {
  const merchant = await shop();
  const { id } = (await merchant.create()).json;
  const other = await shop();
  const paths = [`${merchant.mandates}/${id}`, `${other.mandates}/${id}`];
  for (const path of paths) {
    assert.equal((await other.client.call(path)).status, 404);
    for (const verb of ['send', 'cancel', 'pause', 'resume']) {
      const answer = await other.client.call(`${path}/${verb}`, {
        method: 'POST',
        body: { reason: 'Mine' },
      });
      assert.equal(answer.status, 404, `${verb} ${path}`);
    }
  }
});

test('a link that nobody answers is repeated twice and ends after seven days', async () => {
  const merchant = await shop();
  const { id } = (await merchant.create()).json;
  const link = await merchant.link();
  const state = async () => {
    // Access tokens end while the clock moves.
    const client = await testServer.signIn('MERCHANT', merchant.email);
    return (await client.call(`${merchant.mandates}/${id}`)).json.state;
  };
  const sent = async () =>
    (await testServer.outbox(merchant.phoneNumber)).filter(({ text }) =>
      text.includes('/mandates/'),
    ).length;
  testServer.clock.advance(2 * DAY_MS + 60_000);
  await until(async () => (await sent()) === 2);
  assert.equal((await visit(link)).status, 200);
  testServer.clock.advance(3 * DAY_MS);
  await until(async () => (await sent()) === 3);
  testServer.clock.advance(7 * DAY_MS);
  assert.equal((await visit(link)).status, 410);
  await until(async () => (await state()) === 'EXPIRED');
});
