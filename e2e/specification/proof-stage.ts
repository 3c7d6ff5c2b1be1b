import { after, before, beforeEach, type TestContext } from 'node:test';
import type { Browser } from 'playwright-core';
import { type Look, openPerson, type Person } from '../browser-person.ts';
import { makeDatabase, setByHand } from '../database-fresh.ts';
import { type HttpProxy, openHttpProxy } from '../http-proxy.ts';
import { openOutsideProvider, type OutsideProvider } from '../outside-provider.ts';
import { startServer, type TestServer } from '../server-process.ts';
import { openBrowser } from '../stage.ts';
import { makeFiles, type StoryFiles } from '../story-files.ts';

/** What a file of proofs plays on: a stage whose line to the server can have weather. */
export interface ProofStage {
  readonly server: TestServer;
  /** Stands between browsers and the server. */
  readonly proxy: HttpProxy;
  /** Papers of a business, to be uploaded. */
  readonly files: StoryFiles;
  person: (t: TestContext, look?: Look) => Promise<Person>;
  /** Sets in the database what no door of the product can set. */
  byHand: (statement: string) => Promise<unknown[]>;
}

/** A stage on which another provider signs people in, whoever they are. */
export interface OutsideStage extends ProofStage {
  readonly provider: OutsideProvider;
}

interface Opened {
  server: TestServer;
  proxy: HttpProxy;
  provider: OutsideProvider | null;
  browser: Browser;
  files: StoryFiles;
  databaseUrl: string;
}

type Close = () => Promise<void>;

async function open(closers: Close[], outside: boolean, settings: Settings): Promise<Opened> {
  const database = await makeDatabase();
  if (!database) throw new Error('Proofs need TEST_DATABASE_URL, as `npm run conformance` sets it');
  closers.push(database.drop);
  const provider = outside ? await openOutsideProvider('outside') : null;
  if (provider) closers.push(provider.close);
  let port = 0;
  const proxy = await openHttpProxy(() => port);
  closers.push(proxy.close);
  const server = await startServer({
    databaseUrl: database.url,
    front: proxy.port,
    settings: { ...settings, ...(provider && { OIDC_ISSUER: provider.issuer }) },
  });
  port = server.port;
  closers.push(server.end);
  const browser = await openBrowser();
  closers.push(() => browser.close());
  const files = await makeFiles(browser);
  closers.push(files.remove);
  return { server, proxy, provider, browser, files, databaseUrl: database.url };
}

type Settings = Record<string, string>;

function setUp(outside: boolean, settings: Settings): OutsideStage {
  const closers: Close[] = [];
  let opened: Opened | undefined;
  before(async () => {
    opened = await open(closers, outside, settings);
  });
  beforeEach(() => {
    opened?.proxy.clearUp();
    if (opened?.provider) opened.provider.person = null;
  });
  after(async () => {
    for (const close of closers.toReversed()) await close();
  });
  const need = (): Opened => {
    if (!opened) throw new Error('The stage is not set before the first test');
    return opened;
  };
  return {
    get server() {
      return need().server;
    },
    get proxy() {
      return need().proxy;
    },
    get provider() {
      const { provider } = need();
      if (!provider) throw new Error('On this stage the product itself signs people in');
      return provider;
    },
    get files() {
      return need().files;
    },
    person: (t, look) => openPerson(need().browser, t, look),
    byHand: (statement) => setByHand(need().databaseUrl, statement),
  };
}

/** Sets a stage with the product's own identity provider. Each test begins in fair weather. */
export function setProofStage(settings: Settings = {}): ProofStage {
  return setUp(false, settings);
}

/** Sets a stage with another identity provider, a fake of ours, that knows nobody yet. */
export function setOutsideStage(settings: Settings = {}): OutsideStage {
  return setUp(true, settings);
}
