import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { DebitState } from '@tegeka/contract/debits/debits.ts';
import { addDays, DAY_MS, isoDay } from '@tegeka/contract/kit/day.ts';
import { approvalActions } from '#app-features.ts';
import { expireRequests } from '#features/approvals/approvals-decide.ts';
import { decideMandate, mandateRequest, openBank } from '#testing/test-mandate.ts';
import { renameBusiness } from '#testing/test-merchant.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';
import { driveDebit, openCollectedDebits } from './disputes-test-debit.ts';

let testServer: TestServer;
let officer: TestPerson;
before(async () => {
  testServer = await openTestServer({ TRUST_PROXY: '127.0.0.1' });
  officer = await openBank(testServer);
});
after(() => testServer.close());

const { browserOf, openPage, collectedDebit } = openCollectedDebits(() => ({
  testServer,
  officer,
}));

const goesOn = (id: string, to: DebitState) => driveDebit(testServer, id, to);

/** The debits with an accepted dispute and no return from the bank, as operators see them. */
async function withoutReturn(): Promise<string[]> {
  const operator = await testServer.operator();
  const path = '/api/v1/transactions?dispute=ACCEPTED&state=SETTLED';
  const { content } = (await operator.client.call(path)).json;
  return content.map(({ id }: { id: string }) => id);
}

const REASON = { reason: 'I left the school in May' };

test('a payer disputes a debit, their bank accepts, and nothing is booked before the return', async () => {
  const debit = await collectedDebit();
  assert.match(await debit.shown(), /Receipt.*Dispute/);
  assert.match((await debit.visit(debit.path)).text, /Dispute USh 120,000 of/);
  const empty = await debit.visit(debit.path, { reason: '  ' });
  assert.deepEqual([empty.status, /Say why/.test(empty.text)], [422, true]);
  assert.match((await debit.visit(debit.path, REASON)).text, /Your bank looks at it/);
  assert.match(await debit.shown(), /You disputed it on .* Your bank decides\./);
  assert.deepEqual(await debit.history(), [['DISPUTED', REASON.reason]]);

  const request = await mandateRequest(officer, debit.reference);
  const values = request.fields.map(({ value }: { value: string }) => value);
  assert.deepEqual([request.actionLabel, values[0]], ['Dispute', REASON.reason]);
  assert.match(request.texts.approval, /You send the return/);
  const decided = await decideMandate(officer, debit.reference, { decision: 'APPROVE' });
  assert.equal(decided.status, 200, decided.text);
  assert.match(await debit.shown(), /Taken\..*Your bank accepts .* gives the money back\./);
  assert.deepEqual((await debit.history())[0], ['DISPUTE_ACCEPTED', null]);
  const { rows } = await testServer.ctx.db.asPlatform('test', async (tx) => ({
    rows: await tx.selectFrom('journal_entries').select('id').execute(),
  }));
  assert.deepEqual(rows, []);
  assert.deepEqual(await withoutReturn(), [], 'it is not settled yet');
  const again = await debit.visit(debit.path, REASON);
  assert.deepEqual([again.status, /disputed it already/.test(again.text)], [409, true]);

  await goesOn(debit.id, 'SETTLED');
  assert.deepEqual(await withoutReturn(), [debit.id]);
  await goesOn(debit.id, 'RETURNED');
  assert.deepEqual(await withoutReturn(), []);
  assert.match(await debit.shown(), /Given back to you\./);
  assert.doesNotMatch(await debit.shown(), /Your bank accepts/);
});

test('a bank refuses with a reason that payer and merchant read; then it can be disputed again', async () => {
  const debit = await collectedDebit();
  await debit.visit(debit.path, REASON);
  const body = { decision: 'REJECT', code: 'AGREED', comment: 'The term began in April.' };
  assert.equal((await decideMandate(officer, debit.reference, body)).status, 200);
  const why = 'The debit keeps to what the payer has agreed to. The term began in April.';
  assert.ok((await debit.shown()).includes(`your bank refuses: ${why}`));
  assert.deepEqual((await debit.history())[0], ['DISPUTE_REFUSED', why]);
  assert.match((await debit.visit(debit.path, { reason: 'I have a letter' })).text, /looks at it/);
  assert.match(await debit.shown(), /Your bank decides\./);
  const kinds = (await debit.history()).map(([kind]: [string]) => kind);
  assert.deepEqual(kinds, ['DISPUTED', 'DISPUTE_REFUSED', 'DISPUTED']);
});

