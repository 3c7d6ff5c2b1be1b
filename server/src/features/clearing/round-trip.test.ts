import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { decideAbout } from '#features/payouts/payouts-test-calls.ts';
import { uploadFile } from '#testing/setup/test-clearing-file.ts';
import { checkLedger } from '#testing/ledger-checks.ts';
import { moveClock } from '#testing/setup/test-clock.ts';
import {
  consentedMandate,
  decideMandate,
  openBank,
  openShop,
  until,
} from '#testing/test-mandate.ts';
import { writeNotification } from './iso/iso-statements.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
let officer: TestPerson;
let operator: TestPerson;
before(async () => {
  testServer = await openTestServer();
  officer = await openBank(testServer);
  operator = await testServer.operator();
});
after(() => testServer.close());

/** A debit of a payer by the name on their account, which says what their bank does about it. */
async function debitOf(accountName: string) {
  const merchant = await openShop(testServer);
  const { id: mandateId, reference } = await consentedMandate(testServer, merchant.payer, {
    accountName,
  });
  await decideMandate(officer, reference, { decision: 'APPROVE' });
  const path = merchant.mandates.replace('mandates', 'transactions');
  const body = { mandateId, reference: 'INV-1', amount: 100_000 };
  const made = await merchant.client.call(path, { method: 'POST', body });
  assert.equal(made.status, 201, made.text);
  const read = async () => {
    const client = await testServer.signIn('MERCHANT', merchant.email);
    return (await client.call(`${path}/${made.json.id}`)).json;
  };
  return { read, reference: String(made.json.reference) };
}

const operatorCall = async (path: string) =>
  (await (await testServer.signIn('OPERATOR', operator.email)).call(path)).json;

/** What becomes of a debit in its week, by the first name of the payer. */
const ENDS: Readonly<Record<string, readonly [string, string | null]>> = {
  Grace: ['SETTLED', null],
  Twice: ['SETTLED', null],
  Mixed: ['SETTLED', null],
  Garbled: ['SETTLED', null],
  Silent: ['SETTLED', null],
  Bounced: ['RETURNED', 'AM04'],
  Disputer: ['RETURNED', 'MD06'],
  Closed: ['FAILED', 'AC04'],
  Stopped: ['FAILED', 'MS02'],
};

test('debits of a week end as their banks answer, and the books agree with the bank every evening', async () => {
  const debits = new Map<string, Awaited<ReturnType<typeof debitOf>>>();
  for (const name of Object.keys(ENDS)) debits.set(name, await debitOf(`${name} Nakato`));
  await moveClock(operator, 'WEEK');
  // What comes back does so business days later: from some weekdays on that is in the next week.
  const last = debits.get('Disputer');
  for (let days = 0; days < 10 && (await last?.read())?.state !== 'RETURNED'; days += 1)
    await moveClock(operator, 'TOMORROW');
  for (const [name, { read }] of debits) {
    const { state, schemeCode } = await read();
    assert.deepEqual([state, schemeCode], ENDS[name], name);
  }
  const { content: sessions } = await operatorCall('/api/v1/operator/clearing-sessions?size=50');
  const count = debits.size;
  const full = sessions.find((one: { debits: number }) => one.debits > 0);
  assert.deepEqual([full.files, full.debits, full.debitsTotal], [1, count, count * 100_000]);
  const { fileList } = await operatorCall(`/api/v1/operator/clearing-sessions/${full.id}`);
  const [{ state, settled, rejected, returned, unanswered }] = fileList;
  assert.deepEqual(
    [state, settled, rejected, returned, unanswered],
    ['RECONCILED', count - 2, 2, 2, 0],
  );
  // The files of `Garbled` alone: every closing balance is explained, and every entry was matched.
  const { content: exceptions } = await operatorCall('/api/v1/operator/exceptions?size=100');
  const kinds = exceptions.map(({ kind }: { kind: string }) => kind);
  assert.deepEqual([...new Set(kinds)], ['UNREADABLE']);
  const { content: statements } = await operatorCall(
    '/api/v1/clearing-files?channel=settlement-bank&state=PROCESSED&size=50',
  );
  const closed = statements.filter(({ message }: { message: string }) =>
    message.startsWith('camt.053'),
  );
  // Not more of them in the weeks of Christmas and Easter.
  assert.ok(closed.length >= 2, String(closed.length));
  await checkLedger(testServer);
});

