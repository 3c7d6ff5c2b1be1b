import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sayDay } from '@tegeka/contract/mandates/mandate-texts.ts';
import { addDays } from '@tegeka/contract/kit/day.ts';
import { sql } from 'kysely';
import { useUp } from '#testing/setup/test-limits.ts';
import {
  activeMandate,
  openBank,
  openShop,
  payerAccount,
  visitPage,
} from '#testing/test-mandate.ts';
import { TEST_CUSTOMER } from '#testing/test-merchant.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';
import { smsSignature } from './mandates-routes.ts';

const KEY = 'a key of the gateway, long enough';

let testServer: TestServer;
let officer: TestPerson;
before(async () => {
  testServer = await openTestServer({ SMS_INBOUND_KEY: KEY });
  officer = await openBank(testServer);
});
after(() => testServer.close());

const shop = () => openShop(testServer);

let count = 0;

/** An SMS as the gateway hands it in. */
function sms(
  from: string,
  text: string,
  { key = KEY, at = testServer.clock.now().toISOString(), id = `sms ${(count += 1)}` } = {},
) {
  const signature = smsSignature(key, [id, from, text, at]);
  const body = { id, from, text, at, signature };
  const call = { method: 'POST', body, isProgram: true };
  return testServer.stranger().call('/api/v1/sms/inbound', call);
}

test('a payer without a browser answers by SMS, from their own phone alone', async () => {
  const merchant = await shop();
  const account = await payerAccount(testServer);
  const made = await merchant.create({ consentWay: 'SMS', ...account });
  assert.equal(made.json.state, 'PENDING_VERIFICATION', JSON.stringify(made.json));
  const { phoneNumber: phone } = merchant;
  const [request] = await testServer.outbox(phone);
  const code = /YES (\d{5})/.exec(request?.text ?? '')?.[1] ?? '';
  const result = async (...given: Parameters<typeof sms>) => (await sms(...given)).json.result;
  assert.equal(await result('+256772999999', `YES ${code}`), 'NOT_ASKED');
  assert.equal(await result(phone, 'YES 00000'), 'WRONG_CODE');
  assert.equal(await result(phone, 'Who is this?'), 'NOT_UNDERSTOOD');
  const foreign = await sms(phone, `YES ${code}`, { key: 'another key' });
  assert.equal(foreign.json.code, 'SIGNATURE_WRONG');
  const hoursAgo = (hours: number) =>
    new Date(testServer.clock.now().getTime() - hours * 3_600_000).toISOString();
  const old = await sms(phone, `YES ${code}`, { at: hoursAgo(25) });
  assert.deepEqual([old.json.code, old.json.fields[0].field], ['INPUT_INVALID', 'at']);
  const late = { id: 'kept by the gateway', at: hoursAgo(23) };
  assert.equal(await result(phone, `yes${code}.`, late), 'CONSENTED');
  assert.equal(await result(phone, `yes${code}.`, late), 'REPEATED');
  assert.equal(await result(phone, `yes ${code}`), 'NOT_ASKED');
  const now = (await merchant.client.call(`${merchant.mandates}/${made.json.id}`)).json;
  assert.deepEqual([now.state, now.accountLastFour], ['PENDING_APPROVAL', '5566']);
  const { content } = (await merchant.client.call(`${merchant.mandates}/${made.json.id}/evidence`))
    .json;
  assert.deepEqual([content[0].way, content[0].shown], ['SMS', request?.text]);
  assert.equal(content[0].address, null, "the address of the call is the gateway's");
});

test('each SMS of a payer is answered by one, and none of a number that nobody has asked', async () => {
  const merchant = await shop();
  const { phoneNumber: phone } = merchant;
  const made = await merchant.create({ consentWay: 'SMS', ...(await payerAccount(testServer)) });
  const newest = async () => (await testServer.outbox(phone))[0]?.text ?? '';
  const code = /YES (\d{5})/.exec(await newest())?.[1] ?? '';
  const answers: [string, RegExp][] = [
    ['Hello', /could not read/],
    ['YES', /with the code of 5 digits/],
    [`NO ${code === '12345' ? '54321' : '12345'}`, /not the code/],
    [`YES ${code}`, new RegExp(`have agreed.*STOP ${made.json.reference}`)],
    ['STOP TGK2222222222', /no direct debits with this reference/],
  ];
  for (const [text, answer] of answers) {
    await sms(phone, text);
    assert.match(await newest(), answer, text);
  }
  await sms('+256772999998', 'Hello');
  assert.deepEqual(await testServer.outbox('+256772999998'), []);
});

