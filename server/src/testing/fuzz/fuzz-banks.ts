import { APPROVE, decide } from '#features/approvals/approvals-test-calls.ts';
import type { TestClient } from '#testing/test-client.ts';
import { brokenClearingFile } from '#testing/setup/test-clearing-file.ts';
import type { Recipe, Recipes } from './fuzz-near.ts';
import type { FuzzServer } from './fuzz-server.ts';

const BANKS = '/api/v1/operator/banks';
const BANK_ID = '0193b001-0000-7000-8000-000000000003';

let count = 0;

/** Approves requests about the bank until none is pending and it is in the given state. Returns the bank. */
async function settledBank(client: TestClient, checker: TestClient, state?: string) {
  for (;;) {
    const bank = (await client.call(`${BANKS}/${BANK_ID}`)).json;
    if (bank.pendingRequestId !== null) {
      const address = `/api/v1/approval-requests/${bank.pendingRequestId}`;
      await decide(checker, (await checker.call(address)).json, APPROVE);
    } else if (state === undefined || bank.state === state) return bank;
    else {
      const verb = state === 'ACTIVE' ? 'enable' : 'disable';
      await client.call(`${BANKS}/${BANK_ID}/${verb}`, { method: 'PATCH', body: {} });
    }
  }
}

export async function bankRecipes(fuzz: FuzzServer): Promise<Recipes> {
  const params = { bankId: BANK_ID };
  const settled = async (state?: string) => {
    const client = await fuzz.clientOf('OPERATOR');
    // Signed in again: a token is valid for five minutes.
    const checker = (await fuzz.testServer.operator()).client;
    return { client, bank: await settledBank(client, checker, state) };
  };
  const fresh = () => `Bank ${(count += 1)}`;
  const switching =
    (state: string): Recipe =>
    async () => ({ client: (await settled(state)).client, params, body: { reason: 'As agreed' } });
  return {
    createBank: async () => {
      const { client, bank } = await settled();
      const { tier, activeFrom, activeTo, offersCurrentAccounts, confirmsBy, answerDays } = bank;
      const kept = { tier, activeFrom, activeTo, offersCurrentAccounts, confirmsBy, answerDays };
      const own = { name: fresh(), bic: null, takesDirectDebits: false, organizationId: null };
      return { client, body: { ...kept, ...own } };
    },
    updateBank: async () => {
      const { client, bank } = await settled();
      return { client, params, body: { ...bank, name: fresh() } };
    },
    closeException: async () => {
      const { client } = await settled();
      const content = `Dear sirs, the ${(count += 1)}th time`;
      const { exceptionId } = await brokenClearingFile(client, BANK_ID, content);
      const body = { outcome: 'NOTHING_TO_DO', reason: 'The bank sends it again' };
      return { client, params: { exceptionId }, body };
    },
    enableBank: switching('DISABLED'),
    disableBank: switching('ACTIVE'),
  };
}
