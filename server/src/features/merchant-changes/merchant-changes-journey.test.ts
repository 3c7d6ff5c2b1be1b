import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { APPROVE, correct, decide, REJECT } from '#features/approvals/approvals-test-calls.ts';
import { closeBank } from '#testing/setup/test-banks.ts';
import { approvalActions } from '#app-features.ts';
import { expireRequests } from '#features/approvals/approvals-decide.ts';
import { pdfOf } from '#demo/demo-files.ts';
import { type TestServer, openTestServer, type TestPerson } from '#testing/test-server.ts';
import {
  activeBusiness,
  latestChange,
  profileOf,
  requestOf,
  revealedNumber,
  send,
  takeBack,
} from './merchant-changes-test-calls.ts';

const DAY = 24 * 60 * 60 * 1000;
const NEW_NUMBER = '014000777888';

let testServer: TestServer;
let operator: TestPerson;
before(async () => {
  testServer = await openTestServer();
  operator = await testServer.operator();
});
after(() => testServer.close());

test('a change waits for its check, is shown before and after, and then holds', async () => {
  const business = await activeBusiness(testServer);
  const { person } = business;
  const profile = await profileOf(business);
  const { bankName, maskedNumber, ...account } = profile.bankAccount;
  const sent = await send(business, {
    businessName: `${person.businessName} Ltd`,
    bankAccount: { ...account, accountName: 'New name', accountNumber: NEW_NUMBER },
  });
  assert.equal(sent.status, 201, sent.text);
  assert.equal(sent.json.state, 'PENDING_APPROVAL');
  assert.deepEqual(
    sent.json.fields.map(({ label, before: old, after: now }: Record<string, string>) => [
      label,
      old,
      now,
    ]),
    [
      ['Name', person.businessName, `${person.businessName} Ltd`],
      ['Account Name', person.businessName, 'New name'],
      ['Account Number', '•••• 4567', '•••• 7888'],
    ],
  );
  assert.equal((await profileOf(business)).businessName, person.businessName, 'not yet');
  const read = await requestOf(operator.client, business);
  assert.equal(read.action, 'MERCHANT_CHANGE');
  assert.equal(read.policyName, 'Check by one operator');
  assert.deepEqual(
    read.fields.flatMap(({ key, before: old, value, changed }) =>
      changed ? [[key, old, value]] : [],
    ),
    [
      ['businessName', person.businessName, `${person.businessName} Ltd`],
      ['accountName', person.businessName, 'New name'],
      ['accountNumber', '9030001234567', NEW_NUMBER],
    ],
  );
  assert.equal((await decide(operator.client, read, APPROVE)).json.state, 'EXECUTED');
  const after_ = await profileOf(business);
  assert.equal(after_.businessName, `${person.businessName} Ltd`);
  assert.equal(after_.bankAccount.maskedNumber, '•••• 7888');
  assert.equal(after_.bankAccount.bankName, bankName);
  assert.notEqual(after_.bankAccount.maskedNumber, maskedNumber);
  assert.equal(after_.merchantState, 'ACTIVE');
  assert.equal(await revealedNumber(business), NEW_NUMBER);
  const change = await latestChange(business);
  assert.deepEqual([change.state, change.review], ['APPLIED', null]);
  const texts = (await testServer.outbox(person.email)).map(({ text }) => text);
  assert.ok(
    texts.some((text) => /- Account Number\n/.test(text)),
    texts[0],
  );
});