test('payouts go out with the session, and are paid once the bank has booked them', async () => {
  const lastOrder = async () => {
    const path = '/api/v1/clearing-files?channel=settlement-bank&size=50';
    const { content } = await operatorCall(path);
    return content.find(({ message }: { message: string }) => message.startsWith('pain.001'));
  };
  await moveClock(operator, 'WEEK');
  // The bank books on business days.
  for (let days = 0; days < 6 && (await lastOrder())?.state === 'ACKED'; days += 1)
    await moveClock(operator, 'TOMORROW');
  assert.equal((await lastOrder())?.state, 'RECONCILED');
  await checkLedger(testServer);
});

/** The settlement bank books a credit without saying what for; the exception that it makes. */
async function bookedCredit(amount: number, own: object = {}) {
  const { settlementBic: from, bic: to, settlementAccount: account } = testServer.config.clearing;
  const head = { messageId: randomUUID(), createdAt: testServer.clock.now(), from, to };
  const of = { statementId: randomUUID(), account, agent: from, fromDay: null, toDay: null };
  const bookedOn = isoDay(testServer.clock.now());
  const entry = { direction: 'CREDIT', booked: true, bookedOn, batch: null } as const;
  const entries = [{ amount, currency: 'UGX', ...entry, entryId: randomUUID(), items: [], ...own }];
  const content = writeNotification(head, of, entries);
  const client = await testServer.signIn('OPERATOR', operator.email);
  const name = `${randomUUID()}.xml`;
  const { json: file } = await uploadFile(client, {
    from: 'settlement-bank',
    name,
    content,
  });
  await decideAbout(await testServer.operator(), name, { decision: 'APPROVE' });
  const found = await until(async () => {
    const { content: all } = (await client.call('/api/v1/operator/exceptions?size=100')).json;
    return all.find((one: { file: { id: string } }) => one.file.id === file.id);
  });
  const path = `/api/v1/operator/exceptions/${found.id}`;
  const reason = 'The bank has said so by phone';
  const send = (verb: string, more: object) =>
    client.call(`${path}/${verb}`, { method: 'POST', body: { reason, ...more } });
  const match = (reference: string) => send('match', { reference });
  const closeAs = (outcome: string, counterpartId?: string) =>
    send('close', { outcome, counterpartId });
  const reopen = () => send('reopen', {});
  const read = async () => (await client.call(path)).json;
  return { found, match, closeAs, reopen, read, client };
}

test('money that names nothing is in suspense until an operator says what it is for', async () => {
  const debit = await debitOf('Silent Okello');
  for (let n = 0; n < 12 && (await debit.read()).state === 'PENDING'; n += 1)
    await moveClock(operator, 'NEXT_SESSION');
  assert.equal((await debit.read()).state, 'PROCESSING');
  const { found, match, read } = await bookedCredit(150_000);
  assert.deepEqual([found.kind, found.suspense], ['UNMATCHED', 150_000]);
  assert.match(found.explanation, /^USh 150,000 came in on the pooled account and is in susp/);
  await checkLedger(testServer);
  const unknown = await match('TGD2222222222');
  assert.deepEqual([unknown.status, unknown.json.fields[0].field], [400, 'reference']);
  assert.equal((await match(debit.reference.toLowerCase())).status, 202);
  assert.equal((await read()).suspense, 150_000, 'nobody has approved it yet');
  const checker = await testServer.operator();
  await decideAbout(checker, debit.reference, { decision: 'APPROVE' });
  const matched = await read();
  assert.deepEqual([matched.state, matched.suspense], ['OPEN', 50_000]);
  assert.equal((await debit.read()).state, 'SETTLED');
  const again = await match(debit.reference);
  assert.deepEqual([again.status, (await read()).suspense], [400, 50_000]);
  await checkLedger(testServer);
});

