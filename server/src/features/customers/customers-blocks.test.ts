import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { TenantTx } from '#platform/database/database.ts';
import { type TestServer, openTestServer } from '#testing/test-server.ts';
import {
  CUSTOMER_BLOCK,
  CUSTOMER_STRETCH,
  reserveOrdinals,
  takeOrdinal,
} from './customers-store.ts';
import { type Book, openBook } from './customers-test-calls.ts';

let testServer: TestServer;
let book: Book;
before(async () => {
  testServer = await openTestServer();
  book = await openBook(testServer);
});
after(() => testServer.close());

const inBook = <T>(work: (tx: TenantTx) => Promise<T>) =>
  testServer.ctx.db.asTenant(book.organizationId, work);

async function insert(tx: TenantTx, ordinals: readonly number[]): Promise<void> {
  const at = testServer.clock.now();
  await tx
    .insertInto('customers')
    .values(
      ordinals.map((ordinal) => ({
        ...{ id: randomUUID(), organization_id: book.organizationId, ordinal, version: 1 },
        ...{ first_name: 'A', last_name: 'B', email: 'a@example.com', reference: `O${ordinal}` },
        ...{ state: ordinal % 5 === 0 ? 'DISABLED' : 'ACTIVE', created_at: at, updated_at: at },
      })),
    )
    .execute();
}

const addOne = () => inBook(async (tx) => insert(tx, [await takeOrdinal(tx, book.organizationId)]));

async function addMany(count: number): Promise<number> {
  const first = await inBook((tx) => reserveOrdinals(tx, book.organizationId, count));
  await inBook((tx) =>
    insert(
      tx,
      Array.from({ length: count }, (_, n) => first + n),
    ),
  );
  return first;
}

/** Moves every so-manieth customer, in one statement that also writes rows that do not move. */
const moveSome = (nth: number, to: string) =>
  inBook(async (tx) => {
    await sql`update customers set version = version + 1,
      state = case when ordinal % ${nth} = 0 then ${to} else state end`.execute(tx);
  });

const undone = () =>
  inBook(async (tx) => {
    await insert(tx, [await takeOrdinal(tx, book.organizationId)]);
    throw new Error('changed my mind');
  }).catch(() => {});

/** Counts that are not what the rows say. */
const wrongCounts = (table: string, column: string, size: number) =>
  inBook(async (tx) => {
    const { rows } = await sql`
      select * from (select ${sql.ref(column)} as place, active, disabled from ${sql.table(table)}
        where active + disabled > 0) b
      full join (select ordinal / ${size}::integer as place,
          count(*) filter (where state = 'ACTIVE') as is_active,
          count(*) filter (where state = 'DISABLED') as is_disabled
        from customers group by 1) c using (place)
      where (b.active, b.disabled) is distinct from (c.is_active, c.is_disabled)`.execute(tx);
    return rows;
  });

const allWrong = async () => [
  ...(await wrongCounts('customer_blocks', 'block', CUSTOMER_BLOCK)),
  ...(await wrongCounts('customer_stretches', 'stretch', CUSTOMER_STRETCH)),
];

const step = fc.oneof(
  fc.constant(addOne),
  fc.constant(undone),
  fc.integer({ min: 1, max: 1100 }).map((count) => () => addMany(count)),
  fc.record({ nth: fc.integer({ min: 1, max: 7 }), to: fc.constantFrom('ACTIVE', 'DISABLED') }).map(
    ({ nth, to }) =>
      () =>
        moveSome(nth, to),
  ),
);

test('blocks count what the rows are, whatever is added, moved and undone at the same time', async () => {
  const together = fc.array(step, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.array(together, { minLength: 1, maxLength: 4 }), async (rounds) => {
      for (const round of rounds) await Promise.allSettled(round.map((run) => run()));
      assert.deepEqual(await allWrong(), []);
    }),
    { numRuns: 5 },
  );
});

test('an import and people who add customers share no block and no ordinal', async () => {
  const firsts = await Promise.all([
    ...[addMany(1500), addMany(1), addMany(1000), addMany(999)],
    ...Array.from({ length: 6 }, () => addOne().then(() => null)),
  ]);
  const blocks = firsts
    .filter((first) => first !== null)
    .flatMap((first, n) => {
      assert.equal(first % CUSTOMER_BLOCK, 0);
      const count = Math.ceil(([1500, 1, 1000, 999][n] ?? 0) / CUSTOMER_BLOCK);
      return Array.from({ length: count }, (_, more) => first / CUSTOMER_BLOCK + more);
    });
  assert.equal(new Set(blocks).size, blocks.length);
  assert.deepEqual(await allWrong(), []);
});

test('an import of many customers has stretches of its own, so that its long transaction holds up nobody', async () => {
  const reserve = (count: number) =>
    inBook((tx) => reserveOrdinals(tx, book.organizationId, count));
  await addOne();
  const [first, next] = [await reserve(CUSTOMER_STRETCH + 1), await reserve(1)];
  assert.equal(first % CUSTOMER_STRETCH, 0);
  assert.equal(next, first + 2 * CUSTOMER_STRETCH);
});
