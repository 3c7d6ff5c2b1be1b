import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { openTestServer, type TestServer } from '#testing/test-server.ts';
import { type Pricing, priceDebit } from './pricing-price.ts';
import { readPlans } from './pricing-store.ts';

const PLATFORM: Pricing = {
  plan: {
    basisPoints: 100,
    fixed: 0,
    minimum: 500,
    maximum: 10_000,
    givesBack: false,
  },
  dutyBasisPoints: 1500,
};

const amounts = fc.integer({ min: 1, max: 10_000_000_000 });
const pricings: fc.Arbitrary<Pricing> = fc
  .record({
    basisPoints: fc.integer({ min: 0, max: 10_000 }),
    fixed: fc.integer({ min: 0, max: 100_000 }),
    minimum: fc.integer({ min: 0, max: 5000 }),
    above: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
    dutyBasisPoints: fc.integer({ min: 0, max: 5000 }),
  })
  .map(({ above, dutyBasisPoints, ...plan }) => ({
    plan: {
      ...plan,
      maximum: above === null ? null : plan.minimum + above,
      givesBack: false,
    },
    dutyBasisPoints,
  }));

test('a debit is taken apart to the shilling', () => {
  assert.deepEqual(priceDebit(PLATFORM, 150_000), {
    charge: 1500,
    exciseDuty: 225,
    net: 148_275,
  });
  // 1 % of 50,050 is 500.5, rounded up; duty 75.15.
  assert.deepEqual(priceDebit(PLATFORM, 50_050), { charge: 501, exciseDuty: 75, net: 49_474 });
  // At least 500, at most 10,000.
  assert.equal(priceDebit(PLATFORM, 1000)?.charge, 500);
  assert.equal(priceDebit(PLATFORM, 10_000_000)?.charge, 10_000);
  assert.equal(priceDebit(PLATFORM, 575), null, 'nothing would be left');
  assert.deepEqual(priceDebit(PLATFORM, 576), { charge: 500, exciseDuty: 75, net: 1 });
});

test('whatever the plan, a debit is its charge, duty and net, and nothing has a fraction', () => {
  fc.assert(
    fc.property(pricings, amounts, (pricing, amount) => {
      const price = priceDebit(pricing, amount);
      if (price === null) return;
      const { charge, exciseDuty, net } = price;
      assert.equal(charge + exciseDuty + net, amount);
      for (const part of [charge, exciseDuty, net])
        assert.ok(Number.isSafeInteger(part) && part >= 0);
      assert.ok(charge >= pricing.plan.minimum && charge <= (pricing.plan.maximum ?? Infinity));
      // Half-up: never more than half a shilling from the exact share.
      const exact = (charge * pricing.dutyBasisPoints) / 10_000;
      assert.ok(Math.abs(exciseDuty - exact) <= 0.5);
    }),
  );
});

test('a larger debit is never charged less', () => {
  fc.assert(
    fc.property(
      pricings,
      amounts,
      fc.integer({ min: 0, max: 1_000_000 }),
      (pricing, amount, more) => {
        const smaller = priceDebit(pricing, amount);
        const larger = priceDebit(pricing, amount + more);
        if (smaller === null || larger === null) return;
        assert.ok(larger.charge >= smaller.charge && larger.exciseDuty >= smaller.exciseDuty);
      },
    ),
  );
});

test('amounts multiplied or divided by 100: one per cent of a shilling amount is one per cent', () => {
  const plain = { plan: { ...PLATFORM.plan, minimum: 0, maximum: null }, dutyBasisPoints: 0 };
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), (hundreds) => {
      assert.equal(priceDebit(plain, hundreds * 100)?.charge, hundreds);
    }),
  );
});

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

test('a merchant is charged by its own plan from its first day on, others by the platform’s', async () => {
  const { organizationId } = await testServer.merchant();
  const other = await testServer.merchant();
  const { db, ids, clock } = testServer.ctx;
  await db.asPlatform('test', async (tx) => {
    await tx
      .insertInto('price_plans')
      .values({
        id: ids.uuid(clock.now()),
        organization_id: organizationId,
        starts_on: '2026-03-01',
        basis_points: 50,
        fixed: 200,
        minimum: 0,
        maximum: null,
        currency: 'UGX',
      })
      .execute();
    const earlier = (await readPlans(tx, '2026-02-28'))(organizationId);
    assert.deepEqual(earlier, PLATFORM);
    const pricingOf = await readPlans(tx, '2026-03-01');
    assert.equal(priceDebit(pricingOf(organizationId), 100_000)?.charge, 700);
    assert.equal(priceDebit(pricingOf(other.organizationId), 100_000)?.charge, 1000);
  });
  const ofTenant = await db.asTenant(organizationId, (tx) => readPlans(tx, '2026-03-01'));
  const own = ofTenant(organizationId);
  assert.equal(own.plan.basisPoints, 50);
});

test('duty is that of the day', async () => {
  const { organizationId } = await testServer.merchant();
  await testServer.ctx.db.asPlatform('test', async (tx) => {
    const dutyOn = async (day: string) =>
      (await readPlans(tx, day))(organizationId).dutyBasisPoints;
    assert.deepEqual([await dutyOn('2018-06-30'), await dutyOn('2018-07-01')], [1000, 1500]);
  });
});