test('a dispute is decided on also where the business goes by another name since', async () => {
  const debit = await collectedDebit();
  await debit.visit(debit.path, REASON);
  await renameBusiness(testServer, debit.merchant);
  const decided = await decideMandate(officer, debit.reference, { decision: 'APPROVE' });
  assert.equal(decided.status, 200, decided.text);
});

test('of twenty disputes of one debit at once one is opened', async () => {
  const debit = await collectedDebit();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => debit.visit(debit.path, REASON)),
  );
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  assert.deepEqual([count(200), count(409)], [1, 19]);
  assert.equal((await debit.history()).length, 1);
});

test('what was given back meanwhile is not given back twice', async () => {
  const debit = await collectedDebit();
  await debit.visit(debit.path, REASON);
  await goesOn(debit.id, 'SETTLED');
  await goesOn(debit.id, 'RETURNED');
  await decideMandate(officer, debit.reference, { decision: 'APPROVE' });
  assert.deepEqual((await debit.history())[0], [
    'DISPUTE_REFUSED',
    'The money was given back already.',
  ]);
});

test('what failed meanwhile was not debited', async () => {
  const debit = await collectedDebit();
  await debit.visit(debit.path, REASON);
  await goesOn(debit.id, 'FAILED');
  await decideMandate(officer, debit.reference, { decision: 'APPROVE' });
  const [kind, reason] = (await debit.history())[0];
  assert.deepEqual([kind, reason], ['DISPUTE_REFUSED', 'The account was not debited.']);
});

test("another payer's debit, a foreign form and no session open nothing", async () => {
  const [debit, stranger] = [await collectedDebit(), await collectedDebit()];
  const own = stranger.path.replace(stranger.reference, debit.reference);
  for (const path of [debit.path, own]) {
    assert.equal((await stranger.visit(path)).status, 404);
    assert.equal((await stranger.visit(path, REASON)).status, 404);
  }
  const foreign = { origin: 'https://evil.example' };
  assert.equal((await debit.visit(debit.path, REASON, foreign)).status, 403);
  assert.equal((await browserOf().visit(debit.path, REASON)).status, 401);
  assert.deepEqual(await debit.history(), []);
});

test('a payer whose bank has no officers here is told to turn to the bank', async () => {
  const debit = await collectedDebit();
  const officersOf = (organizationId: string | null) =>
    testServer.ctx.db.asPlatform('test', (tx) =>
      tx
        .updateTable('banks')
        .set({ organization_id: organizationId })
        .where('name', '=', 'Stanbic Bank Uganda')
        .execute(),
    );
  await officersOf(null);
  for (const form of [undefined, REASON])
    assert.match((await debit.visit(debit.path, form)).text, /Turn to your bank/);
  assert.deepEqual(await debit.history(), []);
  await officersOf(officer.organizationId);
});

test('a debit can be disputed for eight weeks', async () => {
  const debit = await collectedDebit();
  const day = addDays(isoDay(testServer.clock.now()), -56);
  const takenOn = (on: string) =>
    testServer.ctx.db.asPlatform('test', (tx) =>
      tx
        .updateTable('debits')
        .set({ due_on: on, collect_on: on })
        .where('id', '=', debit.id)
        .execute(),
    );
  await takenOn(addDays(day, -1));
  assert.doesNotMatch(await debit.shown(), /\/dispute"/);
  const late = await debit.visit(debit.path, REASON);
  assert.deepEqual([late.status, /last 8 weeks/.test(late.text)], [409, true]);
  assert.deepEqual(await debit.history(), []);
  await takenOn(day);
  assert.match(await debit.shown(), /\/dispute"/);
  assert.equal((await debit.visit(debit.path, REASON)).status, 200);
});

test('a dispute on which the bank does not decide in time is no refusal, and can be opened again after eight weeks', async () => {
  const debit = await collectedDebit();
  await debit.visit(debit.path, REASON);
  testServer.clock.advance(60 * DAY_MS);
  await expireRequests(testServer.ctx, approvalActions(testServer.ctx));
  const { phoneNumber } = debit.merchant;
  const { visit } = await openPage(phoneNumber);
  const page = debit.path.replace(/\/debits\/.*/, '');
  const shown = (await visit(page)).text;
  assert.match(shown, /your bank did not decide in time/);
  assert.doesNotMatch(shown, /your bank refuses/);
  assert.match((await visit(debit.path, REASON)).text, /Your bank looks at it/);
});
