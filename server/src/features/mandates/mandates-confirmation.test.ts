import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ERRORS } from '@tegeka/contract/kit/errors.ts';
import { DAY_MS, isoDay } from '@tegeka/contract/kit/day.ts';
import {
  activeMandate,
  consentedMandate,
  decideMandate,
  mandateRequest,
  openBank,
  openShop,
  type TestPayer,
} from '#testing/test-mandate.ts';
import { renameBusiness } from '#testing/test-merchant.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
let officer: TestPerson;

before(async () => {
  testServer = await openTestServer();
  officer = await openBank(testServer);
});
after(() => testServer.close());

const today = () => isoDay(testServer.clock.now());
const decide = (reference: string, body: object) => decideMandate(officer, reference, body);

const shop = () => openShop(testServer);

const consented = (payer: TestPayer) => consentedMandate(testServer, payer);

test('a replacement asks again only where a limit rises, and ends the old mandate once confirmed', async () => {
  const merchant = await shop();
  const old = await consented(merchant);
  await decide(old.reference, { decision: 'APPROVE' });
  const { json } = await merchant.client.call(`${merchant.mandates}/${old.id}`);
  const { amountKind, amount, schedule, end, consentedAt, confirmedAt, activeAt } = json;
  assert.ok(consentedAt <= confirmedAt && confirmedAt === activeAt, JSON.stringify(json));
  const terms = { productId: null, amountKind, amount, schedule, start: today(), end };
  const replace = (id: string, body: object) =>
    merchant.client.call(`${merchant.mandates}/${id}/replace`, {
      method: 'POST',
      body: { ...terms, consentWay: 'PAGE', ...body },
    });
  const higher = await replace(old.id, { amount: 300_000 });
  assert.equal(higher.json.state, 'PENDING_VERIFICATION', JSON.stringify(higher.json));
  const asked = (await merchant.client.call(`${merchant.mandates}/${higher.json.id}`)).json;
  const days = (Date.parse(asked.waitsUntil) - Date.parse(asked.createdAt)) / DAY_MS;
  // Reminded after 2 and 5 days; each message leaves 7 days.
  assert.deepEqual([Math.round(days), asked.consentedAt, json.waitsUntil], [12, null, null]);
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
  const { replaced } = await state(lower.json.id);
  assert.deepEqual(
    [replaced, ended.replaced, ended.replacement],
    [{ id: old.id, name: old.reference }, null, { id: lower.json.id, name: lower.json.reference }],
  );
});

test('a mandate is confirmed also where the business goes by another name since', async () => {
  const merchant = await shop();
  const { reference } = await consented(merchant);
  const { fields } = await mandateRequest(officer, reference);
  assert.equal(fields[0].label, 'Collected by');
  await renameBusiness(testServer, merchant);
  const decided = await decide(reference, { decision: 'APPROVE' });
  assert.equal(decided.status, 200, decided.text);
});

test('of two replacements of one mandate the bank can confirm one', async () => {
  const merchant = await shop();
  const old = await activeMandate(testServer, officer, merchant.payer);
  const lower = async (amount: number) => {
    const { json } = await merchant.client.call(`${merchant.mandates}/${old}/replace`, {
      method: 'POST',
      body: { ...(await merchant.payer.terms()), amount, customerId: undefined },
    });
    assert.equal(json.state, 'PENDING_APPROVAL', JSON.stringify(json));
    return json.reference;
  };
  const references = [await lower(200_000), await lower(100_000)];
  for (const reference of references) await decide(reference, { decision: 'APPROVE' });
  const found = await merchant.client.call(`${merchant.mandates}?state=ACTIVE`);
  assert.deepEqual(
    found.json.content.map(({ reference }: { reference: string }) => reference),
    [references[0]],
  );
  const second = await merchant.client.call(`${merchant.mandates}?search=${references[1]}`);
  const [{ state, reason }] = second.json.content;
  assert.equal(state, 'FAILED');
  assert.equal(reason, ERRORS.MANDATE_REPLACED[1]);
});

