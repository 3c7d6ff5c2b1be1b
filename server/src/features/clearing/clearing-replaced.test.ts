import assert from 'node:assert/strict';
import { rename, rm, writeFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { addDays } from '@tegeka/contract/kit/day.ts';
import { ERRORS } from '@tegeka/contract/kit/errors.ts';
import { moveClock, readClock } from '#testing/setup/test-clock.ts';
import { until } from '#testing/test-mandate.ts';
import { openClearing, type TestClearing } from './clearing-test-bank.ts';

let close: TestClearing['close'];
let testServer: TestClearing['testServer'];
let bank: TestClearing['bank'];
before(async () => {
  ({ close, testServer, bank } = await openClearing());
});
after(() => close());

/** An active mandate, the replacement of it that waits for the bank, and what the bank says of both. */
async function openReplaced(change: object = {}) {
  const { one, replace, payer, person, ...old } = await bank.asked();
  await bank.settled(await bank.put(bank.answer(old, true)));
  const { id, reference, state } = await replace(change);
  assert.equal(state, 'PENDING_APPROVAL');
  const file = await until(async () => (await bank.sentAbout(reference))[0]);
  const next = async () => {
    const client = await testServer.signIn('MERCHANT', person.email);
    return (await client.call(`${payer.mandates}/${id}`)).json;
  };
  return {
    one,
    next,
    reference,
    accept: async () => bank.settled(await bank.put(bank.answer({ reference, file }, true))),
    cancelOld: async (reasonCode?: string) =>
      bank.settled(await bank.put(bank.cancellation(old.reference, reasonCode))),
  };
}

test('a consent that the bank has ended does not go on in a replacement', async () => {
  const { one, next, accept, cancelOld } = await openReplaced();
  await cancelOld();
  assert.equal((await one()).state, 'CANCELLED');
  await accept();
  const { state, reason } = await next();
  assert.equal(state, 'FAILED');
  assert.equal(reason, ERRORS.CONSENT_ENDED[1]);
});

test('nor in one that was confirmed before and waits for its first day', async () => {
  const { today } = await readClock(await testServer.operator());
  const { next, accept, cancelOld, reference } = await openReplaced({ start: addDays(today, 1) });
  await accept();
  assert.equal((await next()).state, 'REGISTERED');
  await cancelOld();
  await moveClock(await testServer.operator(), 'TOMORROW');
  const { state, reason } = await next();
  assert.equal(state, 'FAILED');
  assert.equal(reason, ERRORS.CONSENT_ENDED[1]);
  const told = await until(async () => (await bank.sentAbout(reference))[1]);
  assert.equal(told.items[0]?.kind, 'CANCELLATION');
});

test('nor in one that has taken its place before the cancellation came, and the bank is told of that', async () => {
  const { one, next, accept, cancelOld, reference } = await openReplaced();
  await accept();
  assert.deepEqual([(await one()).state, (await next()).state], ['COMPLETED', 'ACTIVE']);
  // The bank repeats what we have told it.
  assert.deepEqual((await cancelOld('MD17')).kinds, ['ENDED']);
  assert.equal((await next()).state, 'ACTIVE');
  assert.deepEqual((await cancelOld()).kinds, []);
  const { state, reason } = await next();
  assert.deepEqual(
    [state, reason],
    ['CANCELLED', 'Cancelled by the bank. The account holder has asked for it (MD16)'],
  );
  const told = await until(async () => (await bank.sentAbout(reference))[1]);
  assert.equal(told.items[0]?.kind, 'CANCELLATION');
});

test('a cancellation waits until the inquiry about its mandate is sent', async () => {
  const { replace, payer, person, ...old } = await bank.asked();
  await bank.settled(await bank.put(bank.answer(old, true)));
  // A file in the place of the folder: nothing can be sent.
  await rename(bank.place('out'), bank.place('kept'));
  await writeFile(bank.place('out'), '');
  const { id, reference } = await replace();
  const operator = await testServer.operator();
  const files = async (): Promise<{ failures: number }[]> =>
    (await operator.client.call(`/api/v1/clearing-files?reference=${reference}`)).json.content;
  await until(async () => (await files()).some(({ failures }) => failures > 0));
  await rm(bank.place('out'));
  await rename(bank.place('kept'), bank.place('out'));
  const cancel = { method: 'POST', body: { reason: 'They have moved' } } as const;
  assert.equal((await person.client.call(`${payer.mandates}/${id}/cancel`, cancel)).status, 200);
  await until(async () => (await files()).length === 2);
  await testServer.doDue();
  assert.deepEqual(await bank.sentAbout(reference), [], 'the bank knows nothing of it yet');
  testServer.clock.advance(60_000);
  const sent = await until(async () => {
    const both = await bank.sentAbout(reference);
    return both.length === 2 && both;
  });
  const kinds = sent.map(({ items }) => items[0]?.kind);
  assert.deepEqual(kinds, ['REQUEST', 'CANCELLATION']);
});
