import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { KIND_OUTCOMES, OUTCOMES } from '@tegeka/contract/clearing/exception-outcomes.ts';
import { BOOKINGS, type MoneyBooking } from '@tegeka/contract/clearing/exceptions.ts';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { decideAbout } from '#features/payouts/payouts-test-calls.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import type { TestClient } from '#testing/test-client.ts';
import type { TestPerson } from '#testing/test-server.ts';
import { nextFile, takenBy } from './clearing-test-hostile.ts';
import { type GotFile, openRoundTrip, type RoundTrip } from './clearing-test-trip.ts';

const EXCEPTIONS = '/api/v1/operator/exceptions';

let trip: RoundTrip;
let file: GotFile;
let checker: TestPerson;
let merchant: { id: string; reference: string; client: TestClient };
before(async () => {
  trip = await openRoundTrip({ itemsPerFile: 10 }, 1);
  checker = await trip.testServer.operator();
  const [row] = await trip.rows<{ id: string; reference: string; email: string }>(
    `select id, repayment_reference as reference, representative_email as email from merchants`,
  );
  assert.ok(row);
  merchant = { ...row, client: await trip.testServer.signIn('MERCHANT', row.email) };
  await trip.addDebits(4);
  await trip.cutOff();
  file = await nextFile(trip);
});
after(() => trip.close());

const debitAt = (n: number) => {
  const debit = file.debits[n];
  assert.ok(debit);
  return debit;
};

/** The bank books an amount that names no item of ours, with a text. Returns its exception. */
async function book(amount: number, direction: 'CREDIT' | 'DEBIT', text = '') {
  const credits = trip.credits(file, [debitAt(0)], { amount, direction, items: [] });
  const described = credits.replace('</Ntry>', `<AddtlNtryInf>${text}</AddtlNtryInf></Ntry>`);
  const sent = text === '' ? credits : described;
  assert.deepEqual((await takenBy(trip, 'settlement-bank', sent)).kinds, ['UNMATCHED']);
  return newest();
}

async function newest() {
  const { client } = trip.operator;
  const { json } = await client.call(`${EXCEPTIONS}?kind=UNMATCHED&state=OPEN`);
  return (await client.call(`${EXCEPTIONS}/${json.content[0].id}`)).json;
}

const tell = (id: string, verb: string, body: object) =>
  trip.operator.client.call(`${EXCEPTIONS}/${id}/${verb}`, { method: 'POST', body });

async function approve(about: string): Promise<void> {
  const decided = await decideAbout(checker, about, { decision: 'APPROVE' });
  assert.equal(decided.json.state, 'EXECUTED', decided.text);
}

const balanceOf = async () =>
  (await merchant.client.call(`/api/v1/merchants/${merchant.id}/balance`)).json;

test('a business whose debit came back owes, and a credit with its reference repays it once a second operator has approved', async () => {
  const [paid] = [debitAt(0)];
  await takenBy(trip, 'settlement-bank', trip.credits(file, [paid]));
  await takenBy(trip, 'settlement-bank', trip.credits(file, [paid], { direction: 'DEBIT' }));
  const { balance, repayment } = await balanceOf();
  assert.ok(balance < 0, 'the charge is kept');
  assert.equal(repayment.reference, merchant.reference);
  const typed = `Rent ${merchant.reference.slice(0, 6).toLowerCase()} ${merchant.reference.slice(6)}.`;
  const { id, repayer, explanation, suspense } = await book(-balance, 'CREDIT', typed);
  assert.deepEqual([repayer.merchantId, suspense], [merchant.id, -balance]);
  assert.match(
    explanation,
    new RegExp(`${merchant.reference}, the repayment reference of a business`),
  );
  const body = { outcome: 'REPAID', merchantId: merchant.id, reason: 'It names the reference' };
  const asked = await tell(id, 'book', body);
  assert.equal(asked.status, 202, asked.text);
  assert.equal((await tell(id, 'book', body)).json.code, 'REQUEST_PENDING');
  assert.equal((await balanceOf()).balance, balance, 'nothing is posted before it is approved');
  await approve(`Repaid by a business, ${showMoney(-balance)}`);
  assert.equal((await balanceOf()).balance, 0);
  const closed = (await trip.operator.client.call(`${EXCEPTIONS}/${id}`)).json;
  assert.deepEqual([closed.state, closed.outcome, closed.suspense], ['CLOSED', 'REPAID', 0]);
  assert.equal((await tell(id, 'book', body)).json.code, 'EXCEPTION_CLOSED');

  const month = isoDay(trip.testServer.clock.now()).slice(0, 7);
  const path = `/api/v1/merchants/${merchant.id}`;
  const { content } = (await merchant.client.call(`${path}/billing-months`)).json;
  assert.deepEqual([content[0].repaid, content[0].closing], [-balance, 0]);
  const { text } = await merchant.client.call(`${path}/statements/${month}/csv`);
  assert.match(text, new RegExp(`,Repaid,,${-balance},0,0,${-balance},0`));
  await checkLedger(trip.testServer);
});

