import { type Desk, openDesk } from '#features/imports/imports-test-calls.ts';
import {
  causeColumns,
  changeCollections,
  lockCollections,
} from '#features/collections/collections-changes.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { activeMandate, openBank, openPayer } from '#testing/test-mandate.ts';
import { type FuzzImport, importRecipes } from './fuzz-customers.ts';
import type { Recipes } from './fuzz-near.ts';
import type { FuzzServer } from './fuzz-server.ts';

let count = 0;

/** Valid calls about transactions of one active mandate. */
export async function collectionRecipes(fuzz: FuzzServer, desk: Desk): Promise<Recipes> {
  const { testServer } = fuzz;
  const { client, merchantId } = desk;
  const payer = await openPayer(testServer, { client, merchantId });
  let standing: Promise<string> | null = null;
  const mandate = () => {
    standing ??= openBank(testServer).then((officer) => activeMandate(testServer, officer, payer));
    return standing;
  };
  const transactions = `/api/v1/merchants/${merchantId}/transactions`;
  const params = { merchantId };
  const fresh = async () => ({
    mandateId: await mandate(),
    reference: `F-${(count += 1)}`,
    amount: 5000,
  });
  const made = async () => {
    const { json } = await client.call(transactions, { method: 'POST', body: await fresh() });
    return { merchantId, transactionId: String(json.id) };
  };
  const row = async () => {
    const path = `/api/v1/merchants/${merchantId}/mandates/${await mandate()}`;
    return `${(await client.call(path)).json.reference},FILE-${(count += 1)},5000`;
  };
  const fileOf = (...rows: string[]) =>
    `${['Mandate,Your Reference,Amount', ...rows].join('\n')}\n`;
  const files: FuzzImport = {
    noun: 'Transaction',
    mapping: { mandateReference: 0, reference: 1, amount: 2 },
    freshFile: async () => fileOf(await row(), await row()),
    refusedFile: fileOf(',,', 'TGK,X-1,much'),
  };
  return {
    ...importRecipes(fuzz, await openDesk(testServer, 'transactions', desk), files),
    createTransaction: async () => ({ client, params, body: await fresh() }),
    createTransactions: async () => ({
      client,
      params,
      body: { items: [await fresh(), await fresh()] },
    }),
    cancelTransaction: async () => ({
      client,
      params: await made(),
      body: { reason: 'Asked for twice' },
    }),
    checkTransaction: async () => ({
      client,
      params: { merchantId, mandateId: await mandate() },
    }),
    retryTransaction: async () => {
      const where = await made();
      await failForFunds(fuzz, where.transactionId);
      return { client, params: where, body: {} };
    },
  };
}

/** Fails a debit for insufficient funds, as if it had been sent and answered. */
async function failForFunds({ testServer }: FuzzServer, id: string): Promise<void> {
  const { ctx } = testServer;
  const at = ctx.clock.now();
  await ctx.db.asPlatform('test', async (tx) => {
    for (const to of ['PROCESSING', 'FAILED'] as const) {
      const row = (await lockCollections(tx, [id])).get(id);
      if (!row) throw new Error('The transaction is missing');
      const set =
        to === 'FAILED' ? causeColumns('INSUFFICIENT_FUNDS', { code: 'AM04' }) : { attempt: 1 };
      await changeCollections(tx, [{ row, to, set }], { actor: SYSTEM, at });
    }
  });
}
