import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { referencePattern } from '@tegeka/contract/kit/reference.ts';
import { createAccount } from '#identity/accounts/accounts-service.ts';
import { openBank } from '#testing/test-mandate.ts';
import { TEST_PASSWORD_HASH, type TestServer, openTestServer } from '#testing/test-server.ts';
import {
  ACCOUNT,
  csvOf,
  GRACE,
  MONTHLY,
  openMandateDesk,
  reasons,
  YEAR,
  type Row,
} from './mandates-test-imports.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
  // Stanbic confirms mandates.
  await openBank(testServer);
});
after(() => testServer.close());

test('a file becomes mandates that wait to be sent, of customers that are found or made', async () => {
  const desk = await openMandateDesk(testServer);
  const rows = [
    { ...GRACE, ...MONTHLY, maxPerDebit: '300,000', maxPerPeriod: 'UGX 600000', period: 'Month' },
    { ...GRACE, ...MONTHLY, ...ACCOUNT, amount: '70,000' },
    {
      customerReferenceNumber: 'OLD-1',
      productCode: 'FEES',
      start: `${YEAR}-02-01`,
      maxCount: '1,200',
    },
    {
      customerReferenceNumber: 'OLD-2',
      amount: '100,000; 50,000',
      schedule: 'weekly instalments',
      start: `1/2/${YEAR}`,
    },
  ];
  const sent = await desk.send(csvOf(...rows), undefined, 'March.csv');
  const checked = await desk.wait(sent.id, 'CHECKED');
  assert.deepEqual([checked.goodRows, checked.refusals], [4, []]);
  assert.equal((await desk.list()).totalElements, 0);
  const { firstName, lastName } = desk.person;
  await desk.confirm(sent.id, 'ALL');
  assert.equal((await desk.wait(sent.id, 'DONE')).imported, 4);
  const { content, counts } = await desk.list('sort=createdAt');
  assert.deepEqual([counts.GENERATED, content.length], [4, 4]);
  const [first, second, third, fourth] = content;
  assert.ok(
    content.every(({ reference }: { reference: string }) =>
      referencePattern('TGK').test(reference),
    ),
  );
  assert.deepEqual(
    [first.customer.name, first.amount, first.maxPerDebit, first.maxPerPeriod, first.period],
    ['Grace Nakato', 250_000, 300_000, 600_000, 'MONTH'],
  );
  assert.deepEqual([first.nextDueDay, first.series], [`${YEAR}-02-05`, first.id]);
  assert.deepEqual(
    [second.customer.id, second.consentWay, second.accountLastFour, second.bank.name],
    [first.customer.id, 'SMS', '5566', 'Stanbic Bank Uganda'],
  );
  assert.deepEqual(
    [third.product.id, third.maxCount, third.maxPerDebit],
    [desk.productId, 1200, third.amount],
  );
  assert.deepEqual(fourth.schedule, {
    kind: 'INSTALMENTS',
    every: 'WEEK',
    amounts: [100_000, 50_000],
  });
  const { json: events } = await desk.client.call(`${desk.mandates}/${first.id}/events`);
  assert.deepEqual(
    events.content.map(({ to, by, reason }: Record<string, string>) => [to, by, reason]),
    [['GENERATED', `${firstName} ${lastName}`, 'From the file March.csv']],
  );
  const customer = await desk.client.call(`${desk.customers}/${first.customer.id}/events`);
  assert.equal(customer.json.content[0].source, 'March.csv');
  const asked = await desk.client.call(`${desk.mandates}/${second.id}/send`, {
    method: 'POST',
    body: {},
  });
  assert.equal(asked.json.state, 'PENDING_VERIFICATION', 'as one that was made manually');
});

test('existing mandate not found and payer asked to sign again: an open mandate for the same is flagged, in the file and in the list', async () => {
  const desk = await openMandateDesk(testServer);
  const fees = { productCode: 'FEES', start: `01/02/${YEAR}` };
  const row = (reference: string, more: Row) => ({ customerReferenceNumber: reference, ...more });
  const first = await desk.send(csvOf(row('OLD-1', fees), row('OLD-1', MONTHLY)), {
    confirm: 'ALL',
  });
  await desk.wait(first.id, 'DONE');
  const again = await desk.check(
    csvOf(
      row('OLD-1', fees),
      row('OLD-1', MONTHLY),
      row('OLD-1', { ...MONTHLY, amount: '1,000' }),
      row('OLD-2', fees),
      row('OLD-2', fees),
    ),
  );
  assert.deepEqual([again.goodRows, again.refusedRows], [1, 4]);
  assert.deepEqual(reasons(again.refusals), [
    'customerReferenceNumber TAKEN',
    'customerReferenceNumber TWICE_IN_FILE',
  ]);
  await desk.confirm(again.id, 'GOOD_ROWS');
  assert.equal((await desk.wait(again.id, 'DONE')).imported, 1);
});

