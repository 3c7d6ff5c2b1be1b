import { postEntries } from '#features/ledger/ledger-store.ts';
import type { TestAnswer } from '../test-client.ts';
import type { TestServer } from '../test-server.ts';

/** Posts a settled debit for which a merchant is owed `amount` whole shillings. Returns the debit's id. */
export async function settleFor(
  { ctx }: TestServer,
  organizationId: string,
  amount: number,
  at: Date,
): Promise<string> {
  const sourceId = ctx.ids.uuid(ctx.clock.now());
  await ctx.db.asPlatform('test', (tx) =>
    postEntries(tx, { sourceKind: 'debit', purpose: 'SETTLED', at }, [
      {
        organizationId,
        sourceId,
        lines: [
          { account: 'SETTLEMENT_BANK', amount: amount + 1150 },
          { account: 'PAYABLE', amount: -amount },
          { account: 'CHARGES_INCOME', amount: -1000 },
          { account: 'DUTY_PAYABLE', amount: -150 },
        ],
      },
    ]),
  );
  return sourceId;
}

/** Posts the return of a debit, for which a merchant owes `amount` whole shillings. */
export async function returnFor(
  { ctx }: TestServer,
  organizationId: string,
  { sourceId, amount }: { sourceId: string; amount: number },
  at: Date,
): Promise<void> {
  const lines = [
    { account: 'PAYABLE', amount },
    { account: 'SETTLEMENT_BANK', amount: -amount },
  ] as const;
  await ctx.db.asPlatform('test', (tx) =>
    postEntries(tx, { sourceKind: 'debit', purpose: 'RETURNED', at }, [
      { organizationId, sourceId, lines },
    ]),
  );
}

/** From now on a merchant has a price plan by which charge and duty are given back at a return. */
export async function givesBack({ ctx }: TestServer, organizationId: string): Promise<void> {
  const plan = {
    id: ctx.ids.uuid(ctx.clock.now()),
    organization_id: organizationId,
    starts_on: '2026-01-01',
    basis_points: 100,
    fixed: 0,
    minimum: 500,
    maximum: 10_000,
    currency: 'UGX',
    gives_back: true,
  };
  await ctx.db.asPlatform('test', (tx) => tx.insertInto('price_plans').values(plan).execute());
}

/** One operator asks for a price plan and another approves it; gives the answer of the approval. */
export async function makePricePlan(testServer: TestServer, plan: object): Promise<TestAnswer> {
  const [maker, checker] = [await testServer.operator(), await testServer.operator()];
  const path = '/api/v1/operator/price-plans';
  const asked = await maker.client.call(path, { method: 'POST', body: plan });
  if (asked.status !== 202) throw new Error(`Not asked for: ${asked.text}`);
  const request = `/api/v1/approval-requests/${asked.json.requestId}`;
  const { snapshotHash } = (await checker.client.call(request)).json;
  const body = { decision: 'APPROVE', snapshotHash };
  return checker.client.call(`${request}/decisions`, { method: 'POST', body });
}
