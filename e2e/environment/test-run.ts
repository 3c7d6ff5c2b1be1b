import { chromium, type Browser } from 'playwright-core';
import { chromiumArguments, findChromium } from '../../tools/chromium.mjs';
import { makeDatabase } from './database-fresh.ts';
import { startServer } from './server-process.ts';
import { makeFiles } from './story-files.ts';

// What all files of a run share, so that each file starts neither a browser nor, where its stories leave
// each other alone, a server. `npm test` names this module as the global setup of the browser tests.
// A file that runs alone starts its own.

/** What the run has started, as it is handed to the files in the environment. */
interface SharedRun {
  /** Where Chromium is driven. */
  browser: string;
  /** The folder of the papers of a business. */
  files: string;
  /** A server with the demo in it; null where the run has no PostgreSQL. */
  server: { port: number; dataDir: string; databaseUrl: string } | null;
}

const VARIABLE = 'E2E_SHARED_RUN';

/** What this run shares; null for a file that runs alone. */
export function sharedRun(): SharedRun | null {
  const text = process.env[VARIABLE];
  return text === undefined ? null : JSON.parse(text);
}

/** Chromium looks nothing up outside this machine. */
const launchOptions = () => ({
  executablePath: findChromium(),
  args: [
    ...chromiumArguments,
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-extensions',
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost, EXCLUDE *.localhost',
  ],
});

/** The browser of the run, or one of this file's own. Contexts keep people apart either way. */
export function openBrowser(): Promise<Browser> {
  const shared = sharedRun();
  return shared ? chromium.connect(shared.browser) : chromium.launch(launchOptions());
}

const closers: (() => Promise<void>)[] = [];

/** Starts what the files share; called by node:test before the first file. */
export async function globalSetup(): Promise<void> {
  const database = await makeDatabase();
  if (database) closers.push(database.drop);
  const server = database ? await startServer({ databaseUrl: database.url }) : null;
  if (server) closers.push(server.end);
  const launched = await chromium.launchServer(launchOptions());
  closers.push(() => launched.close());
  const browser = await chromium.connect(launched.wsEndpoint());
  const files = await makeFiles(browser);
  closers.push(files.remove);
  await browser.close();
  const run: SharedRun = {
    browser: launched.wsEndpoint(),
    files: files.folder,
    server:
      server && database
        ? { port: server.port, dataDir: server.dataDir, databaseUrl: database.url }
        : null,
  };
  process.env[VARIABLE] = JSON.stringify(run);
}

/** Ends it again, after the last file. */
export async function globalTeardown(): Promise<void> {
  for (const close of closers.toReversed()) await close();
}