type Booked = Awaited<ReturnType<typeof bookedCredit>>;

/** Where a closing is refused. */
async function refusedAt(closing: ReturnType<Booked['closeAs']>): Promise<string> {
  const { status, json } = await closing;
  assert.equal(status, 400);
  return json.fields[0].field;
}

test('money that the bank takes back is closed with both entries, and what stays is said to stay', async () => {
  const credit = await bookedCredit(33_000);
  assert.equal(await refusedAt(credit.closeAs('NOTHING_TO_DO')), 'outcome');
  assert.equal(await refusedAt(credit.closeAs('SENT_BACK')), 'outcome', 'nothing went back yet');
  const other = await bookedCredit(33_000);
  const unlike = await bookedCredit(33_001);
  const debit = await bookedCredit(33_000, { direction: 'DEBIT' });
  const ids = (await debit.read()).counterparts.map(({ id }: { id: string }) => id);
  assert.deepEqual(ids, [other.found.id, credit.found.id]);
  assert.equal(await refusedAt(debit.closeAs('SENT_BACK')), 'counterpartId', 'there are two');
  for (const { found } of [unlike, debit])
    assert.equal(await refusedAt(debit.closeAs('SENT_BACK', found.id)), 'counterpartId');
  const kept = debit.closeAs('KEPT_IN_SUSPENSE', credit.found.id);
  assert.equal(await refusedAt(kept), 'counterpartId');
  assert.equal((await debit.closeAs('SENT_BACK', credit.found.id)).json.state, 'CLOSED');
  for (const [one, counterpart] of [
    [credit, debit],
    [debit, credit],
  ] as const) {
    const { state, outcome, suspense, closedWith } = await one.read();
    assert.deepEqual([state, outcome, suspense], ['CLOSED', 'SENT_BACK', 0]);
    assert.equal(closedWith.id, counterpart.found.id);
    const path = `/api/v1/operator/exceptions/${one.found.id}/events`;
    const [last] = (await one.client.call(path)).json.content;
    assert.deepEqual([last.to, last.reason], ['CLOSED', 'The bank has said so by phone']);
  }
  assert.equal((await credit.closeAs('KEPT_IN_SUSPENSE')).json.code, 'EXCEPTION_CLOSED');
  assert.equal((await credit.reopen()).json.code, 'EXCEPTION_NOT_KEPT');
  assert.deepEqual((await other.read()).counterparts, []);
  const { state, outcome, suspense } = (await other.closeAs('KEPT_IN_SUSPENSE')).json;
  assert.deepEqual([state, outcome, suspense], ['CLOSED', 'KEPT_IN_SUSPENSE', 33_000]);
  const { content } = await operatorCall('/api/v1/operator/exceptions?outcome=KEPT_IN_SUSPENSE');
  assert.deepEqual(
    content.map(({ id }: { id: string }) => id),
    [other.found.id],
  );
  await checkLedger(testServer);
});

test('two operators who begin at either end of money that was sent back close it once', async () => {
  for (let times = 0; times < 3; times += 1) {
    const amount = 44_000 + times;
    const [credit, debit] = [
      await bookedCredit(amount),
      await bookedCredit(amount, { direction: 'DEBIT' }),
    ];
    const closings = await Promise.all([credit, debit].map((one) => one.closeAs('SENT_BACK')));
    assert.deepEqual(
      closings.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
    );
    assert.equal((await credit.read()).closedWith.id, debit.found.id);
  }
  await checkLedger(testServer);
});

test('another currency is not posted, and an entry counts once', async () => {
  const { found } = await bookedCredit(90, { currency: 'USD' });
  assert.deepEqual([found.kind, found.suspense], ['OTHER_CURRENCY', null]);
  const entryId = randomUUID();
  await bookedCredit(7000, { entryId });
  const other = await bookedCredit(8000, { entryId });
  assert.equal(other.found.kind, 'OTHER_AMOUNT');
  await checkLedger(testServer);
});
