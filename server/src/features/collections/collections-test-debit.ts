import assert from 'node:assert/strict';
import { payableOf } from '#features/ledger/ledger-store.ts';
import { businessNow, moveClock } from '#testing/setup/test-clock.ts';
import type { Unanswered } from '#testing/setup/test-unanswered.ts';
import { activeMandate, openShop } from '#testing/test-mandate.ts';
import type { TestServer } from '#testing/test-server.ts';
import { takeStatuses } from './collections-answers.ts';
import { returnCollections, settleCollections } from './collections-money.ts';

/** A debit that was sealed; what a bank then says is said by the functions of clearing. */
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
  /** Moves from cut-off to cut-off until it is in a file, so many at most; its submission then. */
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
  ) =>
    asPlatform('test', (tx) => takeStatuses(ctx, tx, [{ ...key, status, code, text: null }], at));
  const settle = (entryId = 'E1', key = item) =>
    asPlatform('test', (tx) => settleCollections(ctx, tx, [key], { entryId, at }));
  const takeBack = (code: string, amount = 100_000) =>
    asPlatform('test', (tx) =>
      returnCollections(ctx, tx, [{ ...item, code, text: null, amount }], at),
    );
  const payable = () => asPlatform('test', (tx) => payableOf(tx, merchant.organizationId));
  return { ...merchant, path, id, one, mandate, seal, at, item, say, settle, takeBack, payable };
}
