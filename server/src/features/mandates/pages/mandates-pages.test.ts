import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  consentedMandate,
  openBank,
  openShop,
  payerAccount,
  visitPage,
} from '#testing/test-mandate.ts';
import { openTestServer, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
  await openBank(testServer);
});
after(() => testServer.close());

const visit = (path: string, form?: object) => visitPage(testServer, path, form);
const accountOf = async () => ({ ...(await payerAccount(testServer)), agreed: 'yes' });
const shop = () => openShop(testServer);

test('a link says what became of the request: taken back, or ended after it was agreed', async () => {
  const merchant = await shop();
  const cancel = async (id: string) => {
    const path = `${merchant.mandates}/${id}/cancel`;
    const answer = await merchant.client.call(path, { method: 'POST', body: { reason: 'Wrong' } });
    assert.equal(answer.status, 200, answer.text);
  };
  const { id } = (await merchant.create()).json;
  const link = await merchant.link();
  await cancel(id);
  const taken = await visit(link);
  assert.deepEqual([taken.status, /no longer asks/.test(taken.text)], [410, true]);
  const agreed = await consentedMandate(testServer, merchant.payer);
  assert.match((await visit(agreed.link)).text, /has been answered/);
  await cancel(agreed.id);
  const ended = (await visit(agreed.link)).text;
  assert.match(ended, /These direct debits have ended/);
  assert.doesNotMatch(ended, /Nothing was agreed/);
});

test('a payer gets another code for what they have typed in, and enters the code that they have', async () => {
  const merchant = await shop();
  await merchant.create();
  const link = await merchant.link();
  assert.equal((await visit(`${link}/code/new`, {})).to, link, 'nothing is typed in yet');
  await visit(link, await accountOf());
  const soon = (await visit(link, await accountOf())).text;
  assert.ok(soon.includes(`href="${link}/code"`), 'a code that came is entered there');
  assert.match((await visit(`${link}/code/new`, {})).text, /was sent a moment ago/);
  testServer.clock.advance(60_000);
  assert.equal((await visit(`${link}/code/new`, {})).to, `${link}/code`);
  const code = await merchant.code();
  assert.match((await visit(`${link}/code`, { account: '5566', code })).text, /Thank you/);
});
