import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changing, fieldsOf, type HttpAsk, httpCall } from '../http-call.ts';
import { merchantNamed, personOf } from './outside-people.ts';
import { proves } from './proof-mark.ts';
import { setOutsideStage } from './proof-stage.ts';

const stage = setOutsideStage();

const ACEN = {
  ...{ firstName: 'Grace', middleName: 'Apio', lastName: 'Acen', phoneNumber: '0772345111' },
  ...{ email: 'grace@acen.example', customerReferenceNumber: 'LAKE-1' },
};

/** Calls below a business's customers, as somebody of the business. */
async function callCustomers(path: string, ask: HttpAsk = {}) {
  const nile = await merchantNamed(stage, 'Nile Traders');
  const token = stage.provider.tokenFor(personOf('merchant', nile.organizationId));
  const headers = { ...changing(token), ...ask.headers };
  return httpCall(stage.server, 'merchant', `/api/v1/merchants/${nile.id}/customers${path}`, {
    ...ask,
    headers,
  });
}

const json = (method: string, value: object): HttpAsk => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

test('a customer is made, listed, changed and disabled by the specified calls', async (t) => {
  const made = await callCustomers('', json('POST', ACEN));
  assert.equal(made.status, 201, made.text);
  const { id, status, version, createdAt, updatedAt, ...fields } = fieldsOf(made.json);
  assert.deepEqual(fields, { ...ACEN, phoneNumber: '+256772345111' });
  assert.equal(typeof id, 'string');
  assert.equal(status, 'ACTIVE');
  assert.ok(version && createdAt && updatedAt);
  proves(t, '7.customers.create', '2.7.create', '3.customer');
  const [asked, plain] = [await callCustomers('?page=0&size=10'), await callCustomers('')];
  const { content, page, size } = fieldsOf(plain.json);
  assert.deepEqual([page, size], [0, 10]);
  assert.deepEqual(asked.json, plain.json);
  assert.ok(Array.isArray(content) && content.length <= 10);
  assert.equal(fieldsOf(content[0])['id'], id, 'the newest comes first');
  proves(t, '7.customers.list', '2.7.list', '9.customer-page');
  const change = { ...ACEN, lastName: 'Adong', version };
  const changed = await callCustomers(`/${String(id)}`, json('PUT', change));
  assert.equal(changed.status, 200, changed.text);
  assert.equal(fieldsOf(changed.json)['lastName'], 'Adong');
  proves(t, '7.customers.update', '2.7.edit');
  const disable = `/${String(id)}/disable`;
  assert.equal((await callCustomers(disable, json('PATCH', { status: 'OFF' }))).status, 400);
  const disabled = await callCustomers(disable, json('PATCH', { status: 'DISABLED' }));
  assert.equal(disabled.status, 200, disabled.text);
  assert.equal(fieldsOf(disabled.json)['status'], 'DISABLED');
  proves(t, '7.customers.disable', '2.7.disable', '4.5.disable', '3.customer.disabled');
});
