import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { writeNotification } from '#features/clearing/iso/iso-statements.ts';
import { payableOf } from '#features/ledger/ledger-store.ts';
import { decideAbout } from '#features/payouts/payouts-test-calls.ts';
import { takeFile } from '#testing/setup/test-clearing-file.ts';
import { businessNow, moveClock } from '#testing/setup/test-clock.ts';
import type { Unanswered } from '#testing/setup/test-unanswered.ts';
import { activeMandate, openShop, until } from '#testing/test-mandate.ts';
import type { TestServer } from '#testing/test-server.ts';
import { takeStatuses } from './collections-answers.ts';
import { returnCollections, settleCollections } from './collections-money.ts';

/** A sealed debit. The bank's answers are applied by the functions that clearing calls. */
export async function sealedDebit(
  { testServer, officer, operator }: Unanswered,
  change: object = {},
  shop?: Awaited<ReturnType<typeof openShop>>,
) {
  const merchant = shop ?? (await openShop(testServer));
  const asPlatform: TestServer['ctx']['db']['asPlatform'] = (why, work) =>
    testServer.ctx.db.asPlatform(why, work);
  // No schedule: it would make debits of its own on some days of the month.
  const terms = { schedule: { kind: 'ON_DEMAND' }, ...change };
  const mandateId = await activeMandate(testServer, officer, merchant.payer, terms);
  const path = merchant.mandates.replace('mandates', 'transactions');
  const body = { mandateId, reference: 'INV-1', amount: 100_000 };
  const made = await merchant.client.call(path, { method: 'POST', body });
  assert.equal(made.status, 201, made.text);
  const id: string = made.json.id;
  const one = async () => (await merchant.client.call(`${path}/${id}`)).json;
  const mandate = async () =>
    (await merchant.client.call(`${merchant.mandates}/${mandateId}`)).json;
  /**
   * Moves the clock from cut-off to cut-off, `most` times at most, until it is in a file. Returns its
   * submission.
   */
  const seal = async (most = 12) => {
    for (let n = 0; n < most && (await one()).state !== 'PROCESSING'; n += 1)
      await moveClock(operator, 'NEXT_SESSION');
    const { state, attempts } = await one();
    const at = await businessNow(operator);
    const [newest] = attempts;
    if (state !== 'PROCESSING' || !newest) return { at, item: undefined };
    const { number: attempt, instructionId } = newest;
    const { organizationId } = merchant;
    return { at, item: { organizationId, collectionId: id, attempt, instructionId } };
  };
  const { at, item } = await seal();
  assert.ok(item, 'It was not sealed');
  const { ctx } = testServer;
  const say = (
    status: 'ACCEPTED' | 'REJECTED' | 'IN_PROGRESS',
    code: string | null = null,
    key = item,
    when = at,
  ) =>
    asPlatform('test', (tx) => takeStatuses(ctx, tx, [{ ...key, status, code, text: null }], when));
  const settle = (entryId = 'E1', key = item) =>
    asPlatform('test', (tx) => settleCollections(ctx, tx, [key], { entryId, at }));
  const takeBack = (code: string, amount = 100_000) =>
    asPlatform('test', (tx) =>
      returnCollections(ctx, tx, [{ ...item, code, text: null, amount }], at),
    );
  const payable = () => asPlatform('test', (tx) => payableOf(tx, merchant.organizationId));
  return { ...merchant, path, id, one, mandate, seal, at, item, say, settle, takeBack, payable };
}

/** Two operators match a debit with a booking of the settlement bank that has no id. */
export async function matchMoney(
  rail: Unanswered,
  direction: 'CREDIT' | 'DEBIT',
  reference: string,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
) {
  const {
    settlementBic: from,
    bic: to,
    settlementAccount: account,
  } = rail.testServer.config.clearing;
  const head = { messageId: randomUUID(), createdAt: rail.testServer.clock.now(), from, to };
  const of = { statementId: randomUUID(), account, agent: from, fromDay: null, toDay: null };
  const entry = {
    amount: 100_000,
    currency: 'UGX',
    direction,
    booked: true,
    bookedOn: '2026-12-07',
    batch: null,
    entryId: randomUUID(),
    items: [],
  };
  const content = writeNotification(head, of, [entry]);
  const { client } = rail.operator;
  const name = `${randomUUID()}.xml`;
  const file = (await takeFile(client, { from: 'settlement-bank', name, content })).json;
  const checker = await rail.testServer.operator();
  await decideAbout(checker, name, { decision: 'APPROVE' });
  const exceptions = '/api/v1/operator/exceptions';
  const found = await until(async () => {
    const { content: all } = (await client.call(`${exceptions}?size=100`)).json;
    return all.find((one: { file: { id: string } }) => one.file.id === file.id);
  });
  const match = { reason: 'The bank has said so by phone', reference };
  const asked = await client.call(`${exceptions}/${found.id}/match`, {
    method: 'POST',
    body: match,
  });
  await meanwhile();
  return asked.status === 202 ? decideAbout(checker, reference, { decision: 'APPROVE' }) : asked;
}
