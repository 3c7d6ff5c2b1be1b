import type { Desk } from '#features/imports/imports-test-calls.ts';
import { giveUpWaiting, markSent, startDeadline } from '#features/payouts/payouts-submission.ts';
import { addDays } from '@tegeka/contract/kit/day.ts';
import { readClock } from '#testing/setup/test-clock.ts';
import { settleFor } from '#testing/setup/test-money.ts';
import { clearingRecipes } from './fuzz-clearing.ts';
import type { Recipes } from './fuzz-near.ts';
import type { FuzzServer } from './fuzz-server.ts';

const DAY = 86_400_000;

let plans = 0;

/** Valid calls about payouts: each finds money that can be paid out. */
export function payoutRecipes(fuzz: FuzzServer, desk: Desk): Recipes {
  const { client, merchantId, person } = desk;
  const { testServer } = fuzz;
  const { ctx } = testServer;
  const base = `/api/v1/merchants/${merchantId}`;
  const params = { merchantId };
  const agoDays = (days: number) => new Date(ctx.clock.now().getTime() - days * DAY);
  // So little that none of many on one day has to be released.
  const body = { amount: 20_000 };
  const settle = () => settleFor(testServer, person.organizationId, body.amount, agoDays(3));
  const unknown = async () => {
    await settle();
    const { json } = await client.call(`${base}/payouts`, { method: 'POST', body });
    await ctx.db.asPlatform('test', async (tx) => {
      const fileId = ctx.ids.uuid(ctx.clock.now());
      await markSent(tx, [json.id], { fileId, at: agoDays(30) });
      await startDeadline(tx, fileId, agoDays(30));
      await giveUpWaiting(tx, ctx.clock.now(), 1);
    });
    return String(json.id);
  };
  return {
    ...clearingRecipes(fuzz, { organizationId: person.organizationId, sentPayout: unknown }),
    createPricePlan: async () => {
      const operator = await fuzz.clientOf('OPERATOR');
      // Each begins on a day of its own.
      const startsOn = addDays((await readClock({ client: operator })).today, 200 + (plans += 1));
      const charge = { basisPoints: 100, fixed: 0, minimum: 500, maximum: 10_000 };
      return { client: operator, body: { startsOn, merchantId, ...charge, givesBack: false } };
    },
    createPayout: async () => {
      await settle();
      return { client, params, body };
    },
    updatePayoutSettings: async () => {
      const { json } = await client.call(`${base}/payout-settings`);
      return { client, params, body: { ...json, schedule: 'MANUAL', minimum: 5000 } };
    },
    resolvePayout: async () => ({
      client: await fuzz.clientOf('OPERATOR'),
      params: { payoutId: await unknown() },
      body: { outcome: 'REJECTED', evidence: 'The bank said so by phone' },
    }),
  };
}
