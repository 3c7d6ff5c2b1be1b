import { createServer } from 'node:net';
import path from 'node:path';
import { openApp, type RunningApp } from './app.ts';
import { readConfig, refusePublicDemo, type Config } from './config.ts';
import { refuseDemoAccounts, seedDemo } from './demo/demo.ts';
import { beginInThePast } from './demo/demo-history.ts';
import { seedMandates } from './demo/demo-mandates.ts';
import { describeDemo } from './demo/demo-guide.ts';
import { describeError, openLog, StartError } from './platform/log.ts';
import { openDatabase, refuseStrongLogin } from './platform/database/database.ts';
import { migrate } from './platform/database/migrate.ts';
import { createFolder, openEmbedded } from './platform/embedded-postgres/postgres-embedded.ts';
import { isWebBuilt, type PageSource } from './platform/http/web-pages.ts';

/** `npm run dev` starts the server with --source, behind Vite, which serves scripts and styles. */
const pages: PageSource = process.argv.includes('--source') ? 'source' : 'build';

/** Functions that close what was started. They are called in reverse order. */
const closers: (() => Promise<void>)[] = [];

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Throws a StartError for a port that is in use, before anything else is started. */
function checkPort({ http }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE' ? 'is already in use' : `can not be used (${error.code})`;
      reject(new StartError(`Port ${http.port} on ${http.host} ${why}. Set PORT to another one.`));
    });
    probe.listen(http.port, http.host, () => probe.close(() => resolve()));
  });
}

async function openDatabaseServer(config: Config) {
  const { url, migrationUrl } = config.database;
  if (url !== null && migrationUrl !== null) return { serverUrl: url, ownerUrl: migrationUrl };
  say('Starting the database …');
  const embedded = await openEmbedded({ dataDir: config.dataDir });
  closers.push(() => embedded.stop());
  return embedded;
}

async function start(): Promise<RunningApp> {
  const config = readConfig();
  refusePublicDemo(config);
  if (pages === 'source' && config.mode !== 'demo')
    throw new StartError('The web app is served from its source in MODE=demo only.');
  if (pages === 'build' && !isWebBuilt())
    throw new StartError('The web app is not built yet: run `npm start`.');
  await checkPort(config);
  await createFolder(path.resolve(config.dataDir));
  const log = openLog(config);
  const { serverUrl, ownerUrl } = await openDatabaseServer(config);
  const applied = await migrate(ownerUrl, serverUrl);
  if (applied.length > 0) say(`Prepared the database (${applied.length} migrations).`);
  if (config.mode === 'demo' && applied.length > 0) {
    const db = openDatabase(serverUrl, config, log);
    await beginInThePast(db, config.demoHistoryDays);
    await db.close();
  }
  const app = await openApp({ config, connectionString: serverUrl, log, pages });
  closers.push(() => app.close());
  if (config.mode === 'production') {
    await refuseStrongLogin(app.ctx.db);
    await refuseDemoAccounts(app.ctx);
  } else if (await seedDemo(app.ctx)) say('Filled it with the demo.');
  await app.listen();
  if (config.mode === 'demo') {
    // The apps can be used meanwhile; the start page shows the progress.
    const history = new AbortController();
    const { ctx, doDue } = app;
    const seeding = seedMandates({ ctx, doDue, stopping: history.signal }).catch(
      (error: unknown) => {
        log.error(describeError(error), 'the history of the demo could not be played');
      },
    );
    closers.push(() => {
      history.abort();
      return seeding;
    });
  }
  say(
    config.mode === 'demo'
      ? describeDemo(config)
      : `Tegeka listens on ${config.http.host}:${config.http.port}`,
  );
  return app;
}

let ending = false;

async function end(code: number): Promise<void> {
  if (ending) return;
  ending = true;
  for (const close of closers.toReversed()) {
    await close().catch((error: unknown) => {
      process.stderr.write(`${JSON.stringify(describeError(error))}\n`);
    });
  }
  process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void end(0));
}

try {
  await start();
} catch (error) {
  const known = error instanceof StartError;
  process.stderr.write(known ? `${error.message}\n` : `${JSON.stringify(describeError(error))}\n`);
  await end(1);
}
