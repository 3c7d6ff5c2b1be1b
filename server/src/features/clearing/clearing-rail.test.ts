import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkLedger } from '#testing/ledger-checks.ts';
import { moveClock } from '#testing/setup/test-clock.ts';
import { consentedMandate, decideMandate, openBank, openShop } from '#testing/test-mandate.ts';
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
  return { read };
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
    '/api/v1/clearing-files?channel=settlement-bank&state=TAKEN&size=50',
  );
  const closed = statements.filter(({ message }: { message: string }) =>
    message.startsWith('camt.053'),
  );
  assert.ok(closed.length >= 4, String(closed.length));
  await checkLedger(testServer);
});

test('payouts go out with the session, and are paid once the bank has booked them', async () => {
  await moveClock(operator, 'WEEK');
  const { content } = await operatorCall('/api/v1/clearing-files?channel=settlement-bank&size=50');
  const orders = content.filter(({ message }: { message: string }) =>
    message.startsWith('pain.001'),
  );
  assert.ok(orders.length > 0);
  const [last] = orders;
  assert.equal(last.state, 'RECONCILED');
  await checkLedger(testServer);
});
