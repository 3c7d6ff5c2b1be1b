import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Payout, PayoutDetail } from '@tegeka/contract/payouts/payouts.ts';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { checkLedger } from '#testing/ledger-checks.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';
import { bookPayout, bouncePayout } from './payouts-answers.ts';
import { openListedShop, refusePayout, sendPayouts } from './payouts-test-calls.ts';

let testServer: TestServer;
let operator: TestPerson;

before(async () => {
  testServer = await openTestServer();
  operator = await testServer.operator();
});
after(async () => {
  try {
    await checkLedger(testServer);
  } finally {
    await testServer.close();
  }
});

type Shop = Awaited<ReturnType<typeof openListedShop>>;

const asPlatform = <T>(work: Parameters<typeof testServer.ctx.db.asPlatform<T>>[1]) =>
  testServer.ctx.db.asPlatform('test', work);

const STEPS = ['old', 'new', 'return', 'pay all', 'pay some', 'refuse', 'bounce', 'book'] as const;

/** What happens next: the number is an amount, or chooses the debit or payout. */
const step = fc.record({
  what: fc.constantFrom(...STEPS),
  number: fc.integer({ min: 10_000, max: 400_000 }),
});

async function play(
  shop: Shop,
  steps: readonly { what: (typeof STEPS)[number]; number: number }[],
) {
  const { payOut, settle, takeBack, list, now } = shop;
  const debits: { id: string; net: number }[] = [];
  for (const { what, number } of steps) {
    const { content }: { content: Payout[] } = await list();
    const payout = content[number % Math.max(content.length, 1)];
    const { id = '', state } = payout ?? {};
    if (what === 'old' || what === 'new')
      debits.push({ id: await settle(number, what === 'old' ? 3 : 0), net: number });
    else if (what === 'return') {
      const [debit] = debits.splice(number % Math.max(debits.length, 1), 1);
      if (debit) await takeBack(debit.id, debit.net + 1150);
    } else if (what === 'pay all') await payOut();
    else if (what === 'pay some') await payOut({ amount: Math.round(number / 4) });
    else if (state === 'PENDING') await sendPayouts(testServer, operator);
    else if (state === 'SENT' && what === 'refuse') await refusePayout(testServer, id, now);
    else if (state === 'SENT' || (state === 'REJECTED' && what === 'book' && payout?.sentAt))
      await asPlatform((tx) => bookPayout(tx, id, now));
    else if (state === 'PAID' && what === 'bounce')
      await asPlatform((tx) =>
        bouncePayout(testServer.ctx, tx, id, { code: null, reason: 'Closed', at: now }),
      );
  }
}

/** Checks that payouts follow on each other, and returns what they have listed and left. */
async function followed({ list, detail, items }: Shop) {
  const found: { listed: string[]; left: number; paid: number } = { listed: [], left: 0, paid: 0 };
  for (const { id } of (await list()).content.toReversed()) {
    const { totals, amount, broughtForward, carriedForward }: PayoutDetail = await detail(id);
    const net = totals.reduce((sum, one) => sum + one.net, 0);
    assert.equal(broughtForward, found.left);
    assert.equal(broughtForward + net - carriedForward, amount);
    const own = await items(id);
    assert.equal(
      own.reduce((sum, one) => sum + one.net, 0),
      net,
    );
    found.listed.push(...own.map((item) => item.id));
    found.left = carriedForward;
    found.paid += amount;
  }
  return found;
}

test('whatever happens, payouts and the rest add up to what the ledger has posted', async () => {
  const history = fc.array(step, { minLength: 8, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const shop = await openListedShop({ testServer, operator });
      await play(shop, steps);
      await shop.payOut();
      const { listed, left, paid } = await followed(shop);
      assert.equal(new Set(listed).size, listed.length, 'no entry is in two payouts');
      const { rows } = await asPlatform((tx) =>
        sql<{ id: string; net: string }>`
          select e.id, -p.amount as net from postings p
          join journal_entries e on e.organization_id = p.organization_id and e.id = p.entry_id
          where p.organization_id = ${shop.organizationId} and p.account = 'PAYABLE'
            and not (e.source_kind = 'payout' and e.purpose = 'CREATED')`.execute(tx),
      );
      const sumOf = (some: typeof rows) => some.reduce((sum, { net }) => sum + Number(net), 0);
      const rest = rows.filter(({ id }) => !listed.includes(id));
      assert.equal(paid + left + sumOf(rest), sumOf(rows));
    }),
    { numRuns: 6 },
  );
});
