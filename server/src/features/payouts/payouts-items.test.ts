import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { postEntries } from '#features/ledger/ledger-store.ts';
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

const asPlatform = <T>(work: Parameters<typeof testServer.ctx.db.asPlatform<T>>[1]) =>
  testServer.ctx.db.asPlatform('test', work);

const shop = () => openListedShop({ testServer, operator });

test('a payout lists the debits that it pays, what they cost, and what was taken back', async () => {
  const { client, base, payOut, detail, items, settle, takeBack } = await shop();
  const returned = await settle(98_850, 0);
  await takeBack(returned, 100_000);
  // It can still come back, and is paid later.
  await settle(50_000, 0);
  const made = (await payOut()).json;
  const { id, reference } = made;
  assert.equal(made.amount, 298_850);
  const read = await detail(id);
  const debits = { amount: 401_150, charge: 2000, exciseDuty: 300, net: 398_850 };
  const returns = { amount: -100_000, charge: 0, exciseDuty: 0, net: -100_000 };
  assert.deepEqual(read.totals, [
    { kind: 'DEBIT', count: 2, ...debits },
    { kind: 'RETURN', count: 1, ...returns },
  ]);
  assert.deepEqual([read.broughtForward, read.carriedForward], [0, 0]);
  const listed = await items(id);
  assert.deepEqual(
    listed.map(({ kind, amount, charge, exciseDuty, net }) => [
      kind,
      amount,
      charge,
      exciseDuty,
      net,
    ]),
    [
      ['DEBIT', 301_150, 1000, 150, 300_000],
      ['DEBIT', 100_000, 1000, 150, 98_850],
      ['RETURN', -100_000, 0, 0, -100_000],
    ],
  );
  const path = `${base}/payouts/${id}`;
  const returnsOnly = (await client.call(`${path}/items?kind=RETURN&sort=-posted`)).json;
  assert.deepEqual(returnsOnly.content, listed.slice(2));
  const { text, headers } = await client.call(`${path}/items/export`);
  assert.match(String(headers['content-disposition']), new RegExp(`payout-${reference}`));
  const [head = '', ...rows] = text.replace('\uFEFF', '').trim().split('\r\n');
  assert.equal(head, 'Day,What,Reference,Your reference,Customer,Amount,Charge,Excise duty,Net');
  assert.deepEqual(
    rows,
    listed.map(({ kind, bookedOn, amount, charge, exciseDuty, net }) =>
      [
        bookedOn,
        kind === 'DEBIT' ? 'Debit' : 'Returned debit',
        // Money that a test has posted has no debit.
        ',,',
        amount,
        -charge,
        -exciseDuty,
        net,
      ].join(','),
    ),
  );
  assert.ok((await client.call(`${path}/pdf`)).text.startsWith('%PDF'));
  const viewed = `/api/v1/payouts/${id}`;
  const byOperator = (await operator.client.call(viewed)).json;
  assert.deepEqual(byOperator.totals, read.totals);
  assert.deepEqual((await operator.client.call(`${viewed}/items`)).json.content, listed);
  assert.equal((await operator.client.call(`${viewed}/items/export`)).text, text);
});

test('a payout of less leaves the rest to the next one, which lists only what is new', async () => {
  const { payOut, detail, kinds, settle } = await shop();
  const first = (await payOut({ amount: 100_000 })).json.id;
  const second = (await payOut({ amount: 150_000 })).json.id;
  await settle(40_000, 3);
  const third = (await payOut()).json.id;
  const left = async (id: string) => {
    const { broughtForward, carriedForward, amount } = await detail(id);
    return [broughtForward, carriedForward, amount, await kinds(id)];
  };
  assert.deepEqual(await left(first), [0, 200_000, 100_000, [['DEBIT', 300_000]]]);
  assert.deepEqual(await left(second), [200_000, 50_000, 150_000, []]);
  assert.deepEqual(await left(third), [50_000, 0, 90_000, [['DEBIT', 40_000]]]);
});

test('the money of a payout that did not arrive is an item of the next one', async () => {
  const { payOut, detail, items, settle, now } = await shop();
  const first = (await payOut()).json;
  await sendPayouts(testServer, operator);
  await refusePayout(testServer, first.id, now);
  const second = (await payOut()).json;
  const [item] = await items(second.id);
  assert.deepEqual([item?.kind, item?.net, item?.debit], ['PAYOUT_BACK', 300_000, null]);
  assert.deepEqual(item?.payout, { id: first.id, reference: first.reference });
  // What the first one lists stays as it was.
  assert.deepEqual(
    (await detail(first.id)).totals.map(({ net }) => net),
    [300_000],
  );
  // The bank pays the first one after all, and the second one comes back.
  await sendPayouts(testServer, operator);
  await asPlatform((tx) => bookPayout(tx, first.id, now));
  await asPlatform((tx) => bookPayout(tx, second.id, now));
  const bounced = { code: null, reason: 'Closed', at: now };
  await asPlatform((tx) => bouncePayout(testServer.ctx, tx, second.id, bounced));
  await settle(20_000, 3);
  const third = (await payOut()).json.id;
  assert.deepEqual(
    (await items(third)).map(({ kind, net, payout }) => [kind, net, payout?.id ?? null]),
    [
      ['PAYOUT_PAID', -300_000, first.id],
      ['PAYOUT_BACK', 300_000, second.id],
      ['DEBIT', 20_000, null],
    ],
  );
});

test('whatever else moves the balance is listed under its name', async () => {
  const { payOut, items, organizationId, now } = await shop();
  const post = (
    sourceKind: 'exception' | 'adjustment',
    purpose: string,
    account: 'SUSPENSE' | 'WRITE_OFF',
    amount: number,
  ) =>
    asPlatform((tx) =>
      postEntries(tx, { sourceKind, purpose, at: now }, [
        {
          organizationId,
          sourceId: testServer.ctx.ids.uuid(now),
          lines: [
            { account, amount },
            { account: 'PAYABLE', amount: -amount },
          ],
        },
      ]),
    );
  await post('adjustment', 'WRITE_OFF', 'WRITE_OFF', 5000);
  await post('adjustment', 'GOODWILL', 'WRITE_OFF', 700);
  await post('adjustment', 'UNDONE', 'WRITE_OFF', -5700);
  const { id } = (await payOut()).json;
  assert.deepEqual(
    (await items(id)).map(({ kind, amount, net }) => [kind, amount, net]),
    [
      ['DEBIT', 301_150, 300_000],
      ['WRITTEN_OFF', 5000, 5000],
      ['OTHER', 700, 700],
      ['OTHER', -5700, -5700],
    ],
  );
});

test("nobody reads what another business's payout pays", async () => {
  const { payOut, base } = await shop();
  const { id } = (await payOut()).json;
  const other = await shop();
  for (const path of ['', '/items', '/items/export', '/pdf']) {
    const own = `${other.base}/payouts/${id}${path}`;
    assert.equal((await other.client.call(own)).status, 404, own);
    assert.equal((await other.client.call(`${base}/payouts/${id}${path}`)).status, 404, path);
  }
  await testServer.ctx.db.asTenant(other.organizationId, async (tx) => {
    const { rows } = await sql`select from payout_items where payout_id = ${id}`.execute(tx);
    assert.equal(rows.length, 0, 'the row policy hides them');
  });
});
