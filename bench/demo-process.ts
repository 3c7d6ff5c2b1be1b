import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';

const REPOSITORY = path.resolve(import.meta.dirname, '..');
/** A first start builds the web app and makes a database. */
const TIMEOUT = 5 * 60_000;

/** A demo of the product that runs in processes of its own, on a data folder of its own. */
export interface Demo {
  port: number;
  /** Milliseconds from the command to the first good answer of /readyz. */
  readyAfter: number;
  /** Ends it as Ctrl-C does, and removes its data unless the folder was given. */
  close(): Promise<void>;
}

/** How a demo is started. */
export interface DemoOptions {
  port: number;
  /** The repository to start. Default: this one. */
  repository?: string;
  /** The data folder, kept at the end. Default: a temporary one, which is removed. */
  dataDir?: string;
  settings?: Record<string, string>;
  /** The script of package.json that starts it. Default: `start`. */
  script?: 'start' | 'dev';
}

/** A new folder that other users may enter: PostgreSQL started by root runs as a user of its own. */
export async function temporaryFolder(purpose: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `tegeka-${purpose}-`));
  await chmod(folder, 0o755);
  return folder;
}

/** Does something in a fresh clone of the last commit, and removes it. */
export async function inClone<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await temporaryFolder('clone');
  try {
    execFileSync('git', ['clone', '--quiet', REPOSITORY, folder]);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A port of 127.0.0.1 that nobody listens on. */
export function findPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.ok ?? false;
}

async function waitUntilReady(child: ChildProcess, port: number, log: string): Promise<void> {
  const end = performance.now() + TIMEOUT;
  while (!(await isReady(port))) {
    if (child.exitCode !== null || performance.now() > end) {
      const explanation = await readFile(log, 'utf8');
      throw new Error(`The demo did not get ready:\n${explanation.slice(-2000)}`);
    }
    await sleep(25);
  }
}

/** `npm start` or `npm run dev` in a process group of its own; its output goes to a file, as in production. */
function runScript(
  { repository = REPOSITORY, script = 'start' }: DemoOptions,
  env: NodeJS.ProcessEnv,
  log: string,
): ChildProcess {
  const out = openSync(log, 'w');
  const options = { cwd: repository, env, detached: true } as const;
  const child = spawn('npm', ['run', script], { ...options, stdio: ['ignore', out, out] });
  closeSync(out);
  return child;
}

/** Runs the script in the repository and waits until the server is ready. */
export async function startDemo(options: DemoOptions): Promise<Demo> {
  const { port, settings } = options;
  const folder = await temporaryFolder('bench');
  const dataDir = options.dataDir ?? path.join(folder, 'data');
  const log = path.join(folder, 'log');
  // The history of the demo is made in the background and would disturb the measurement.
  const quiet = { DEMO_HISTORY_DAYS: '0' };
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, ...quiet, ...settings };
  const began = performance.now();
  const child = runScript(options, env, log);
  const gone = once(child, 'exit');
  const close = async () => {
    if (child.exitCode === null && child.pid) process.kill(-child.pid, 'SIGINT');
    await gone;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(child, port, log);
  } catch (error) {
    await close();
    throw error;
  }
  return { port, readyAfter: performance.now() - began, close };
}

/** Waits until the demo's history is made; its start page says so until then. */
export async function waitForHistory(browser: Browser, home: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(home);
  while (await page.getByText('are being played').isVisible()) {
    await page.waitForTimeout(1000);
    await page.reload();
  }
  await page.close();
}
