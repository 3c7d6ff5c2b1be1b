import { chromium, type Browser } from 'playwright-core';
import { chromiumArguments, findChromium } from '../../tools/chromium.mjs';
import { makeDatabase } from './database-fresh.ts';
import { demoIsMade } from './mandate-setup.ts';
import { startServer } from './server-process.ts';
import { sharedRun, shareRun, startFresh, type Template } from './server-fresh.ts';
import { makeFiles } from './story-files.ts';

// What all files of a run share: a browser, and a server for files whose tests do not affect others.
// `npm test` names this module as the global setup of the browser tests. A file that runs alone starts
// its own.

/** Chromium resolves only names under localhost. */
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

/** The browser of the run, or a new one. Browser contexts separate persons in both cases. */
export function openBrowser(): Promise<Browser> {
  const shared = sharedRun();
  return shared ? chromium.connect(shared.browser) : chromium.launch(launchOptions());
}

const closers: (() => Promise<void>)[] = [];

/** Starts the product on an empty database, and stops it when the demo is complete. */
async function makeTemplate(): Promise<Template | null> {
  const database = await makeDatabase();
  if (!database) return null;
  closers.push(database.drop);
  const server = await startServer({ databaseUrl: database.url });
  closers.push(server.end);
  await demoIsMade(server);
  await server.stop();
  return { database: database.name, dataDir: server.dataDir };
}

/** Starts what the files share; called by node:test before the first file. */
export async function globalSetup(): Promise<void> {
  const template = await makeTemplate();
  const fresh = template && (await startFresh(template));
  if (fresh) closers.push(fresh.end);
  const launched = await chromium.launchServer(launchOptions());
  closers.push(() => launched.close());
  const browser = await chromium.connect(launched.wsEndpoint());
  const files = await makeFiles(browser);
  closers.push(files.remove);
  await browser.close();
  const { server, databaseUrl } = fresh ?? {};
  shareRun({
    browser: launched.wsEndpoint(),
    files: files.folder,
    server:
      server && databaseUrl ? { port: server.port, dataDir: server.dataDir, databaseUrl } : null,
    template,
  });
}

/** Ends everything, after the last file. */
export async function globalTeardown(): Promise<void> {
  for (const close of closers.toReversed()) await close();
}
