import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, isoDay, weekdayOf } from '@tegeka/contract/kit/day.ts';
import type { FieldError } from '@tegeka/contract/kit/errors.ts';
import { dueDays } from '@tegeka/contract/mandates/schedule-days.ts';
import {
  activeMandate,
  changed,
  MONTHLY,
  openBank,
  openPayer,
  openShop,
  payerAccount,
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

const INSTALMENTS = {
  schedule: { kind: 'INSTALMENTS', every: 'MONTH', amounts: [100_000, 100_000] },
  amount: null,
};

test('limits that contradict each other are refused at their fields', async () => {
  const { person, merchantId } = await activeMerchant(testServer);
  const { create } = await openPayer(testServer, { client: person.client, merchantId });
  const past = 'The last day is before the first';
  const cases: [object, string][] = [
    [{ start: addDays(today(), -1) }, 'start: The first day is in the past'],
    [{ end: addDays(today(), -5) }, `end: ${past}`],
    [{ end: '9999-12-31' }, 'end: Choose a day from 1900 to 2199'],
    [{ start: '9999-12-31' }, 'start: Choose a day from 1900 to 2199'],
    [
      { schedule: { kind: 'YEARLY' }, start: addDays(today(), 9), end: addDays(today(), 3) },
      `end: ${past}`,
    ],
    [
      {
        schedule: { kind: 'WEEKLY', weekday: weekdayOf(today()) },
        start: addDays(today(), 1),
        end: addDays(today(), 6),
      },
      'end: The last day is before the first day that is due',
    ],
    [{ maxPerDebit: 100_000 }, 'maxPerDebit: The maximum per debit is less than the amount due'],
    [{ amount: 20_000_000 }, 'maxPerDebit: One debit can be USh 10,000,000 at most'],
    [
      { maxPerPeriod: 100_000, period: 'MONTH' },
      'maxPerPeriod: The maximum per period is less than the maximum per debit',
    ],
    [{ maxPerPeriod: 500_000 }, 'period: Enter both an amount and a period'],
    [{ period: 'MONTH' }, 'maxPerPeriod: Enter both an amount and a period'],
    [{ maxTotal: 1 }, 'maxTotal: The total maximum is less than the maximum per debit'],
    [
      { ...INSTALMENTS, end: addDays(today(), 300) },
      'end: Instalments end with the last one: leave this empty',
    ],
    [
      { ...INSTALMENTS, maxCount: 1 },
      'maxCount: There are 2 instalments: enter as many, or leave this empty',
    ],
    [
      { ...INSTALMENTS, maxTotal: 199_999 },
      'maxTotal: The instalments are USh 200,000 in all: enter this or more',
    ],
    [{ consentWay: 'SMS' }, "accountNumber: Enter the payer's account"],
    [{ amount: 10.5 }, 'amount: This has to be a whole number.'],
  ];
  for (const [change, expected] of cases) {
    const { status, json } = await create({ ...MONTHLY, ...change });
    assert.equal(status, 400, JSON.stringify(change));
    const errors: { field: string; message: string }[] = json.fields;
    const found = errors.map(({ field, message }) => `${field}: ${message}`);
    assert.ok(found.includes(expected), `${JSON.stringify(change)}: ${found.join(', ')}`);
  }
});

test('terms beside a product are refused, and so is an account that the payer enters', async () => {
  const { client, payer, mandates } = await openShop(testServer);
  const { id: productId } = await payer.addProduct('Goods on order');
  const terms = await payer.terms();
  const account = await payerAccount(testServer);
  const body = { ...terms, ...account, productId, noticeDays: 9, retries: 3 };
  const id = await activeMandate(testServer, officer, payer, { productId });
  for (const path of ['', `/${id}/replace`]) {
    const { customerId, ...rest } = body;
    const sent = path === '' ? { customerId, ...rest } : rest;
    const { json } = await client.call(`${mandates}${path}`, { method: 'POST', body: sent });
    assert.deepEqual(
      json.fields.map(({ field, message }: FieldError) => `${field}: ${message}`),
      [
        ...['amountKind', 'amount', 'schedule', 'noticeDays', 'retries'].map(
          (field) => `${field}: The product says this already`,
        ),
        ...Object.keys(account).map(
          (field) => `${field}: The payer enters the account on the page`,
        ),
      ],
    );
  }
});

test('a replacement on other days, announced later or taken all again is agreed on again', async () => {
  const later = { start: addDays(today(), 10) };
  const quarters = dueDays({ kind: 'QUARTERLY' }, { start: today(), end: null }, today(), 2);
  const nextQuarter = quarters[1]?.day;
  const asked = 'PENDING_VERIFICATION';
  const cases: [before: object, change: object, state: string][] = [
    [{ schedule: { kind: 'YEARLY' } }, later, asked],
    [{ schedule: { kind: 'QUARTERLY' } }, later, asked],
    [{ schedule: { kind: 'QUARTERLY' } }, {}, 'PENDING_APPROVAL'],
    [{ schedule: { kind: 'QUARTERLY' } }, { start: nextQuarter }, 'PENDING_APPROVAL'],
    [{ schedule: { kind: 'ONE_OFF' } }, later, asked],
    [INSTALMENTS, later, asked],
    [INSTALMENTS, {}, asked],
    [MONTHLY, later, 'PENDING_APPROVAL'],
    [MONTHLY, { noticeDays: 1 }, asked],
    [MONTHLY, { noticeDays: 5 }, 'PENDING_APPROVAL'],
    [MONTHLY, { retries: 1 }, asked],
    [{ ...MONTHLY, retries: 3 }, { retries: 2 }, 'PENDING_APPROVAL'],
  ];
  for (const [terms, change, state] of cases) {
    const { client, payer, mandates } = await openShop(testServer);
    const id = await activeMandate(testServer, officer, payer, terms);
    const body = { ...(await payer.terms()), customerId: undefined, ...terms, ...change };
    const { json } = await client.call(`${mandates}/${id}/replace`, { method: 'POST', body });
    assert.equal(json.state, state, JSON.stringify([terms, change, json]));
  }
});

test('a replacement that is for something else is agreed on again', async () => {
  const { client, payer, mandates } = await openShop(testServer);
  const product = await payer.addProduct('School fees');
  const terms = { productId: product.id };
  const id = await activeMandate(testServer, officer, payer, terms);
  const replace = async (change: object) => {
    const body = changed({ ...(await payer.terms()), ...MONTHLY, customerId: undefined }, change);
    return (await client.call(`${mandates}/${id}/replace`, { method: 'POST', body })).json.state;
  };
  assert.equal(await replace({ amount: 200_000 }), 'PENDING_APPROVAL', 'nothing is named');
  assert.equal(await replace(terms), 'PENDING_APPROVAL');
  await payer.renameProduct(product, 'Bus fees');
  assert.equal(await replace(terms), 'PENDING_VERIFICATION');
});

test('a replacement that names another account is agreed on again, and has that account', async () => {
  const { client, payer, mandates } = await openShop(testServer);
  const id = await activeMandate(testServer, officer, payer);
  const account = await payerAccount(testServer);
  const replace = async (accountNumber: string) => {
    const terms = { ...(await payer.terms()), customerId: undefined, consentWay: 'SMS' };
    const body = { ...terms, ...account, accountNumber };
    const { json } = await client.call(`${mandates}/${id}/replace`, { method: 'POST', body });
    return [json.state, json.accountLastFour];
  };
  assert.deepEqual(await replace('111122223333'), ['PENDING_VERIFICATION', '3333']);
  assert.deepEqual(await replace(account.accountNumber), ['PENDING_APPROVAL', '5566']);
});
