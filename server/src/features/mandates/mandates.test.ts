import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import {
  decideMandate,
  MONTHLY,
  openBank,
  openShop,
  payerAccount,
  payerBrowser,
  until,
  visitPage,
} from '#testing/test-mandate.ts';
import { TEST_CUSTOMER } from '#testing/test-merchant.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
let officer: TestPerson;

before(async () => {
  testServer = await openTestServer();
  officer = await openBank(testServer);
});
after(() => testServer.close());

const visit = (path: string, form?: object) => visitPage(testServer, path, form);
const accountOf = async () => ({ ...(await payerAccount(testServer)), agreed: 'yes' });
const decide = (reference: string, body: object) => decideMandate(officer, reference, body);

const shop = () => openShop(testServer);

test('a payer consents on the page, the bank confirms, and the mandate is active', async () => {
  const merchant = await shop();
  const { status, json } = await merchant.create(MONTHLY);
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
  const { id: requestId, about } = requests.find((asked: { title: string }) =>
    asked.title.includes(json.reference),
  );
  const request = await officer.client.call(`/api/v1/approval-requests/${requestId}`);
  assert.match(`${about} ${request.text}`, /: up to USh 250,000, each month.*903000555566/s);
  assert.ok(request.text.includes(merchant.phoneNumber), 'the phone that has consented');
  assert.doesNotMatch(JSON.stringify(waiting), /903000555566/);
  assert.equal((await one()).state, 'ACTIVE');
  const [told] = await testServer.outbox(merchant.phoneNumber);
  assert.match(told?.text ?? '', /^Your bank has confirmed: .* USh 250,000 .*each month/);
  const { content } = (await merchant.client.call(`${merchant.mandates}/${json.id}/events`)).json;
  const states = content.flatMap(({ to }: { to: string | null }) => to ?? []);
  assert.deepEqual(states, ['ACTIVE', 'PENDING_APPROVAL', 'PENDING_VERIFICATION', 'GENERATED']);
});

