import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openSecondServer, type SecondServer } from './testing/second-server.ts';
import { TestClient } from './testing/test-client.ts';
import { openBank, openPayer, payerAccount } from './testing/test-mandate.ts';
import { activeMerchant, TEST_CUSTOMER } from './testing/test-merchant.ts';
import { openTestServer, TEST_PASSWORD, type TestServer } from './testing/test-server.ts';
import { signInOverHttp } from './testing/test-sign-in.ts';

const [OLD, NEW] = ['a1'.repeat(32), 'b2'.repeat(32)];
const ME = '/identity/api/v1/users/currentuser';
const CODE = '/identity/api/v1/auth/public/sec-token';

type Settings = { INSTANCE_KEY: string; INSTANCE_KEY_PREVIOUS?: string };

/** Two servers behind a load balancer that takes turns, and restarts them one after another. */
async function openPair(t: TestContext, own: TestServer, settings: Settings) {
  const open = () => openSecondServer(own, settings);
  const slots: SecondServer[] = [await open(), await open()];
  t.after(() => Promise.all(slots.map((one) => one.close())));
  let calls = 0;
  const port = () => slots[(calls += 1) % slots.length]?.port ?? 0;
  return {
    client: (app: 'merchant' | 'consumer') =>
      new TestClient(port, `http://${app}.${own.config.http.baseHost}`),
    restart: async (next: Settings) => {
      for (const [n, old] of slots.entries()) {
        slots[n] = await openSecondServer(own, next);
        await pause(500);
        await old.close();
      }
    },
  };
}

/** What people do with values that a server has signed, hashed or encrypted, each call on the other server. */
async function openLoad(own: TestServer, pair: Awaited<ReturnType<typeof openPair>>) {
  const { person, merchantId } = await activeMerchant(own);
  await openBank(own);
  const typed = { ...(await payerAccount(own)), agreed: 'yes' };
  const base = `/api/v1/merchants/${merchantId}`;
  let count = 0;
  return async () => {
    count += 1;
    const client = pair.client('merchant');
    client.token = (
      await signInOverHttp(client, own.config, person.email, TEST_PASSWORD)
    ).accessToken;
    for (let n = 0; n < 2; n += 1) assert.equal((await client.call(ME)).status, 200);
    const reveal = `${base}/account-number/reveal`;
    const revealed = await client.call(reveal, { method: 'POST' });
    assert.equal(revealed.json.accountNumber, '9030001234567', revealed.text);

    const headers = { 'idempotency-key': `customer-${count}-of-the-load` };
    const body = { ...TEST_CUSTOMER, customerReferenceNumber: `LOAD-${count}` };
    const [first, again] = [
      await client.call(`${base}/customers`, { method: 'POST', body, headers }),
      await client.call(`${base}/customers`, { method: 'POST', body, headers }),
    ];
    assert.deepEqual([first.status, again.status, again.json.id], [201, 201, first.json.id]);

    const stranger = pair.client('merchant');
    const identifier = `load-${count}@example.com`;
    const asked = { identifier, tokenType: 'OTP' };
    assert.equal((await stranger.call(CODE, { method: 'POST', body: asked })).status, 200);
    const token = /^\d{5}$/m.exec((await own.outbox(identifier))[0]?.text ?? '')?.[0] ?? '';
    const tried = { ...asked, token };
    const verified = await stranger.call(`${CODE}/verify`, { method: 'POST', body: tried });
    assert.equal(verified.json.message, 'valid', verified.text);

    const payer = await openPayer(own, { client, merchantId });
    assert.equal((await payer.create()).status, 201);
    const link = await payer.link();
    const browser = pair.client('consumer');
    const send = (at: string, form: object) =>
      browser.call(at, { method: 'POST', body: new URLSearchParams(Object.entries(form)) });
    assert.equal((await send(link, typed)).status, 303);
    const agreed = await send(`${link}/code`, { code: await payer.code() });
    assert.match(agreed.text, /Thank you/);
    return count;
  };
}

const rotate = (own: TestServer, settings: Settings) =>
  promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'keys-rotate.ts')], {
    env: {
      PATH: process.env['PATH'],
      LOG_LEVEL: 'silent',
      DATA_DIR: own.config.dataDir,
      DATABASE_URL: own.connectionString,
      ...settings,
    },
  });

test('while the instance key is replaced and two servers restart one after another, no call fails', async (t) => {
  const both = { INSTANCE_KEY: OLD, INSTANCE_KEY_PREVIOUS: NEW };
  const own = await openTestServer(both);
  t.after(() => own.close());
  const pair = await openPair(t, own, { INSTANCE_KEY: OLD });
  const load = await openLoad(own, pair);
  const state = { isOver: false, rounds: 0 };
  const work = (async () => {
    while (!state.isOver) state.rounds = await load();
  })();
  // A failure ends the test at once, and not only after the last restart.
  const during = (step: Promise<unknown>) => Promise.race([step, work]).then(() => step);
  const settled = async () => {
    const until = state.rounds + 2;
    while (state.rounds < until) await during(pause(50));
  };

  await settled();
  await during(pair.restart(both));
  await settled();
  const turned = { INSTANCE_KEY: NEW, INSTANCE_KEY_PREVIOUS: OLD };
  await during(pair.restart(turned));
  await settled();
  await during(rotate(own, turned));
  own.clock.advance(11_000);
  await settled();
  await during(pair.restart({ INSTANCE_KEY: NEW }));
  await settled();
  state.isOver = true;
  await work;
  assert.ok(state.rounds >= 10, `${state.rounds} rounds`);
});