test('what has changed since the check sends all rows back', async () => {
  const desk = await openMandateDesk(testServer);
  const row = { customerReferenceNumber: 'OLD-1', productCode: 'FEES', start: `01/02/${YEAR}` };
  const other = { customerReferenceNumber: 'OLD-2', ...MONTHLY };
  const { id } = await desk.check(csvOf(row, other));
  const disabled = await desk.client.call(`${desk.base}/products/${desk.productId}/disable`, {
    method: 'PATCH',
    body: {},
  });
  assert.equal(disabled.status, 200, disabled.text);
  await desk.confirm(id, 'ALL');
  const back = await desk.wait(id, 'CHECKED');
  assert.deepEqual(reasons(back.refusals), ['productCode PRODUCT_DISABLED']);
  assert.equal((await desk.list()).totalElements, 0);
  await desk.confirm(id, 'GOOD_ROWS');
  assert.equal((await desk.wait(id, 'DONE')).imported, 1);
});

test('who may not add customers imports mandates of known ones alone', async () => {
  const desk = await openMandateDesk(testServer);
  const { client, merchantId } = desk;
  const email = 'no-customers@example.com';
  await testServer.ctx.db.asPlatform('test', (tx) =>
    createAccount(testServer.ctx, tx, {
      email,
      firstName: 'Mary',
      lastName: 'Auma',
      phone: '+256772000222',
      domain: 'MERCHANT',
      organization: { id: desk.person.organizationId },
      passwordHash: TEST_PASSWORD_HASH,
      permissions: ['mandates.read', 'mandates.write'],
    }),
  );
  const colleague = await testServer.signIn('MERCHANT', email);
  const file = () => {
    const form = new FormData();
    const known = { customerReferenceNumber: 'OLD-1', ...MONTHLY };
    form.set('file', new File([csvOf({ ...GRACE, ...MONTHLY }, known)], 'book.csv'));
    return form;
  };
  const bulk = `/api/v1/merchants/${merchantId}/mandates/bulk`;
  const { json } = await colleague.call(bulk, { method: 'POST', body: file() });
  const checked = await desk.wait(json.id, 'CHECKED');
  assert.deepEqual(reasons(checked.refusals), ['customerReferenceNumber CUSTOMER_FORBIDDEN']);
  await desk.cancel(json.id);
  // The permission of the colleague who confirms is checked too.
  const own = await client.call(bulk, { method: 'POST', body: file() });
  await desk.wait(own.json.id, 'CHECKED');
  const confirm = `${bulk}/${own.json.id}/confirmation`;
  await colleague.call(confirm, { method: 'POST', body: { mode: 'ALL' } });
  const back = await desk.wait(own.json.id, 'CHECKED');
  assert.deepEqual(reasons(back.refusals), ['customerReferenceNumber CUSTOMER_FORBIDDEN']);
  const customers = await colleague.call(
    `/api/v1/merchants/${merchantId}/customers/bulk/${own.json.id}`,
  );
  assert.equal(customers.status, 404);
  assert.equal(
    (await client.call(`${desk.customers}/bulk/${own.json.id}`)).status,
    404,
    'of another kind',
  );
});

test('a signed form is taken only at a bank whose officers look at it', async () => {
  const desk = await openMandateDesk(testServer);
  const confirmsBy = (confirms_by: string) =>
    testServer.ctx.db.asPlatform('test', (tx) =>
      tx.updateTable('banks').set({ confirms_by }).where('bic', '=', 'CERBUGKA').execute(),
    );
  await confirmsBy('MESSAGES');
  const form = { ...MONTHLY, ...ACCOUNT, consentWay: 'form' };
  const there = { ...form, bank: 'CERBUGKA' };
  const file = csvOf(
    { customerReferenceNumber: 'OLD-1', ...form },
    { customerReferenceNumber: 'OLD-2', ...there },
    { ...GRACE, ...there, consentWay: 'SMS' },
  );
  const checked = await desk.check(file);
  assert.deepEqual([checked.goodRows, reasons(checked.refusals)], [2, ['consentWay FORM_UNSEEN']]);
  await desk.cancel(checked.id);
  await confirmsBy('OFFICERS');
});

test('of two confirmations at once one counts', async () => {
  const desk = await openMandateDesk(testServer);
  const row = { customerReferenceNumber: 'OLD-1', ...MONTHLY };
  const { id } = await desk.check(csvOf(row, { ...GRACE, ...MONTHLY }));
  const answers = await Promise.all([desk.confirm(id, 'ALL'), desk.confirm(id, 'GOOD_ROWS')]);
  const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
  assert.deepEqual(statuses, [200, 409]);
  assert.equal((await desk.wait(id, 'DONE')).imported, 2);
  assert.equal((await desk.list()).totalElements, 2);
});