test('a payer declines with a reason that the merchant reads', async () => {
  const merchant = await shop();
  const { id } = (await merchant.create()).json;
  const link = await merchant.link();
  assert.equal((await visit(`${link}/decline`, { reason: '' })).status, 422);
  // A NUL can not be stored, and the emoji would be cut in half.
  await visit(`${link}/decline`, { reason: `I pay in cash\0 ${'x'.repeat(285)}😀` });
  const { state, reason } = (await merchant.client.call(`${merchant.mandates}/${id}`)).json;
  assert.deepEqual([state, reason], ['REJECTED', `I pay in cash ${'x'.repeat(285)}`]);
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

test('of two accounts typed in at one link the newest counts, once, for who has seen it', async () => {
  const merchant = await shop();
  const { id } = (await merchant.create()).json;
  const link = await merchant.link();
  const [first, second] = [payerBrowser(testServer), payerBrowser(testServer)];
  const other = { ...(await accountOf()), accountNumber: '903000777788' };
  assert.equal((await first.visit(link, await accountOf())).status, 303);
  assert.match((await second.visit(link, other)).text, /was sent a moment ago/);
  assert.match((await second.visit(`${link}/code`)).text, /ends in <b>5566<\/b>/);
  const old = await merchant.code();
  testServer.clock.advance(60_000);
  assert.equal((await second.visit(link, other)).status, 303);
  const [sms] = await testServer.outbox(merchant.phoneNumber);
  assert.match(sms?.text ?? '', /from the account ending in 7788\./);
  const code = await merchant.code();
  const refused = await first.visit(`${link}/code`, { account: '5566', code });
  assert.match(refused.text, /another account was entered.*ends in <b>7788<\/b>/s);
  if (old !== code)
    assert.match((await second.visit(`${link}/code`, { code: old })).text, /This is not the code/);
  const both = await Promise.all(
    [first, second].map(({ visit: send }) => send(`${link}/code`, { account: '7788', code })),
  );
  assert.equal(both.filter(({ text }) => text.includes('Thank you')).length, 1);
  const one = `${merchant.mandates}/${id}`;
  assert.equal((await merchant.client.call(one)).json.accountLastFour, '7788');
  assert.equal((await merchant.client.call(`${one}/evidence`)).json.content.length, 1);
});

test('a code is guessed five times at most', async () => {
  const merchant = await shop();
  const { id } = (await merchant.create()).json;
  const link = await merchant.link();
  await visit(link, await accountOf());
  const right = await merchant.code();
  const wrong = right === '12345' ? '54321' : '12345';
  for (let n = 0; n < 5; n += 1) await visit(`${link}/code`, { code: wrong });
  assert.match((await visit(`${link}/code`, { code: right })).text, /code has ended/);
  // The business asks again: the tries start again, but the minute between two codes still counts.
  const path = `${merchant.mandates}/${id}/send`;
  assert.equal((await merchant.client.call(path, { method: 'POST', body: {} })).status, 200);
  const next = await merchant.link();
  assert.match((await visit(next, await accountOf())).text, /was sent a moment ago/);
  assert.match((await visit(`${link}/code`, { code: right })).text, /code has ended/);
  testServer.clock.advance(60_000);
  await visit(next, await accountOf());
  const code = await merchant.code();
  assert.match((await visit(`${next}/code`, { code })).text, /Thank you/);
});

test('a payer is asked again five times a day, and gets five codes however often', async () => {
  const merchant = await shop();
  const { id } = (await merchant.create()).json;
  const path = `${merchant.mandates}/${id}/send`;
  const ask = async () => {
    const client = await testServer.signIn('MERCHANT', merchant.email);
    return (await client.call(path, { method: 'POST', body: {} })).json.code ?? 'ASKED';
  };
  for (let codes = 0; codes < 5; codes += 1) {
    assert.equal(await ask(), 'ASKED');
    assert.equal((await visit(await merchant.link(), await accountOf())).status, 303);
    testServer.clock.advance(60_000);
  }
  const max = (await testServer.outbox(merchant.phoneNumber)).length;
  assert.equal(max, 11, 'asked once and five times again, and five codes');
  assert.equal(await ask(), 'TOO_MANY_REQUESTS');
  const messages = await testServer.outbox(merchant.phoneNumber);
  assert.equal(messages.length, max);
  const link = /\/mandates\/[\w-]{43}/.exec(messages[1]?.text ?? '')?.[0] ?? '';
  assert.match((await visit(link, await accountOf())).text, /Too many codes were sent/);
  testServer.clock.advance(DAY_MS);
  assert.equal((await visit(link, await accountOf())).status, 303);
  assert.equal(await ask(), 'ASKED');
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
        body: verb === 'send' ? {} : { reason: 'Mine' },
      });
      assert.equal(answer.status, 404, `${verb} ${path}`);
    }
  }
});

test('a payer who can not be reminded holds up nobody, nor does a mandate whose work fails', async () => {
  const [gone, failing, other] = [await shop(), await shop(), await shop()];
  const made = async (merchant: typeof other) => String((await merchant.create()).json.id);
  const [goneId, failingId] = [await made(gone), await made(failing)];
  await made(other);
  const customer = { ...TEST_CUSTOMER, phoneNumber: null, email: 'without@example.com' };
  const { customerId } = await gone.payer.terms();
  const path = gone.mandates.replace('mandates', `customers/${customerId}`);
  const changed = await gone.client.call(path, { method: 'PUT', body: customer });
  assert.equal(changed.status, 200, changed.text);
  // The state does not allow this: the work for it throws.
  await testServer.ctx.db.asPlatform('test', (tx) =>
    tx.updateTable('mandates').set({ next_action: 'START' }).where('id', '=', failingId).execute(),
  );
  testServer.clock.advance(2 * DAY_MS + 60_000);
  await until(
    async () =>
      (await testServer.outbox(other.phoneNumber)).filter(({ text }) => text.includes('/mandates/'))
        .length === 2,
  );
  const client = await testServer.signIn('MERCHANT', gone.email);
  const { state } = (await client.call(`${gone.mandates}/${goneId}`)).json;
  assert.equal(state, 'PENDING_VERIFICATION');
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
