import { type Desk, openDesk } from '#features/imports/imports-test-calls.ts';
import { logoOf } from '#demo/demo-files.ts';
import { failureColumns } from '#features/debits/debits-changes.ts';
import { driveDebit } from '#features/disputes/disputes-test-debit.ts';
import { activeMandate, openBank, openPayer } from '#testing/test-mandate.ts';
import { type FuzzImport, importRecipes } from './fuzz-customers.ts';
import type { TestPerson } from '#testing/test-server.ts';
import type { Recipes } from './fuzz-near.ts';
import type { FuzzServer } from './fuzz-server.ts';

let count = 0;

/** Valid calls about transactions of one active mandate. */
export async function debitRecipes(fuzz: FuzzServer, desk: Desk): Promise<Recipes> {
  const { testServer } = fuzz;
  const { client, merchantId } = desk;
  const payer = await openPayer(testServer, { client, merchantId });
  let bank: Promise<TestPerson> | null = null;
  const officer = () => {
    bank ??= openBank(testServer);
    return bank;
  };
  let mandateId: Promise<string> | null = null;
  const mandate = () => {
    mandateId ??= officer().then((one) => activeMandate(testServer, one, payer));
    return mandateId;
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
  /** A debit that was taken, for its payer's bank to dispute. */
  const taken = async () => {
    const { transactionId } = await made();
    await driveDebit(testServer, transactionId, 'PROCESSING');
    await driveDebit(testServer, transactionId, 'CLEARED');
    return { params: { transactionId }, body: { reason: 'I have left' } };
  };
  const disputed = async () => {
    const { params: where, body } = await taken();
    const { client: atBank } = await officer();
    const path = `/api/v1/transactions/${where.transactionId}/dispute`;
    await atBank.call(path, { method: 'POST', body });
    return where;
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
    openDispute: async () => ({ client: (await officer()).client, ...(await taken()) }),
    getDispute: async () => ({ client, params: { merchantId, ...(await disputed()) } }),
    getDisputeView: async () => ({
      client: (await officer()).client,
      params: await disputed(),
    }),
    answerDispute: async () => {
      const where = await disputed();
      const file1 = new File([logoOf([1, 2, 3])], 'contract.png');
      const answer = { text: 'The contract was signed for a year' };
      return { client, params: { merchantId, ...where }, body: answer, files: { file1 } };
    },
    retryTransaction: async () => {
      const where = await made();
      await failForFunds(fuzz, where.transactionId);
      return { client, params: where, body: {} };
    },
  };
}

/** Fails a debit for insufficient funds, as if it had been sent and answered. */
async function failForFunds({ testServer }: FuzzServer, id: string): Promise<void> {
  await driveDebit(testServer, id, 'PROCESSING');
  await driveDebit(
    testServer,
    id,
    'FAILED',
    failureColumns('INSUFFICIENT_FUNDS', { code: 'AM04' }),
  );
}