test('of two replacements one can be confirmed though the old mandate was cancelled meanwhile', async () => {
  const merchant = await shop();
  const old = await activeMandate(testServer, officer, merchant.payer);
  const ids: string[] = [];
  for (const amount of [200_000, 100_000]) {
    const body = { ...(await merchant.payer.terms()), amount, customerId: undefined };
    const path = `${merchant.mandates}/${old}/replace`;
    const { json } = await merchant.client.call(path, { method: 'POST', body });
    ids.push(json.id);
  }
  const body = { reason: 'Replaced' };
  await merchant.client.call(`${merchant.mandates}/${old}/cancel`, { method: 'POST', body });
  const states: string[] = [];
  for (const id of ids) {
    const one = async () => (await merchant.client.call(`${merchant.mandates}/${id}`)).json;
    await decide((await one()).reference, { decision: 'APPROVE' });
    states.push((await one()).state);
  }
  assert.deepEqual(states, ['ACTIVE', 'FAILED']);
});

test('a mandate that was cancelled while its bank decides stays cancelled', async () => {
  const merchant = await shop();
  const { id, reference } = await consented(merchant);
  const request = await mandateRequest(officer, reference);
  const path = `${merchant.mandates}/${id}`;
  const body = { reason: 'The contract is over' };
  const cancelled = await merchant.client.call(`${path}/cancel`, { method: 'POST', body });
  assert.equal(cancelled.json.state, 'CANCELLED', JSON.stringify(cancelled.json));
  const late = await officer.client.call(`/api/v1/approval-requests/${request.id}/decisions`, {
    method: 'POST',
    body: { snapshotHash: request.snapshotHash, decision: 'APPROVE' },
  });
  assert.equal(late.json.code, 'REQUEST_NOT_PENDING');
  assert.equal((await mandateRequest(officer, reference)).state, 'WITHDRAWN');
  assert.equal((await merchant.client.call(path)).json.state, 'CANCELLED');
});

test('bank and operator see a mandate, and only who suspended it lifts the suspension', async () => {
  const merchant = await shop();
  const id = await activeMandate(testServer, officer, merchant.payer);
  const operator = await testServer.operator();
  const stranger = await openBank(testServer, 'CERBUGKA');
  const path = `/api/v1/mandates/${id}`;
  const post = (person: TestPerson, verb: string) =>
    person.client.call(`${path}/${verb}`, { method: 'POST', body: { reason: 'A complaint' } });
  const seen = (await officer.client.call(path)).json;
  assert.deepEqual([seen.state, seen.payerName], ['ACTIVE', 'Grace Nakato']);
  assert.equal('customer' in seen, false);
  const list = async (person: TestPerson) => (await person.client.call('/api/v1/mandates')).json;
  const ofBank = await list(officer);
  assert.ok(ofBank.content.some((one: { id: string }) => one.id === id));
  assert.ok(ofBank.counts.ACTIVE > 0);
  for (const address of [path, `${path}/events`])
    assert.equal((await stranger.client.call(address)).status, 404);
  assert.equal((await post(stranger, 'suspend')).status, 404);
  assert.deepEqual((await list(stranger)).content, []);
  assert.ok((await list(operator)).totalElements >= ofBank.totalElements);
  const found = async (person: TestPerson, text: string) =>
    (await person.client.call(`/api/v1/mandates?search=${text}`)).json.totalElements;
  const typed = seen.reference.slice(0, 7).toLowerCase();
  assert.deepEqual(
    [await found(officer, typed), await found(operator, typed), await found(officer, 'nakato')],
    [1, 1, 0],
  );
  // At the counter an officer asks for the end of the account.
  assert.ok((await found(officer, '5566')) > 0);
  assert.deepEqual([await found(stranger, '5566'), await found(operator, '5566')], [0, 0]);
  const exported = async (person: TestPerson) =>
    (await person.client.call('/api/v1/mandates/export')).text;
  assert.match(await exported(officer), new RegExp(`${seen.reference},`));
  assert.match(await exported(operator), new RegExp(`${seen.reference},`));
  assert.doesNotMatch(await exported(officer), /2567\d{8}|@example/);
  assert.doesNotMatch(await exported(stranger), /TGK/);
  const suspended = (await post(officer, 'suspend')).json;
  assert.deepEqual([suspended.state, suspended.suspendedBy], ['SUSPENDED', 'BANK']);
  const own = async () => (await merchant.client.call(`${merchant.mandates}/${id}`)).json;
  const told = await own();
  assert.deepEqual([told.suspendedBy, told.reinstatableBy], ['BANK', 'BANK']);
  assert.equal((await post(operator, 'reinstate')).json.code, 'SUSPENDED_BY_OTHERS');
  const resumed = await merchant.client.call(`${merchant.mandates}/${id}/resume`, {
    method: 'POST',
    body: {},
  });
  assert.equal(resumed.json.code, 'MANDATE_STATE');
  const reinstated = (await post(officer, 'reinstate')).json;
  assert.deepEqual([reinstated.state, reinstated.suspendedBy], ['ACTIVE', null]);
  assert.equal((await own()).reinstatableBy, null);
});

