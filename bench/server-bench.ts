import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import autocannon from 'autocannon';
import { openChromium } from './chromium-open.ts';
import { findPort, startDemo } from './demo-process.ts';
import { OWNER, signIn } from './demo-sign-in.ts';
import { markdownTable, median } from './markdown-table.ts';

const SECONDS = 4;
const CONNECTIONS = 20;

interface Target {
  name: string;
  path: string;
  origin: string;
  headers: Record<string, string>;
}

interface Round {
  perSecond: number;
  p99: number;
}

async function tokenOf(home: string): Promise<string> {
  const browser = await openChromium();
  try {
    const token = (await signIn(browser, home, OWNER))['JWT_TOKEN'];
    if (!token) throw new Error('The sign-in gave no token');
    return token;
  } finally {
    await browser.close();
  }
}

async function bodyOf({ origin, path: address, headers }: Target): Promise<unknown> {
  const answer = await fetch(origin + address, { headers });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return answer.json();
}

/** Starts the bare server in a process of its own, as the measured one has. */
async function startBaseline(bodies: Record<string, unknown>) {
  const child: ChildProcess = fork(path.join(import.meta.dirname, 'server-baseline.ts'));
  const said = once(child, 'message');
  child.send(bodies);
  const [address] = await said;
  return { origin: String(address), close: () => child.disconnect() };
}

async function load({ origin, path: address, headers }: Target): Promise<Round> {
  const options = { url: origin + address, headers, connections: CONNECTIONS, duration: SECONDS };
  const result = await autocannon(options);
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${address}: ${failed} of the calls failed`);
  return { perSecond: result.requests.average, p99: result.latency.p99 };
}

/** Loads every target in turn, round after round, so that a slow moment hits all of them. */
async function measure(targets: readonly Target[], rounds: number): Promise<Map<Target, Round[]>> {
  const results = new Map<Target, Round[]>(targets.map((target) => [target, []]));
  for (const target of targets) await load({ ...target });
  for (let round = 0; round < rounds; round += 1) {
    for (const [target, done] of results) done.push(await load(target));
  }
  return results;
}

function describe(results: ReadonlyMap<Target, Round[]>): string {
  const figures = [...results].map(([target, rounds]) => ({
    target,
    perSecond: median(rounds.map((round) => round.perSecond)),
    p99: median(rounds.map((round) => round.p99)),
  }));
  const rows = figures.map(({ target, perSecond, p99 }) => {
    const bare = figures.find((other) => other.target.name === `bare ${target.name}`);
    const share = bare ? `${((perSecond / bare.perSecond) * 100).toFixed(0)} %` : '';
    return [target.name, perSecond.toFixed(0), p99.toFixed(1), share];
  });
  return markdownTable(['call', 'requests/s', 'p99 ms', 'of the bare route'], rows);
}

/** Requests a second of two calls beside bare Fastify routes that answer the same JSON. */
export async function benchServer(rounds: number): Promise<string> {
  const demo = await startDemo({ port: await findPort() });
  try {
    const home = `http://merchant.localhost:${demo.port}`;
    const headers = {
      authorization: `Bearer ${await tokenOf(home)}`,
      'application-domain': 'MERCHANT',
    };
    const origin = `http://127.0.0.1:${demo.port}`;
    const own = [
      { name: 'currentuser', path: '/identity/api/v1/users/currentuser', origin, headers },
      { name: 'banks', path: '/api/v1/banks', origin, headers: {} },
    ];
    const bodies = await Promise.all(
      own.map(async (target) => [target.path, await bodyOf(target)] as const),
    );
    const baseline = await startBaseline(Object.fromEntries(bodies));
    const bare = own.map((target) => ({
      ...target,
      name: `bare ${target.name}`,
      origin: baseline.origin,
      headers: {},
    }));
    const results = await measure([...own, ...bare], rounds);
    baseline.close();
    return `${describe(results)}\n\n${CONNECTIONS} connections, median of ${rounds} rounds of ${SECONDS} s.`;
  } finally {
    await demo.close();
  }
}