test('a wrong reference, and several, say nothing of whose the money is', async () => {
  const last = merchant.reference.endsWith('2') ? '3' : '2';
  const wrong = `${merchant.reference.slice(0, -1)}${last}`;
  assert.equal((await book(700, 'CREDIT', wrong)).repayer, null);
  const { repayer, id } = await book(701, 'CREDIT', `${merchant.reference} TGB2222222222`);
  assert.equal(repayer, null, 'both are references, and one of them is of no business');
  const nobody = await tell(id, 'book', { outcome: 'REPAID', reason: 'Somebody' });
  assert.equal(nobody.json.fields?.[0]?.field, 'merchantId', nobody.text);
});

/** The account that money of one direction reaches. */
const rows = (['IN', 'OUT'] as const).flatMap((way) =>
  BOOKINGS.filter((one) => KIND_OUTCOMES.UNMATCHED[way]?.includes(one)).map(
    (outcome): [typeof way, MoneyBooking] => [way, outcome],
  ),
);

test('money in suspense reaches the account of each outcome by an entry that two operators make', async () => {
  // Charges and duty are there to be withdrawn.
  await takenBy(trip, 'settlement-bank', trip.credits(file, [debitAt(1)]));
  for (const [n, [way, outcome]] of rows.entries()) {
    const amount = 11 + n;
    const { id } = await book(amount, way === 'IN' ? 'CREDIT' : 'DEBIT');
    const { account } = OUTCOMES[outcome];
    const merchantId = account === 'PAYABLE' ? merchant.id : null;
    const asked = await tell(id, 'book', { outcome, merchantId, reason: 'The bank, by phone' });
    assert.equal(asked.status, 202, `${way} ${outcome}: ${asked.text}`);
    await approve(`${OUTCOMES[outcome].label}, ${showMoney(amount)}`);
    const postings = await trip.rows(
      `select p.account, p.amount::integer as amount from postings p join journal_entries e
         on e.organization_id = p.organization_id and e.id = p.entry_id
       where e.source_id = $1 and e.purpose = $2 order by p.account = 'SUSPENSE'`,
      [id, outcome],
    );
    const signed = way === 'IN' ? amount : -amount;
    assert.deepEqual(postings, [
      { account, amount: -signed },
      { account: 'SUSPENSE', amount: signed },
    ]);
    assert.equal((await trip.operator.client.call(`${EXCEPTIONS}/${id}`)).json.outcome, outcome);
  }
  const { id } = await book(50, 'CREDIT');
  const duty = { outcome: 'DUTY_REMITTED', reason: 'It came in' };
  assert.equal((await tell(id, 'book', duty)).json.code, 'EXCEPTION_KIND');
  await checkLedger(trip.testServer);
});

test('money of a debit whose retry was cancelled is booked for it once an operator has named it', async () => {
  const [debit, other] = [debitAt(2), debitAt(3)];
  const group = { originalMessageId: file.messageId, status: 'RJCT', reasonCode: 'FF01' };
  await takenBy(trip, 'clearing-house', trip.statuses([], [{ ...group, text: null }]));
  const path = `/api/v1/merchants/${merchant.id}/transactions`;
  const { content } = (await merchant.client.call(`${path}?state=PENDING`)).json;
  assert.equal(content.length, 2);
  for (const { id } of content) {
    const body = { reason: 'The customer has paid in cash' };
    const cancelled = await merchant.client.call(`${path}/${id}/cancel`, { method: 'POST', body });
    assert.equal(cancelled.json.transactionStatus, 'CANCELLED', cancelled.text);
  }
  const credit = await takenBy(trip, 'settlement-bank', trip.credits(file, [debit]));
  assert.deepEqual(credit.kinds, ['UNMATCHED']);
  const { id } = await newest();
  const named = { reference: debit.endToEndId, reason: 'The settlement bank, by phone' };
  assert.equal((await tell(id, 'match', named)).status, 202);
  await approve(debit.endToEndId);
  const states = await trip.rows<{ state: string }>(
    'select state from debits where reference = any($1) order by state',
    [[debit.endToEndId, other.endToEndId]],
  );
  assert.deepEqual(states, [{ state: 'CANCELLED' }, { state: 'SETTLED' }]);
  await checkLedger(trip.testServer);
});
