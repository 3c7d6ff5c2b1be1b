import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { smsSignature } from '#features/mandates/mandates-routes.ts';
import { payerAccount, until } from '#testing/test-mandate.ts';
import { openClearing, SMS_KEY, type TestClearing } from './clearing-test-bank.ts';
import { writeAcceptance } from './iso/iso-mandates.ts';

let clearing: TestClearing;
let bank: TestClearing['bank'];
before(async () => {
  clearing = await openClearing();
  ({ bank } = clearing);
});
after(() => clearing.close());

test('a bank that refuses a cancellation is listed once, and the mandate stays cancelled', async () => {
  const { one, cancel, ...asked } = await bank.asked();
  const { reference } = asked;
  await bank.settled(await bank.put(bank.answer(asked, true)));
  await cancel();
  const file = await until(async () => (await bank.sentAbout(reference))[1]);
  const refuse = async () => bank.settled(await bank.put(bank.answer({ reference, file }, false)));
  const { kinds, exceptions } = await refuse();
  assert.deepEqual(kinds, ['CANCELLATION_REFUSED']);
  assert.equal(
    exceptions[0]?.explanation,
    `The bank does not accept that ${reference} is cancelled: The account is closed (AC04). Here it has ended, and nothing is collected. Settle it with the bank.`,
  );
  assert.deepEqual((await refuse()).kinds, []);
  assert.equal((await one()).state, 'CANCELLED');
});

test('what a bank says of a mandate before the payer has agreed changes nothing', async () => {
  const { payer, person } = await bank.asked();
  const account = await payerAccount(clearing.testServer);
  const { json: mandate } = await payer.create({ consentWay: 'SMS', ...account });
  const { reference } = mandate;
  const answer = bank.answer({ reference, file: { messageId: randomUUID() } }, true);
  const answered = await bank.settled(await bank.put(answer));
  const cancelled = await bank.settled(await bank.put(bank.cancellation(reference)));
  assert.deepEqual([answered.kinds, cancelled.kinds], [['NOT_ASKED'], ['NOT_ASKED']]);
  assert.match(
    answered.exceptions[0]?.explanation ?? '',
    /was not asked about TGK\w+ by a message/,
  );
  assert.match(cancelled.exceptions[0]?.explanation ?? '', /to which the payer has not agreed yet/);
  const now = await person.client.call(`${payer.mandates}/${mandate.id}`);
  assert.equal(now.json.state, 'PENDING_VERIFICATION');
});

test('a message without items, and one with an id that is too long, are refused whole', async () => {
  const { one, file, reference } = await bank.asked();
  const item = { originalMessageId: file.messageId, reference, accepted: true, reasonCode: null };
  for (const [text, explanation] of [
    [writeAcceptance(bank.head(), []), /The message has no items/],
    [writeAcceptance(bank.head('9'.repeat(36)), [item]), /The id of the message is too long/],
  ] as const) {
    const { to, kinds, exceptions } = await bank.settled(await bank.put(text));
    assert.deepEqual([to, kinds], ['bad', ['UNREADABLE']]);
    assert.match(exceptions[0]?.explanation ?? '', explanation);
  }
  assert.equal((await one()).state, 'PENDING_APPROVAL');
});

test('the bank is told whether the business or the payer has ended a mandate', async () => {
  const reasonFor = async (reference: string) => {
    const file = await until(async () => (await bank.sentAbout(reference))[1]);
    const [item] = file.items;
    return item?.kind === 'CANCELLATION' ? item.reasonCode : null;
  };
  const ofBusiness = await bank.asked();
  await ofBusiness.cancel();
  assert.equal(await reasonFor(ofBusiness.reference), 'MD17');
  const { reference, payer } = await bank.asked();
  const at = clearing.testServer.clock.now().toISOString();
  const [id, from, text] = [randomUUID(), payer.phoneNumber, `STOP ${reference}`];
  const body = { id, from, text, at, signature: smsSignature(SMS_KEY, [id, from, text, at]) };
  const call = { method: 'POST', body, isProgram: true };
  const { json } = await clearing.testServer.stranger().call('/api/v1/sms/inbound', call);
  assert.equal(json.result, 'STOPPED');
  assert.equal(await reasonFor(reference), 'MD16');
});
