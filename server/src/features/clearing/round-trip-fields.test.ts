import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readCalendar } from '#features/calendar/calendar-days.ts';
import { submittedDebit } from '#features/debits/debits-test-debit.ts';
import { schemaErrors, WITHOUT_SCHEMAS } from '#testing/iso-schemas.ts';
import { moveClock } from '#testing/setup/test-clock.ts';
import { openUnanswered, type Unanswered } from '#testing/setup/test-unanswered.ts';
import { openShop, until } from '#testing/test-mandate.ts';
import { TEST_PRODUCT } from '#testing/test-merchant.ts';

let trip: Unanswered;
before(async () => {
  trip = await openUnanswered();
});
after(() => trip.close());

/** The newest file of ours with a message, as it goes out. */
async function newestText(message: string): Promise<string> {
  const { client } = trip.operator;
  const { id } = await until(async () => {
    const { content } = (await client.call('/api/v1/clearing-files?size=100')).json;
    return content.find((file: { message: string }) => file.message?.startsWith(message));
  });
  const body = { reason: 'To see its fields' };
  return (await client.call(`/api/v1/clearing-files/${id}/read`, { method: 'POST', body })).text;
}

const HOUSE = 'UGCHUGKA';
const PAYERS_BANK = 'SBICUGKX';
const agentIn = (text: string, name: string) =>
  new RegExp(`<${name}><FinInstnId><BICFI>([A-Z0-9]+)`).exec(text.replaceAll(/>\s+</g, '><'))?.[1];
const valueIn = (text: string, name: string) =>
  new RegExp(`<${name}[^>]*>([^<]*)<`).exec(text)?.[1];
const codeIn = (text: string, name: string) =>
  new RegExp(`<${name}><Cd>([A-Z]+)</Cd>`).exec(text.replaceAll(/>\s+</g, '><'))?.[1];

const receiverFrom = (day: string, receiver: 'HOUSE' | 'PAYERS_BANK') =>
  trip.testServer.ctx.db.asPlatform('test', (tx) =>
    tx
      .insertInto('channel_profiles')
      .values({
        channel: 'clearing-house',
        valid_from: new Date(day),
        items_per_file: 5000,
        answer_sessions: 2,
        answers: 'EXPLICIT',
        settlement_days: 3,
        inquiry_waits: [240, 1200],
        instructed_agent: receiver,
      })
      .execute(),
  );

/** A loan repayment that was sent to the bank. */
async function sentRepayment(categoryId: string) {
  const shop = await openShop(trip.testServer);
  const path = shop.mandates.replace('mandates', 'products');
  const body = { ...TEST_PRODUCT, code: 'P-1', categoryId, schedule: { kind: 'ON_DEMAND' } };
  const made = await shop.client.call(path, { method: 'POST', body });
  assert.equal(made.status, 201, made.text);
  return submittedDebit(trip, { productId: made.json.id, schedule: undefined }, shop);
}

const CATEGORY = '0193b000-0000-7000-8000-00000000c0';

test('a file of debits says when banks settle it, what it comes to, who receives it and what it is for', async () => {
  const debit = await sentRepayment(`${CATEGORY}03`);
  const text = await newestText('pacs.003');
  const { collectionDay } = await debit.one();
  const calendar = await trip.testServer.ctx.db.asPlatform('test', readCalendar);
  assert.equal(valueIn(text, 'ReqdColltnDt'), collectionDay);
  assert.equal(valueIn(text, 'IntrBkSttlmDt'), calendar.businessDaysAfter(collectionDay, 2));
  assert.match(text, /<TtlIntrBkSttlmAmt Ccy="UGX">100000</);
  assert.equal(valueIn(text, 'CtrlSum'), '100000');
  assert.deepEqual([codeIn(text, 'CtgyPurp'), codeIn(text, 'Purp')], ['LOAN', 'LOAR']);
  assert.deepEqual(
    [agentIn(text, 'InstdAgt'), agentIn(text, 'DbtrAgt')],
    [PAYERS_BANK, PAYERS_BANK],
  );
  if (WITHOUT_SCHEMAS === false) assert.equal(await schemaErrors(text), '');
});

test('a debit without a product has the category of other payments, and no purpose', async () => {
  await submittedDebit(trip);
  const text = await newestText('pacs.003');
  assert.deepEqual([codeIn(text, 'CtgyPurp'), codeIn(text, 'Purp')], ['OTHR', undefined]);
});

test('inquiries go to the bank of the payers; a profile names the clearing house as the receiver', async () => {
  const debit = await submittedDebit(trip);
  for (let n = 0; n < 12 && (await debit.one()).state !== 'UNKNOWN'; n += 1)
    await moveClock(trip.operator, 'NEXT_SESSION');
  assert.equal(agentIn(await newestText('pacs.028'), 'InstdAgt'), PAYERS_BANK);
  await receiverFrom((await debit.one()).collectionDay, 'HOUSE');
  const next = await submittedDebit(trip);
  const text = await newestText('pacs.003');
  assert.equal(agentIn(text, 'InstdAgt'), HOUSE);
  const { collectionDay } = await next.one();
  const calendar = await trip.testServer.ctx.db.asPlatform('test', readCalendar);
  assert.equal(valueIn(text, 'IntrBkSttlmDt'), calendar.businessDaysAfter(collectionDay, 3));
});