test('what asks for corrections is corrected without typing everything again', async () => {
  const business = await activeBusiness(testServer);
  const { bankAccount } = await profileOf(business);
  const account = {
    bankId: bankAccount.bankId,
    accountType: 'SAVINGS',
    accountName: 'Typo Ltd',
    branch: bankAccount.branch,
    branchCode: bankAccount.branchCode,
  };
  const first = await send(
    business,
    { bankAccount: { ...account, accountNumber: NEW_NUMBER } },
    pdfOf('A new certificate'),
  );
  const changeId: string = first.json.id;
  const read = await requestOf(operator.client, business);
  const corrections = [{ field: 'accountName', comment: 'The bank knows another name.' }];
  const asked = await decide(operator.client, read, {
    decision: 'REQUEST_CORRECTION',
    corrections,
  });
  assert.equal(asked.json.state, 'REJECTED');
  const open = await latestChange(business);
  assert.equal(open.state, 'ACTION_REQUIRED');
  assert.deepEqual(open.review?.corrections, [{ ...corrections[0], label: 'Account Name' }]);
  assert.equal(open.content.bankAccount?.accountName, 'Typo Ltd');
  assert.ok(!JSON.stringify(open.content).includes('accountNumber'));
  assert.equal(open.certificateOfIncorporation?.name, 'new-certificate.pdf');
  const again = await send(business, {
    bankAccount: { ...account, accountName: 'Right Ltd' },
  });
  assert.equal(again.status, 201, again.text);
  assert.deepEqual([again.json.id, again.json.attempt], [changeId, 2]);
  const next = await requestOf(operator.client, business);
  assert.equal(next.attempt, 2);
  const changed = next.fields.filter((field) => field.changed);
  assert.deepEqual(
    changed.map(({ key, value }) => [key, value]),
    [
      ['certificateOfIncorporation', 'new-certificate.pdf'],
      ['accountName', 'Right Ltd'],
      ['accountNumber', NEW_NUMBER],
      ['accountType', 'Savings'],
    ],
  );
  const opened = await operator.client.call(changed[0]?.fileUrl ?? '');
  assert.match(opened.text, /A new certificate/);
  assert.equal((await decide(operator.client, next, APPROVE)).json.state, 'EXECUTED');
  assert.equal(await revealedNumber(business), NEW_NUMBER);
  const { certificateOfIncorporation: certificate } = await profileOf(business);
  assert.equal(certificate.name, 'new-certificate.pdf');
});

test('a correction of one field keeps the other new values, until they are set back', async () => {
  const business = await activeBusiness(testServer);
  const { businessName, bankAccount } = await profileOf(business);
  const { accountName, accountType, branch, branchCode } = bankAccount;
  const registered = { bankId: bankAccount.bankId, accountName, accountType, branch, branchCode };
  const banks = (await business.client.call('/api/v1/banks')).json;
  const { id: bankId, name } = banks.find(({ id }: { id: string }) => id !== registered.bankId);
  const account = { ...registered, bankId, accountNumber: NEW_NUMBER };
  await send(business, { businessName: 'New Ltd', bankAccount: account }, pdfOf('New'));
  const changedAfter = async (correction: Record<string, unknown>) => {
    const read = await requestOf(operator.client, business);
    await decide(operator.client, read, correct('taxNumber'));
    const { json } = await send(business, correction);
    return json.fields.map(({ after: value }: { after: string }) => value);
  };
  const [file, number] = ['new-certificate.pdf', '•••• 7888'];
  const one = await changedAfter({ taxNumber: '1888888888' });
  assert.deepEqual(one, ['New Ltd', '1888888888', file, name, number]);
  assert.deepEqual(await changedAfter({ businessName }), ['1888888888', file, name, number]);
  const back = await changedAfter({ bankAccount: registered });
  assert.deepEqual(back, ['1888888888', file], 'the number belongs to its bank');
});

test('a rejected change leaves all as it was, says why, and another one can be sent', async () => {
  const business = await activeBusiness(testServer);
  const before_ = await profileOf(business);
  await send(business, { taxNumber: '1999999999' });
  const read = await requestOf(operator.client, business);
  const foreign = await decide(operator.client, read, { ...REJECT, code: 'ALREADY_REGISTERED' });
  assert.equal(foreign.json.code, 'INPUT_INVALID', 'a reason for registrations only');
  assert.equal((await decide(operator.client, read, REJECT)).json.state, 'REJECTED');
  assert.deepEqual(await profileOf(business), before_);
  const change = await latestChange(business);
  assert.deepEqual([change.state, change.review?.comment], ['REJECTED', REJECT.comment]);
  const [message] = await testServer.outbox(business.person.email);
  assert.match(message?.text ?? '', /We found no such company\./);
  const again = await send(business, { taxNumber: '1888888888' });
  assert.deepEqual([again.status, again.json.attempt], [201, 1]);
});

