import { after, before, type TestContext } from 'node:test';
import type { Browser } from 'playwright-core';
import { type Look, openPerson, type Person } from './browser-person.ts';
import { runSql } from './database-fresh.ts';
import { runningServer, startServer, type TestServer } from './server-process.ts';
import { sharedRun, startFresh } from './server-fresh.ts';
import { openBrowser } from './test-run.ts';
import { makeFiles, type StoryFiles } from './story-files.ts';

/** The environment of a test file: a server with the demo, and a browser. */
export interface TestEnvironment {
  readonly server: TestServer;
  /** Documents of a business to upload. */
  readonly files: StoryFiles;
  /** Runs SQL for a state that the API cannot produce. */
  sql: (statement: string) => Promise<unknown[]>;
  /** A person with a browser context of their own until the test ends. */
  person: (t: TestContext, look?: Look) => Promise<Person>;
}

/** The server that a test file needs. */
export interface StageOptions {
  /** A server that brings its own database, as `npm start` does. */
  embedded?: boolean;
  /** The shared server of the run: the tests must not change the data of the demo. */
  shared?: boolean;
  /** Settings of a server that fills a database of its own. */
  settings?: Record<string, string>;
}

/**
 * Opens the environment before the first test of a file and closes it after the last. By default the
 * file has a server of its own, on a copy of the database of the run.
 */
export function openTestEnvironment({
  embedded = false,
  shared = false,
  settings,
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
      const { server, databaseUrl, end } = await startFresh(
        (!settings && run?.template) || null,
        settings && { settings },
      );
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
    sql: (statement) => runSql(need(opened.database), statement),
    person: (t, look) => openPerson(need(opened.browser), t, look),
  };
}
