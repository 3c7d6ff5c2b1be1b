import { after, before, beforeEach, type TestContext } from 'node:test';
import type { Browser } from 'playwright-core';
import { type Look, openPerson, type Person } from '../environment/browser-person.ts';
import { makeDatabase, setByHand } from '../environment/database-fresh.ts';
import { type HttpProxy, openHttpProxy } from '../environment/http-proxy.ts';
import { openOutsideProvider, type OutsideProvider } from '../environment/outside-provider.ts';
import { startServer, type TestServer } from '../environment/server-process.ts';
import { openBrowser, sharedRun } from '../test-run.ts';
import { makeFiles, type StoryFiles } from '../environment/story-files.ts';

/** What a file of proofs plays on: a stage whose line to the server can have weather. */
export interface ProofEnvironment {
  readonly server: TestServer;
  /** Stands between browsers and the server. */
  readonly proxy: HttpProxy;
  /** Papers of a business, to be uploaded. */
  readonly files: StoryFiles;
  person: (t: TestContext, look?: Look) => Promise<Person>;
  /** Sets in the database what no door of the product can set. */
  byHand: (statement: string) => Promise<unknown[]>;
}

/** A stage whose apps find the API and the banks at addresses of their own. */
export interface ElsewhereEnvironment extends OutsideEnvironment {
  readonly api: HttpProxy;
  readonly banks: HttpProxy;
}

/** A stage on which another provider signs people in, whoever they are. */
export interface OutsideEnvironment extends ProofEnvironment {
  readonly provider: OutsideProvider;
}

interface Opened {
  server: TestServer;
  proxy: HttpProxy;
  provider: OutsideProvider | null;
  api: HttpProxy | null;
  banks: HttpProxy | null;
  browser: Browser;
  files: StoryFiles;
  databaseUrl: string;
}

type Close = () => Promise<void>;

/** Who signs people in, and whether API and banks are services at addresses of their own. */
type Kind = 'own' | 'outside' | 'elsewhere';

async function open(closers: Close[], kind: Kind, settings: Settings): Promise<Opened> {
  const database = await makeDatabase();
  if (!database) throw new Error('Proofs need TEST_DATABASE_URL, as `npm run conformance` sets it');
  closers.push(database.drop);
  const provider = kind === 'own' ? null : await openOutsideProvider('outside');
  if (provider) closers.push(provider.close);
  let port = 0;
  const proxy = await openHttpProxy(() => port);
  closers.push(proxy.close);
  const service = async () => {
    if (kind !== 'elsewhere') return null;
    const opened = await openHttpProxy(
      () => port,
      () => `merchant.localhost:${proxy.port}`,
    );
    closers.push(opened.close);
    return opened;
  };
  const [api, banks] = [await service(), await service()];
  const server = await startServer({
    databaseUrl: database.url,
    front: proxy.port,
    settings: {
      ...settings,
      ...(provider && { OIDC_ISSUER: provider.issuer }),
      ...(api && { SERVER_URL: `http://localhost:${api.port}` }),
      ...(banks && { BANKS_URL: `http://localhost:${banks.port}` }),
    },
  });
  port = server.port;
  closers.push(server.end);
  const browser = await openBrowser();
  closers.push(() => browser.close());
  const files = await makeFiles(browser, sharedRun()?.files);
  closers.push(files.remove);
  return { server, proxy, provider, api, banks, browser, files, databaseUrl: database.url };
}

type Settings = Record<string, string>;

function setUp(kind: Kind, settings: Settings): ElsewhereEnvironment {
  const closers: Close[] = [];
  let opened: Opened | undefined;
  before(async () => {
    opened = await open(closers, kind, settings);
  });
  beforeEach(() => {
    for (const line of [opened?.proxy, opened?.api, opened?.banks]) line?.clearUp();
    if (opened?.provider) opened.provider.person = null;
  });
  after(async () => {
    for (const close of closers.toReversed()) await close();
  });
  const need = (): Opened => {
    if (!opened) throw new Error('The stage is not set before the first test');
    return opened;
  };
  const part = <T>(given: T | null): T => {
    if (given === null) throw new Error('This stage has no such part');
    return given;
  };
  return {
    get server() {
      return need().server;
    },
    get proxy() {
      return need().proxy;
    },
    get provider() {
      return part(need().provider);
    },
    get api() {
      return part(need().api);
    },
    get banks() {
      return part(need().banks);
    },
    get files() {
      return need().files;
    },
    person: (t, look) => openPerson(need().browser, t, look),
    byHand: (statement) => setByHand(need().databaseUrl, statement),
  };
}

/** Sets a stage with the product's own identity provider. Each test begins in fair weather. */
export function openProofEnvironment(settings: Settings = {}): ProofEnvironment {
  return setUp('own', settings);
}

/** Sets a stage with another identity provider, a fake of ours, that knows nobody yet. */
export function openOutsideEnvironment(settings: Settings = {}): OutsideEnvironment {
  return setUp('outside', settings);
}

/** Sets a stage as the one above, with the API and the banks at addresses of their own. */
export function openElsewhereEnvironment(settings: Settings = {}): ElsewhereEnvironment {
  return setUp('elsewhere', settings);
}