test('a change that was taken back can not be decided, and makes room for another', async () => {
  const business = await activeBusiness(testServer);
  const sent = await send(business, { taxNumber: '1999999999' });
  const read = await requestOf(operator.client, business);
  assert.equal((await takeBack(business, sent.json.id)).status, 204);
  assert.equal((await latestChange(business)).state, 'WITHDRAWN');
  const late = await decide(operator.client, read, APPROVE);
  assert.equal(late.json.code, 'REQUEST_NOT_PENDING');
  assert.equal((await takeBack(business, sent.json.id)).json.code, 'REQUEST_NOT_PENDING');
  assert.equal((await send(business, { taxNumber: '1777777777' })).status, 201);
});

test('what can not be made is said in text, and can be sent again', async () => {
  const business = await activeBusiness(testServer);
  const banks = (await business.client.call('/api/v1/banks')).json;
  const account = (await profileOf(business)).bankAccount;
  const bankId: string = banks[1].id;
  await send(business, { bankAccount: { ...account, bankId, accountNumber: NEW_NUMBER } });
  const close = (day: string | null) => closeBank(testServer, bankId, day);
  await close('2020-01-01');
  const read = await requestOf(operator.client, business);
  assert.equal((await decide(operator.client, read, APPROVE)).json.state, 'EXECUTION_FAILED');
  const change = await latestChange(business);
  assert.equal(change.state, 'ACTION_REQUIRED');
  assert.match(
    change.review?.reason ?? '',
    /approved, but could not be made: Please choose a bank/,
  );
  assert.equal(change.review?.corrections[0]?.label, 'Bank');
  const [message] = await testServer.outbox(business.person.email);
  assert.match(message?.subject ?? '', /One more thing about the change/);
  await close(null);
  assert.equal((await takeBack(business, change.id)).status, 204, 'given up');
});

test('data that changed underneath a change keep it from being made', async () => {
  const business = await activeBusiness(testServer);
  await send(business, { taxNumber: '1999999999' });
  await testServer.ctx.db.asPlatform('test', (tx) =>
    tx
      .updateTable('merchants')
      .set({ city: 'Elsewhere', details_version: 2 })
      .where('id', '=', business.merchantId)
      .execute(),
  );
  const read = await requestOf(operator.client, business);
  assert.equal((await decide(operator.client, read, APPROVE)).json.state, 'EXECUTION_FAILED');
  const change = await latestChange(business);
  assert.match(change.review?.reason ?? '', /The data of the business have changed since then/);
  const profile = await profileOf(business);
  assert.deepEqual([profile.taxNumber, profile.businessAddress.city], ['1000123456', 'Elsewhere']);
  const again = await send(business, { taxNumber: '1999999999' });
  assert.deepEqual([again.status, again.json.attempt], [201, 2]);
  const next = await requestOf(operator.client, business);
  assert.equal((await decide(operator.client, next, APPROVE)).json.state, 'EXECUTED');
});

test('a change that is not checked in time can be sent again as it is', async () => {
  const business = await activeBusiness(testServer);
  await send(business, { taxNumber: '1999999999' });
  testServer.clock.advance(14 * DAY + 60_000);
  await expireRequests(testServer.ctx, approvalActions(testServer.ctx));
  operator.client = await testServer.signIn('OPERATOR', operator.email);
  business.client = await testServer.signIn('MERCHANT', business.person.email);
  const change = await latestChange(business);
  assert.equal(change.state, 'ACTION_REQUIRED');
  assert.match(change.review?.reason ?? '', /not reviewed in time/);
  assert.equal((await send(business, change.content)).json.attempt, 2);
});