test('where two businesses ask, NO needs a code; without one no try is counted', async () => {
  const merchant = await shop();
  const account = { consentWay: 'SMS', ...(await payerAccount(testServer)) };
  const codes: string[] = [];
  for (let n = 0; n < 2; n += 1) {
    await merchant.create(account);
    const [request] = await testServer.outbox(merchant.phoneNumber);
    codes.push(/NO (\d{5})/.exec(request?.text ?? '')?.[1] ?? '');
  }
  const result = async (text: string) => (await sms(merchant.phoneNumber, text)).json.result;
  for (let n = 0; n < 6; n += 1) assert.equal(await result('NO'), 'CODE_MISSING');
  assert.equal(await result(`NO ${codes[0]}`), 'DECLINED');
  assert.equal(await result(`YES ${codes[1]}`), 'CONSENTED');
});

test('a request that was taken back is no request any more', async () => {
  const merchant = await shop();
  const account = { consentWay: 'SMS', ...(await payerAccount(testServer)) };
  const { id } = (await merchant.create(account)).json;
  const cancel = { method: 'POST', body: { reason: 'A mistake' } };
  const cancelled = await merchant.client.call(`${merchant.mandates}/${id}/cancel`, cancel);
  assert.equal(cancelled.status, 200, cancelled.text);
  await merchant.create(account);
  assert.equal((await sms(merchant.phoneNumber, 'No')).json.result, 'DECLINED');
});

test('STOP and the reference stop a mandate from the phone of its customer alone', async () => {
  const merchant = await shop();
  const account = { consentWay: 'SMS', ...(await payerAccount(testServer)) };
  const { id, reference } = (await merchant.create(account)).json;
  const { phoneNumber: phone } = merchant;
  const code = /YES (\d{5})/.exec((await testServer.outbox(phone))[0]?.text ?? '')?.[1] ?? '';
  const result = async (from: string, text: string) => (await sms(from, text)).json.result;
  assert.equal(await result(phone, `YES ${code}`), 'CONSENTED');
  assert.equal(await result('+256772999997', `STOP ${reference}`), 'REFERENCE_UNKNOWN');
  assert.equal(
    await result(phone, `stop: ${reference.slice(0, 6)} ${reference.slice(6).toLowerCase()}.`),
    'STOPPED',
  );
  assert.match((await testServer.outbox(phone))[0]?.text ?? '', /^You have stopped/);
  assert.equal(await result(phone, `STOP ${reference}`), 'ENDED_BEFORE');
  const { state } = (await merchant.client.call(`${merchant.mandates}/${id}`)).json;
  assert.equal(state, 'CANCELLED');
  const { content } = (await merchant.client.call(`${merchant.mandates}/${id}/evidence`)).json;
  assert.deepEqual([content[0].kind, content[0].way], ['STOPPED', 'SMS']);
});

test('the SMS says what for and each limit, and stays the evidence whatever is renamed', async () => {
  const merchant = await shop();
  const account = await payerAccount(testServer);
  const product = await merchant.addProduct('School fees');
  const limits = { maxPerPeriod: 500_000, period: 'MONTH', maxCount: 12, maxTotal: 3_000_000 };
  const end = addDays((await merchant.terms()).start, 400);
  const own = { ...limits, ...account };
  const terms = { ...own, consentWay: 'SMS', productId: product.id, end };
  const { id, start } = (await merchant.create(terms)).json;
  const [request] = await testServer.outbox(merchant.phoneNumber);
  const text = request?.text ?? '';
  for (const explanation of [
    `may take up to USh 250,000 from your account ending in 5566 at Stanbic Bank Uganda each month until ${sayDay(end)}. For School fees.`,
    `Taken each month on the 5th, from ${sayDay(start)}.`,
    'At most USh 500,000 in a month, 12 times, USh 3,000,000 in all.',
  ])
    assert.ok(text.includes(explanation), text);
  assert.ok(text.length < 480, String(text.length));
  await merchant.renameProduct(product, 'Bus fees');
  assert.equal((await sms(merchant.phoneNumber, 'No')).json.result, 'DECLINED');
  const { content } = (await merchant.client.call(`${merchant.mandates}/${id}/evidence`)).json;
  assert.deepEqual([content[0].kind, content[0].shown], ['DECLINED', text]);
});

