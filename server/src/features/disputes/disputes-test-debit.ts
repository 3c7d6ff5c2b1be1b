import assert from 'node:assert/strict';
import type { DebitState } from '@tegeka/contract/debits/debits.ts';
import { failureColumns, changeDebits, lockDebits } from '#features/debits/debits-changes.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { activeMandate } from '#testing/test-mandate.ts';
import { openPayerPages } from '#testing/test-payer.ts';
import type { TestPerson, TestServer } from '#testing/test-server.ts';

/** Changes the state of a debit as if it was sent and answered, with the failure reason of a failure. */
export function driveDebit(
  { ctx }: TestServer,
  id: string,
  to: DebitState,
  failureReason = failureColumns('DISPUTED'),
): Promise<void> {
  return ctx.db.asPlatform('test', async (tx) => {
    const row = (await lockDebits(tx, [id])).get(id);
    assert.ok(row);
    const at = ctx.clock.now();
    const set = {
      ...(to === 'PROCESSING' && { attempt: 1 }),
      ...(to === 'SETTLED' && { settled_at: at }),
      ...((to === 'RETURNED' || to === 'FAILED') && failureReason),
    };
    await changeDebits(tx, [{ row, to, set }], { actor: SYSTEM, at });
  });
}

/** Payers at their page, each with a debit that was taken. */
export function openCollectedDebits(server: () => { testServer: TestServer; officer: TestPerson }) {
  const pages = openPayerPages(() => server().testServer);
  const collectedDebit = async () => {
    const { testServer, officer } = server();
    const merchant = await pages.shop();
    const mandateId = await activeMandate(testServer, officer, merchant);
    const { reference } = (await merchant.client.call(`${merchant.mandates}/${mandateId}`)).json;
    const transactions = merchant.mandates.replace('/mandates', '/transactions');
    const body = { mandateId, reference: 'TERM-1', amount: 120_000 };
    const { json } = await merchant.client.call(transactions, { method: 'POST', body });
    await driveDebit(testServer, json.id, 'PROCESSING');
    await driveDebit(testServer, json.id, 'CLEARED');
    const { visit } = await pages.openPage(merchant.phoneNumber);
    const page = `/me/mandates/${reference}`;
    const path = `${page}/debits/${json.reference}/dispute`;
    const shown = async () => (await visit(page)).text.replaceAll(/\s+/g, ' ');
    /** What the merchant reads in the history, newest first. */
    const history = async () => {
      const { content } = (await merchant.client.call(`${transactions}/${json.id}/events`)).json;
      return content
        .filter(({ kind }: { kind: string }) => kind.startsWith('DISPUTE'))
        .map(({ kind, reason }: { kind: string; reason: string | null }) => [kind, reason]);
    };
    const { id, reference: name } = json;
    const own = `${transactions}/${id}`;
    return { merchant, id: String(id), reference: String(name), own, visit, path, shown, history };
  };
  return { ...pages, collectedDebit };
}
