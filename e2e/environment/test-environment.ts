import { after, before, type TestContext } from 'node:test';
import type { Browser } from 'playwright-core';
import { type Look, openPerson, type Person } from './browser-person.ts';
import { setByHand } from './database-fresh.ts';
import { runningServer, startServer, type TestServer } from './server-process.ts';
import { sharedRun, startFresh } from './server-fresh.ts';
import { openBrowser } from './test-run.ts';
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

/** Which server a file of stories needs. */
export interface StageOptions {
  /** A server that brings its own database, as `npm start` does. */
  embedded?: boolean;
  /** The server of the run, which other files use at the same time: stories leave the demo as it is. */
  shared?: boolean;
}

/**
 * Sets the stage for the tests of a file: opened before the first, cleared after the last. The server is
 * the file's own, on a copy of the run's database with the demo, unless something else is said.
 */
export function openTestEnvironment({
  embedded = false,
  shared = false,
}: StageOptions = {}): TestEnvironment {
  const opened: { server?: TestServer; browser?: Browser; files?: StoryFiles; database?: string } =
    {};
  const closers: (() => Promise<void>)[] = [];
  before(async () => {
    const run = sharedRun();
    if (shared && run?.server) {
      opened.database = run.server.databaseUrl;
      opened.server = runningServer(run.server);
    } else if (embedded) {
      opened.server = await startServer();
      closers.push(opened.server.end);
    } else {
      const { server, databaseUrl, end } = await startFresh(run?.template ?? null);
      opened.server = server;
      if (databaseUrl) opened.database = databaseUrl;
      closers.push(end);
    }
    const browser = await openBrowser();
    opened.browser = browser;
    closers.push(() => browser.close());
    opened.files = await makeFiles(browser, run?.files);
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
