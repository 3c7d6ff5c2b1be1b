import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { TEST_AHEAD_MS, type TestServer } from './test-server.ts';

const SCRIPT = path.join(import.meta.dirname, 'killable-server-main.ts');

/** A server process beside a TestServer, on its database and files. */
export interface Killable {
  /** Opens the server. Until then its modules are only loaded. */
  open(): Promise<void>;
  /** Ends it with SIGKILL. */
  kill(): Promise<void>;
}

/** Loads a server process that takes jobs of a TestServer; `env` adds settings. */
export function loadKillable(
  { config, serverUrl }: TestServer,
  env: Record<string, string> = {},
): Killable {
  const child: ChildProcess = fork(SCRIPT, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const gone = once(child, 'exit');
  return {
    open: async () => {
      const settings = {
        PORT: String(config.http.port),
        DATA_DIR: config.dataDir,
        DATABASE_POOL: '4',
        DATABASE_URL: serverUrl,
        LOG_LEVEL: 'error',
        ...(config.clearing.dir !== null && { CLEARING_DIR: config.clearing.dir }),
        ...env,
      };
      child.send({ settings, aheadMs: TEST_AHEAD_MS });
      await once(child, 'message');
    },
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
