// `npm run dev`: the demo from its source. A database, the server, which restarts on a change, and Vite in
// front of it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openEmbedded } from '../server/src/platform/embedded-postgres/postgres-embedded.ts';
import { StartError } from '../server/src/platform/log.ts';
import { openDevelopmentWeb } from '../web/build/development-web.ts';
import { inRepository } from './repository.mjs';

/** A change below these folders restarts the server. */
const WATCHED = ['server/src', 'server/migrations', 'contract/src'];

/** Milliseconds in which several files that are saved together restart it once. */
const SAVE_MS = 100;

let ending = false;

/** Functions that close what was started. They are called in reverse order. */
const closers: (() => Promise<void>)[] = [];

async function openDatabase(dataDir: string): Promise<NodeJS.ProcessEnv> {
  if (process.env['DATABASE_URL']) return {};
  // Not by the server: its restarts would wait for the database each time.
  const embedded = await openEmbedded({ dataDir });
  closers.push(() => embedded.stop());
  return { DATABASE_URL: embedded.serverUrl, MIGRATION_DATABASE_URL: embedded.ownerUrl };
}

/**
 * Runs the server, and restarts it on a change. Not by `node --watch`: on Linux it misses changes after a restart
 * and files that an editor replaces, which the watcher of Vite sees.
 */
function runServer(
  env: NodeJS.ProcessEnv,
  { watcher }: Awaited<ReturnType<typeof openDevelopmentWeb>>,
): void {
  const run = () =>
    spawn(process.execPath, [inRepository('server', 'src', 'main.ts'), '--source'], {
      cwd: inRepository(),
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  let server = run();
  const stop = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGTERM');
    await once(server, 'exit');
  };
  let restarting = Promise.resolve();
  const restart = async () => {
    await stop();
    if (!ending) server = run();
  };
  let pause: NodeJS.Timeout | undefined;
  const folders = WATCHED.map((folder) => inRepository(folder));
  watcher.add(folders);
  watcher.on('all', (_event, file) => {
    if (!folders.some((folder) => file.startsWith(folder))) return;
    clearTimeout(pause);
    pause = setTimeout(() => {
      restarting = restarting.then(restart);
    }, SAVE_MS);
  });
  closers.push(async () => {
    clearTimeout(pause);
    await restarting;
    await stop();
  });
}

async function start(): Promise<void> {
  const { PORT, DATA_DIR, LOG_LEVEL, DEMO_HISTORY_DAYS } = process.env;
  const port = Number(PORT ?? 8080);
  const dataDir = DATA_DIR ?? inRepository('data', 'development');
  const serverPort = port + 1;
  const database = await openDatabase(dataDir);
  const web = await openDevelopmentWeb(port, serverPort);
  closers.push(() => web.close());
  runServer(
    {
      ...database,
      PORT: String(serverPort),
      BASE_URL: `http://localhost:${port}`,
      DATA_DIR: dataDir,
      LOG_LEVEL: LOG_LEVEL ?? 'warn',
      DEMO_HISTORY_DAYS: DEMO_HISTORY_DAYS ?? '0',
    },
    web,
  );
}

async function end(code: number): Promise<void> {
  if (ending) return;
  ending = true;
  for (const close of closers.toReversed()) await close();
  process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void end(0));

try {
  await start();
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  await end(1);
}
