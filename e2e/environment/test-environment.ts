import { after, before, type TestContext } from 'node:test';
import { type Browser, chromium } from 'playwright-core';
import { chromiumArguments, findChromium } from '../../tools/chromium.mjs';
import { type Look, openPerson, type Person } from './browser-person.ts';
import { makeDatabase, setByHand } from './database-fresh.ts';
import { startServer, type TestServer } from './server-process.ts';
import { makeFiles, type StoryFiles } from './story-files.ts';

/** What a file of stories plays on: one server with the demo in it, and one browser. */
export interface TestEnvironment {
  readonly server: TestServer;
  /** Papers of a business, to be uploaded. */
  readonly files: StoryFiles;
  /** Runs a statement that sets the stage where no door of the product does. */
  byHand: (statement: string) => Promise<unknown[]>;
  /** Somebody at a browser of their own for the time of a test. */
  person: (t: TestContext, look?: Look) => Promise<Person>;
}

/** Starts Chromium. It looks nothing up outside this machine. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    args: [
      ...chromiumArguments,
      ...['--disable-gpu', '--disable-quic', '--disable-background-networking'],
      ...['--disable-component-update', '--disable-sync', '--disable-extensions'],
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost, EXCLUDE *.localhost',
    ],
  });
}

/**
 * Sets the stage for the tests of a file: opened before the first, cleared after the last. The server
 * gets a fresh database of the test run, or brings its own as `npm start` does where it is `embedded`.
 */
export function openTestEnvironment({
  embedded = false,
}: { embedded?: boolean } = {}): TestEnvironment {
  const opened: { server?: TestServer; browser?: Browser; files?: StoryFiles; database?: string } =
    {};
  const closers: (() => Promise<void>)[] = [];
  before(async () => {
    const database = embedded ? null : await makeDatabase();
    if (database) {
      opened.database = database.url;
      closers.push(database.drop);
    }
    opened.server = await startServer(database ? { databaseUrl: database.url } : {});
    closers.push(opened.server.end);
    const browser = await openBrowser();
    opened.browser = browser;
    closers.push(() => browser.close());
    opened.files = await makeFiles(browser);
    closers.push(opened.files.remove);
  });
  after(async () => {
    for (const close of closers.toReversed()) await close();
  });
  const need = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('The stage is not set before the first test');
    return part;
  };
  return {
    get server() {
      return need(opened.server);
    },
    get files() {
      return need(opened.files);
    },
    byHand: (statement) => setByHand(need(opened.database), statement),
    person: (t, look) => openPerson(need(opened.browser), t, look),
  };
}
