import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBank, openShop, payerAccount } from '#testing/test-mandate.ts';
import { openTestServer, type TestServer } from '#testing/test-server.ts';
import { smsSignature } from './mandates-routes.ts';

const KEY = 'a key of the gateway, long enough';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer({ SMS_INBOUND_KEY: KEY });
  await openBank(testServer);
});
after(() => testServer.close());

const shop = () => openShop(testServer);

/** An SMS as the gateway hands it in. */
function sms(from: string, text: string, key = KEY, at = testServer.clock.now().toISOString()) {
  const signature = smsSignature(key, ['1', from, text, at]);
  const body = { id: '1', from, text, at, signature };
  return testServer.stranger().call('/api/v1/sms/inbound', { method: 'POST', body });
}

test('a payer without a browser answers by SMS, from their own phone alone', async () => {
  const merchant = await shop();
  const account = await payerAccount(testServer);
  const made = await merchant.create({ consentWay: 'SMS', ...account });
  assert.equal(made.json.state, 'PENDING_VERIFICATION', JSON.stringify(made.json));
  const { phoneNumber: phone } = merchant;
  const [question] = await testServer.outbox(phone);
  const code = /YES (\d{5})/.exec(question?.text ?? '')?.[1] ?? '';
  const result = async (...given: Parameters<typeof sms>) => (await sms(...given)).json.result;
  assert.equal(await result('+256772999999', `YES ${code}`), 'NOT_ASKED');
  assert.equal(await result(phone, 'YES 00000'), 'WRONG_CODE');
  assert.equal(await result(phone, 'Who is this?'), 'NOT_UNDERSTOOD');
  assert.equal((await sms(phone, `YES ${code}`, 'another key')).json.code, 'SIGNATURE_WRONG');
  const old = new Date(testServer.clock.now().getTime() - 3_600_000).toISOString();
  assert.equal((await sms(phone, `YES ${code}`, KEY, old)).json.code, 'SIGNATURE_WRONG');
  assert.equal(await result(phone, `yes ${code}.`), 'CONSENTED');
  assert.equal(await result(phone, `yes ${code}`), 'NOT_ASKED');
  const now = (await merchant.client.call(`${merchant.mandates}/${made.json.id}`)).json;
  assert.deepEqual([now.state, now.accountLastFour], ['PENDING_APPROVAL', '5566']);
});

test('NO by SMS declines', async () => {
  const merchant = await shop();
  const account = await payerAccount(testServer);
  const { id } = (await merchant.create({ consentWay: 'SMS', ...account })).json;
  assert.equal((await sms(merchant.phoneNumber, 'No')).json.result, 'DECLINED');
  const now = (await merchant.client.call(`${merchant.mandates}/${id}`)).json;
  assert.deepEqual([now.state, now.reason], ['REJECTED', 'Answered NO by SMS']);
});
