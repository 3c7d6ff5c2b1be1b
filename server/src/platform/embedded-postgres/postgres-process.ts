import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './postgres-cluster.ts';
import { postgresProgram } from './postgres-binaries.ts';
import { commandOf } from './process-mark.ts';
import { StartError } from '#platform/start-error.ts';

/** A running PostgreSQL that we started. */
export type PostgresProcess = { readonly pid: number; readonly child: ChildProcess };

/** Settings of one run of PostgreSQL; `settings` are names and values of postgresql.conf. */
export type PostgresRun = {
  readonly port: number;
  readonly logFile: string;
  readonly settings: Readonly<Record<string, string>>;
};

/** Starts PostgreSQL. Returns once it accepts connections, or returns the reason why it ended. */
export async function startPostgres(
  cluster: Cluster,
  run: PostgresRun,
): Promise<PostgresProcess | { readonly failure: string }> {
  const log = await open(run.logFile, 'w', 0o600);
  const settings = Object.entries(run.settings).map(([name, value]) => `--${name}=${value}`);
  const child = spawn(
    postgresProgram(cluster.binaries, 'postgres'),
    ['-D', cluster.folder, '-p', String(run.port), ...settings],
    {
      ...cluster.account,
      cwd: '/',
      env: { LC_ALL: 'C', TZ: 'UTC' },
      // A process group of its own: Ctrl-C must reach only the server, which then stops
      // PostgreSQL.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    },
  );
  await log.close();
  child.unref();
  // Without a listener, a program that cannot be started would end this whole process.
  const broken = new Promise<string>((resolve) => child.once('error', (e) => resolve(e.message)));
  if (child.pid === undefined) return { failure: await broken };
  if (await ready(cluster, child, child.pid)) return { pid: child.pid, child };
  return { failure: await readFile(run.logFile, 'utf8') };
}

/** Stops PostgreSQL (fast shutdown): connections are closed, committed data is safe. */
export async function stopPostgres(pid: number): Promise<void> {
  if (signal(pid, 'SIGINT') && (await gone(pid, 15_000))) return;
  if (signal(pid, 'SIGQUIT') && (await gone(pid, 5_000))) return;
  if (signal(pid, 0))
    throw new StartError(`PostgreSQL (process ${pid}) does not end; end it first.`);
}

/**
 * Stops the PostgreSQL that a killed server left running on this cluster, and removes the pid file
 * of one that no longer runs.
 */
export async function clearLeftover(cluster: Cluster): Promise<void> {
  const note = path.join(cluster.folder, 'postmaster.pid');
  const pid = Number((await readFile(note, 'utf8').catch(() => '')).split('\n')[0]);
  if (!pid) return;
  // The process id may belong to another program by now.
  if ((await commandOf(pid)).includes(cluster.folder)) await stopPostgres(pid);
  await rm(note, { force: true });
}

/** A free port of 127.0.0.1, the preferred one if possible. */
export async function freePort(preferred: number): Promise<number> {
  const listener = createServer();
  listener.listen(preferred, '127.0.0.1');
  try {
    await once(listener, 'listening');
  } catch (error) {
    if (preferred === 0) throw error;
    return freePort(0);
  }
  const address = listener.address();
  listener.close();
  await once(listener, 'close');
  return typeof address === 'object' && address ? address.port : preferred;
}

async function ready(cluster: Cluster, child: ChildProcess, pid: number): Promise<boolean> {
  const note = path.join(cluster.folder, 'postmaster.pid');
  while (child.exitCode === null && child.signalCode === null) {
    const lines = (await readFile(note, 'utf8').catch(() => '')).split('\n');
    if (Number(lines[0]) === pid && lines[7]?.trim() === 'ready') return true;
    await pause(20);
  }
  return false;
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw new StartError(
      `PostgreSQL (process ${pid}) was started by another user and still runs on this data folder: end it as that user.`,
      { cause: error },
    );
  }
}

async function gone(pid: number, withinMs: number): Promise<boolean> {
  for (let waited = 0; waited < withinMs; waited += 20) {
    if ((await commandOf(pid)) === '') return true;
    await pause(20);
  }
  return false;
}
