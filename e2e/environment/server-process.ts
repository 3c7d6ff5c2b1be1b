import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serverArguments } from '../../tools/node-runtime.mjs';

const REPOSITORY = path.resolve(import.meta.dirname, '../..');
/** Milliseconds for a start: browsers and other test files use the same cores. */
const TIMEOUT = 90_000;

/** The app of each domain has a host name of its own. */
export type App = 'merchant' | 'operator' | 'bank' | 'consumer' | 'ach';

/** The product as a process of its own. */
export interface TestServer {
  port: number;
  dataDir: string;
  /** The origin of an app, of the identity provider (`id`), or of the start page (no name). */
  origin: (app?: App | 'id') => string;
  /** Ends it as `kill -9` does. */
  kill: () => Promise<void>;
  /** Ends it as Ctrl-C does and checks that nothing is left of it but its data. */
  stop: () => Promise<void>;
  /** Starts it again on the same data and port. */
  start: () => Promise<void>;
  /** Stops it and removes its data. */
  end: () => Promise<void>;
}

/** How the product is started. */
export interface ServerOptions {
  /** The URL of a database. Default: the embedded one in the data folder. */
  databaseUrl?: string;
  /** The data folder that belongs to a copied database. */
  dataCopyOf?: string;
  /** The port that browsers use if a proxy is in front of the server. */
  front?: number;
  /** Further settings, by the names of docs/operations/settings.md. */
  settings?: Record<string, string>;
}

/** The result of a start that was refused. */
export interface FailedStart {
  code: number | null;
  output: string;
}

/**
 * Returns a free port of 127.0.0.1 below the ephemeral range, so that no outgoing connection takes it
 * while the server restarts.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = randomInt(20_000, 32_000);
    const probe = createServer().listen(port, '127.0.0.1');
    const free = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!free) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
  throw new Error('There is no free port');
}

/** A data folder, empty or a copy, that PostgreSQL's own user can enter. */
export async function makeDataDir(copyOf?: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tegeka-e2e-'));
  if (copyOf) await cp(copyOf, folder, { recursive: true });
  await chmod(folder, 0o711);
  return folder;
}

/** The environment variables that are passed on to the server. */
export const kept = Object.fromEntries(
  ['PATH', 'HOME', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  }),
);

function launch(env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, serverArguments, {
    cwd: REPOSITORY,
    env: { ...kept, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
}

/** Collects what a process prints. */
export function listenTo(child: ChildProcess): () => string {
  const text: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => text.push(chunk.toString()));
  }
  return () => text.join('');
}

async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.ok ?? false;
}

/** Waits until a server answers on the port. Fails with what it has printed if it does not. */
export async function waitUntilReady(child: ChildProcess, port: number, said: () => string) {
  const end = Date.now() + TIMEOUT;
  while (!(await isReady(port))) {
    if (child.exitCode !== null || Date.now() > end) {
      child.kill('SIGKILL');
      throw new Error(`The server did not get ready:\n${said().slice(-3000)}`);
    }
    await pause(50);
  }
}

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Command lines of processes that still use the folder. */
export async function leftOn(folder: string): Promise<string[]> {
  const entries = await readdir('/proc').catch(() => []);
  const lines = await Promise.all(
    entries
      .filter((entry) => /^\d+$/.test(entry) && entry !== String(process.pid))
      .map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line.includes(folder));
}

/** Starts the product and waits until it is ready. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const port = await freePort();
  const dataDir = await makeDataDir(options.dataCopyOf);
  const front = options.front ?? port;
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    // Every person of a run sits at the same network address.
    CODES_PER_ADDRESS: '1000',
    // Polls for waiting work more often, so that tests wait less.
    POLL_MS: '500',
    // Tests make the data that they need.
    DEMO_HISTORY_DAYS: '0',
    BASE_URL: `http://localhost:${front}`,
    ...(options.databaseUrl && { DATABASE_URL: options.databaseUrl }),
    ...options.settings,
  };
  let child: ChildProcess | null = null;
  const start = async () => {
    child = launch(env);
    await waitUntilReady(child, port, listenTo(child));
  };
  const kill = async () => {
    child?.kill('SIGKILL');
    if (child) await ended(child);
    child = null;
  };
  const stop = async () => {
    if (child) {
      child.kill('SIGINT');
      await ended(child);
      assert.equal(child.exitCode, 0, 'Ctrl-C ends the server without a fault');
      child = null;
    }
    assert.equal(await isReady(port), false, 'nobody answers any more');
    assert.deepEqual(await leftOn(dataDir), [], 'no process is left');
  };
  const end = async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  await start();
  return { port, dataDir, origin: originsAt(front), kill, stop, start, end };
}

const originsAt = (port: number) => (app?: App | 'id') =>
  `http://${app ? `${app}.` : ''}localhost:${port}`;

/** The shared server of the run, which a single test file must not stop. */
export function runningServer({ port, dataDir }: { port: number; dataDir: string }): TestServer {
  const refuse = () => Promise.reject(new Error('Other stories use this server as well'));
  return {
    port,
    dataDir,
    origin: originsAt(port),
    kill: refuse,
    stop: refuse,
    start: refuse,
    end: refuse,
  };
}

/** Starts the product where it must refuse to start. Returns exit code and output. */
export async function startInVain(env: Record<string, string>): Promise<FailedStart> {
  const child = launch(env);
  const said = listenTo(child);
  const late = setTimeout(() => child.kill('SIGKILL'), TIMEOUT);
  await once(child, 'close');
  clearTimeout(late);
  return { code: child.exitCode, output: said() };
}