test('the mandates of one merchant are listed and exported for operator and bank', async () => {
  const [merchant, other, operator] = [await shop(), await shop(), await testServer.operator()];
  const id = await activeMandate(testServer, officer, merchant.payer);
  const { json: unasked } = await other.payer.create({ send: false });
  const found = async ({ client }: TestPerson, { mandates }: typeof merchant) => {
    const query = `?merchantId=${mandates.split('/')[4]}`;
    const { content } = (await client.call(`/api/v1/mandates${query}`)).json;
    const { text } = await client.call(`/api/v1/mandates/export${query}`);
    return [content.map((mandate: { id: string }) => mandate.id), text.match(/TGK/g)?.length ?? 0];
  };
  assert.deepEqual(await found(operator, merchant), [[id], 1]);
  assert.deepEqual(await found(operator, other), [[unasked.id], 1]);
  assert.deepEqual(await found(officer, merchant), [[id], 1]);
  assert.deepEqual(await found(officer, other), [[], 0]);
});

test('a mandate that its business had paused is paused again when its suspension is lifted', async () => {
  const merchant = await shop();
  const id = await activeMandate(testServer, officer, merchant.payer);
  const own = (verb: string) =>
    merchant.client.call(`${merchant.mandates}/${id}/${verb}`, {
      method: 'POST',
      body: { reason: 'Holidays' },
    });
  const ofBank = async (verb: string) => {
    const path = `/api/v1/mandates/${id}/${verb}`;
    const body = { reason: 'A complaint' };
    return (await officer.client.call(path, { method: 'POST', body })).json.state;
  };
  assert.equal((await own('pause')).json.state, 'PAUSED');
  assert.deepEqual([await ofBank('suspend'), await ofBank('reinstate')], ['SUSPENDED', 'PAUSED']);
  assert.equal((await own('resume')).json.state, 'ACTIVE');
  assert.deepEqual([await ofBank('suspend'), await ofBank('reinstate')], ['SUSPENDED', 'ACTIVE']);
});

test('a bank that refuses says why', async () => {
  const merchant = await shop();
  const { id, reference } = await consented(merchant);
  // There is nothing that the payer could correct.
  const corrections = [{ field: 'accountName', comment: 'It differs' }];
  const asked = await decide(reference, { decision: 'REQUEST_CORRECTION', corrections });
  assert.equal(asked.status, 400);
  await decide(reference, { decision: 'REJECT', code: 'NAME_DIFFERS', comment: 'Ask them again' });
  const { state, reason } = (await merchant.client.call(`${merchant.mandates}/${id}`)).json;
  assert.deepEqual(
    [state, reason],
    ['REJECTED', 'The name does not belong to the account. Ask them again'],
  );
  const [told] = await testServer.outbox(merchant.phoneNumber);
  assert.match(told?.text ?? '', new RegExp(`not confirmed .* reference ${reference}`));
});
