import type { Desk } from '#features/imports/imports-test-calls.ts';
import { giveUpWaiting, markSent } from '#features/payouts/payouts-sending.ts';
import { settleFor } from '#testing/setup/test-money.ts';
import { clearingRecipes } from './fuzz-clearing.ts';
import type { Recipes } from './fuzz-near.ts';
import type { FuzzServer } from './fuzz-server.ts';

const DAY = 86_400_000;

/** Valid calls about payouts: each finds money that can be paid out. */
export function payoutRecipes(fuzz: FuzzServer, desk: Desk): Recipes {
  const { client, merchantId, person } = desk;
  const { testServer } = fuzz;
  const { ctx } = testServer;
  const base = `/api/v1/merchants/${merchantId}`;
  const params = { merchantId };
  const agoDays = (days: number) => new Date(ctx.clock.now().getTime() - days * DAY);
  const body = { amount: 1_000_000 };
  const settle = () => settleFor(testServer, person.organizationId, body.amount, agoDays(3));
  /** A payout that the bank has not answered. */
  const unknown = async () => {
    await settle();
    const { json } = await client.call(`${base}/payouts`, { method: 'POST', body });
    await ctx.db.asPlatform('test', async (tx) => {
      await markSent(tx, [json.id], { fileId: ctx.ids.uuid(ctx.clock.now()), at: agoDays(30) });
      await giveUpWaiting(tx, ctx.clock.now(), 1);
    });
    return String(json.id);
  };
  return {
    ...clearingRecipes(fuzz, { organizationId: person.organizationId, sentPayout: unknown }),
    createPayout: async () => {
      await settle();
      return { client, params, body };
    },
    updatePayoutSettings: async () => {
      const { json } = await client.call(`${base}/payout-settings`);
      return { client, params, body: { ...json, schedule: 'BY_HAND', minimum: 5000 } };
    },
    resolvePayout: async () => ({
      client: await fuzz.clientOf('OPERATOR'),
      params: { payoutId: await unknown() },
      body: { outcome: 'REJECTED', evidence: 'The bank said so by phone' },
    }),
  };
}
