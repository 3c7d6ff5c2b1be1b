import autocannon from 'autocannon';
import { openChromium } from './chromium-open.ts';
import { signIn } from './demo-sign-in.ts';
import { median } from './markdown-table.ts';

export const SECONDS = 10;
/** Warm-up, not measured: hot code is compiled, as on a server that has run for a while. */
export const WARM_SECONDS = 12;
export const CONNECTIONS = 20;

/** What a call reached under load; the times in milliseconds. */
export interface Figures {
  perSecond: number;
  p50: number;
  p99: number;
}

/** Calls an address with all connections at once. */
export async function load(
  url: string,
  headers: Record<string, string>,
  duration = SECONDS,
): Promise<Figures> {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${new URL(url).pathname}: ${failed} of the calls failed`);
  const { p50, p99 } = result.latency;
  return { perSecond: result.requests.average, p50, p99 };
}

export const middle = (rounds: readonly Figures[]): Figures => ({
  perSecond: median(rounds.map(({ perSecond }) => perSecond)),
  p50: median(rounds.map(({ p50 }) => p50)),
  p99: median(rounds.map(({ p99 }) => p99)),
});

async function tokenOf(home: string, email: string, tries = 3): Promise<string> {
  const browser = await openChromium();
  try {
    return (await signIn(browser, home, email))['JWT_TOKEN'] ?? '';
  } catch (error) {
    // Filling the database took minutes: a slow start of a browser must not waste them.
    if (tries === 1) throw error;
  } finally {
    await browser.close();
  }
  return tokenOf(home, email, tries - 1);
}

/** Headers with a new token: it is valid for five minutes, less than all calls together take. */
export async function signedIn(
  port: number,
  app: 'merchant' | 'operator',
  email: string,
): Promise<Record<string, string>> {
  const token = await tokenOf(`http://${app}.localhost:${port}`, email);
  return { authorization: `Bearer ${token}`, 'application-domain': app.toUpperCase() };
}
