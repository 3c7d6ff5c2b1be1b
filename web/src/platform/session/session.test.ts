import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { bareConfig, setConfig } from '#platform/config/config.ts';
import { storeTokens } from './session.ts';
import { STORED } from './session-store.ts';

const MINUTE_MS = 60_000;

/** An access token that is valid for five minutes from a minute on. */
function tokenOf(minute: number): string {
  const iat = minute * 60;
  const claims = Buffer.from(JSON.stringify({ iat, exp: iat + 300 })).toString('base64url');
  return `x.${claims}.y`;
}

/** Lets the answers of faked requests arrive; immediates are not faked. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done));
}

/** A signed-in browser under a faked clock, with a provider that gives `answers`. Counts renewals. */
function openBrowser(t: TestContext, answers: () => Response) {
  setConfig({ ...bareConfig('MERCHANT'), issuer: 'https://id.example/realms/r', clientId: 'web' });
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 });
  const stored = new Map<string, string>();
  const localStorage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  };
  Object.defineProperty(globalThis, 'localStorage', { value: localStorage, configurable: true });
  const { mock } = t.mock.method(globalThis, 'fetch', async () => answers());
  storeTokens({ token: tokenOf(0), refreshToken: 'first', idToken: '' });
  const pass = async (minutes: number) => {
    t.mock.timers.tick(minutes * MINUTE_MS);
    await settle();
    // The lock of a renewal is held a little longer.
    t.mock.timers.tick(100);
    await settle();
  };
  t.after(async () => {
    // Without a session no renewal is scheduled for the next test.
    stored.clear();
    await pass(6);
    Reflect.deleteProperty(globalThis, 'localStorage');
  });
  return { stored, pass, renewals: () => mock.callCount() };
}

const renewedAt = (minute: number) =>
  Response.json({ access_token: tokenOf(minute), refresh_token: 'next' });

test('a tab renews the token in time after another tab has renewed the one before', async (t) => {
  const { stored, pass, renewals } = openBrowser(t, () => renewedAt(9));
  await pass(4);
  stored.set(STORED.token, tokenOf(4));
  await pass(1);
  assert.equal(renewals(), 0, 'the other tab has just renewed it');
  await pass(4);
  assert.equal(renewals(), 1);
  assert.equal(stored.get(STORED.token), tokenOf(9));
});

test('a renewal that did not reach the provider is tried again, with a pause', async (t) => {
  const answers = [() => Response.error(), () => new Response(null, { status: 500 })];
  const { stored, pass, renewals } = openBrowser(t, () => (answers.shift() ?? renewedAt)(5));
  await pass(4.3);
  assert.equal(renewals(), 1);
  await pass(0.1);
  assert.equal(renewals(), 1, 'not at once');
  await pass(0.1);
  assert.equal(renewals(), 2);
  await pass(0.2);
  assert.equal(renewals(), 3);
  assert.equal(stored.get(STORED.token), tokenOf(5));
});
