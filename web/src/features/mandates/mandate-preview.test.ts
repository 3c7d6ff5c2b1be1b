import assert from 'node:assert/strict';
import { test } from 'node:test';
import { payerText, retryNote } from './mandate-preview.ts';

const KNOWN = { merchantName: 'Jinja Academy', product: null, bankName: null };
const VALUES = {
  productId: 'OWN',
  amountKind: 'FIXED',
  amount: '300,000',
  schedule: 'MONTHLY',
  day: '5',
  noticeDays: '2',
  retries: '1',
  start: '2026-12-01',
  end: '2027-12-31',
  maxPerDebit: '',
  maxPerPeriod: '',
  period: '',
  maxCount: '12',
  maxTotal: '3,000,000',
  consentWay: 'PAGE',
  accountNumber: '9030 0055 5566',
};
const SENTENCE = 'Jinja Academy may take up to USh 300,000 from your account';

test('a payer who agrees on a page reads the sentence, and the details there', () => {
  assert.equal(payerText(VALUES, KNOWN), `${SENTENCE} each month until 31 December 2027.`);
});

test('a payer who agrees by SMS reads the account, the days, the limits and the retries', () => {
  const bySms = { ...VALUES, consentWay: 'SMS' };
  assert.equal(
    payerText(bySms, { ...KNOWN, bankName: 'Stanbic Bank Uganda' }),
    `${SENTENCE} ending in 5566 at Stanbic Bank Uganda each month until 31 December 2027. ` +
      'Taken each month on the 5th, from 1 December 2026. At most 12 times, USh 3,000,000 in all. ' +
      'Tried again once if the account has too little.',
  );
  const perWeek = { ...bySms, maxPerPeriod: '400,000', period: 'WEEK' };
  assert.match(payerText(perWeek, KNOWN) ?? '', /At most USh 400,000 in a week, 12 times/);
  assert.equal(payerText({ ...bySms, start: '' }, KNOWN), null);
});

test('the agreed day of the month is said, and is that of the mandate that is replaced', () => {
  const quarterly = { ...VALUES, consentWay: 'SMS', schedule: 'QUARTERLY', agreedDay: 'FIRST' };
  const read = (start: string, known: object = {}, typed: object = {}) =>
    payerText({ ...quarterly, start, ...typed }, { ...KNOWN, ...known });
  const short = 'on the 31st or the last day of a shorter month, from the first day on';
  assert.match(read('2027-08-31') ?? '', new RegExp(`every three months ${short}`));
  assert.match(read('2027-08-31', {}, { agreedDay: 'LAST' }) ?? '', /on the last day of the month/);
  const replaced = { schedule: { kind: 'QUARTERLY', day: 31 }, start: '2027-08-31' };
  assert.match(read('2027-11-30', { replaced }) ?? '', new RegExp(short));
  assert.match(read('2027-11-30') ?? '', /on the 30th or the last day of a shorter month/);
});

test('a product has its own terms, and its name is what is paid for', () => {
  const product = {
    name: 'School fees',
    amount: 250_000,
    schedule: { kind: 'WEEKLY', weekday: 1 },
    noticeDays: 2,
    retries: 0,
  } as const;
  const text = payerText({ ...VALUES, consentWay: 'SMS', end: '' }, { ...KNOWN, product });
  assert.match(
    text ?? '',
    /USh 250,000 from your account each week until you stop it\. For School fees\./,
  );
  assert.doesNotMatch(text ?? '', /Tried again/);
});

test('nothing is shown before the amount and the schedule are known', () => {
  assert.equal(payerText({ ...VALUES, amount: '' }, KNOWN), null);
  assert.equal(payerText({ ...VALUES, schedule: '' }, KNOWN), null);
});

test('the form says where a limit leaves no room for retries in the next period', () => {
  const once = { ...VALUES, maxPerPeriod: '300,000', period: 'MONTH' };
  assert.match(retryNote(once, null) ?? '', /only within the same month/);
  for (const change of [
    { period: 'WEEK' },
    { maxPerPeriod: '600,000' },
    { retries: '0' },
    { maxPerPeriod: '' },
    { schedule: 'ON_DEMAND' },
  ])
    assert.equal(retryNote({ ...once, ...change }, null), null);
});