test('NO by SMS declines', async () => {
  const merchant = await shop();
  const account = await payerAccount(testServer);
  const { id } = (await merchant.create({ consentWay: 'SMS', ...account })).json;
  assert.equal((await sms(merchant.phoneNumber, 'No')).json.result, 'DECLINED');
  const now = (await merchant.client.call(`${merchant.mandates}/${id}`)).json;
  assert.deepEqual([now.state, now.reason], ['REJECTED', 'Answered NO by SMS']);
});

test('a code counts no more once the customer has another number, and that of a page not by SMS', async () => {
  const merchant = await shop();
  const account = await payerAccount(testServer);
  const { phoneNumber: phone } = merchant;
  const { customerId } = await merchant.terms();
  const one = merchant.mandates.replace('mandates', `customers/${customerId}`);
  const change = async (phoneNumber: string) => {
    const { version, email, customerReferenceNumber } = (await merchant.client.call(one)).json;
    const body = { ...TEST_CUSTOMER, email, customerReferenceNumber, version, phoneNumber };
    const { status, text } = await merchant.client.call(one, { method: 'PUT', body });
    assert.equal(status, 200, text);
  };
  const bySms = (await merchant.create({ consentWay: 'SMS', ...account })).json;
  const answer = /YES \d{5}/.exec((await testServer.outbox(phone))[0]?.text ?? '')?.[0] ?? '';
  const onPage = (await merchant.create()).json;
  const link = await merchant.link();
  const typed = { ...account, agreed: 'yes' };
  assert.equal((await visitPage(testServer, link, typed)).status, 303);
  const code = await merchant.code();
  await change('+256772888777');
  assert.match((await visitPage(testServer, `${link}/code`, { code })).text, /code has ended/);
  assert.equal((await sms(phone, answer)).json.result, 'NOT_ASKED');
  await change(phone);
  assert.equal((await sms(phone, `YES ${code}`)).json.result, 'WRONG_CODE');
  assert.match((await visitPage(testServer, `${link}/code`, { code })).text, /Thank you/);
  assert.equal((await sms(phone, answer)).json.result, 'CONSENTED');
  for (const { id } of [bySms, onPage]) {
    const { content } = (await merchant.client.call(`${merchant.mandates}/${id}/evidence`)).json;
    assert.equal(content[0].phone, phone);
  }
});

test('SMS with a wrong signature count too, and an address that sends very many is held up', async () => {
  const { ctx, clock } = testServer;
  await useUp(ctx, 'signed calls', { key: '127.0.0.1', points: 3000 });
  const held = await sms('+256772999999', 'NO', { key: 'another key' });
  assert.deepEqual([held.status, held.json.code], [429, 'TOO_MANY_REQUESTS']);
  clock.advance(61_000);
  const next = await sms('+256772999999', 'NO', { key: 'another key' });
  assert.equal(next.json.code, 'SIGNATURE_WRONG');
});

test('who stops by SMS is told what the bank was asked for before', async () => {
  const merchant = await shop();
  const transactions = merchant.mandates.replace('mandates', 'transactions');
  const stoppedWith = async (...amounts: number[]) => {
    const mandateId = await activeMandate(testServer, officer, merchant);
    for (const amount of amounts) {
      const body = { mandateId, reference: `INV-${amount}`, amount };
      const made = await merchant.client.call(transactions, { method: 'POST', body });
      assert.equal(made.status, 201, made.text);
    }
    await testServer.ctx.db.asPlatform('test', (tx) =>
      sql`update debits set state = 'PROCESSING', next_action_at = null, next_action = null
        where mandate_id = ${mandateId}`.execute(tx),
    );
    const { reference } = (await merchant.client.call(`${merchant.mandates}/${mandateId}`)).json;
    assert.equal((await sms(merchant.phoneNumber, `STOP ${reference}`)).json.result, 'STOPPED');
    return (await testServer.outbox(merchant.phoneNumber))[0]?.text ?? '';
  };
  assert.match(
    await stoppedWith(50_000),
    /Your bank was asked before for USh 50,000: this is still taken\. It receives no further requests\./,
  );
  assert.match(
    await stoppedWith(20_000, 30_000),
    /Your bank was asked before for 2 debits, USh 50,000 in all: these are still taken\./,
  );
});
