import { after, before, beforeEach, type TestContext } from 'node:test';
import type { Browser } from 'playwright-core';
import { type Look, openPerson, type Person } from '../environment/browser-person.ts';
import { runSql } from '../environment/database-fresh.ts';
import { type HttpProxy, openHttpProxy } from '../environment/http-proxy.ts';
import { openOutsideProvider, type OutsideProvider } from '../environment/outside-provider.ts';
import type { TestServer } from '../environment/server-process.ts';
import { sharedRun, startFresh } from '../environment/server-fresh.ts';
import { openBrowser } from '../environment/test-run.ts';
import { makeFiles, type StoryFiles } from '../environment/story-files.ts';

/** The test environment of a proof file: server, proxy, files and database. */
export interface ProofEnvironment {
  readonly server: TestServer;
  /** A proxy between browsers and the server, which can inject network faults. */
  readonly proxy: HttpProxy;
  /** Documents of a business to upload. */
  readonly files: StoryFiles;
  person: (t: TestContext, look?: Look) => Promise<Person>;
  /** Executes SQL to create a state that the product itself cannot create. */
  sql: (statement: string) => Promise<unknown[]>;
}

/** An environment whose apps find the API and the banks at separate addresses. */
export interface ElsewhereEnvironment extends OutsideEnvironment {
  readonly api: HttpProxy;
  readonly banks: HttpProxy;
}

/** An environment with an external identity provider, which signs in anybody. */
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

/** Hosts without an app, whose addresses are registered with the provider beside those of its realm. */
const OTHER_APPS = ['consumer', 'ach'] as const;

type Close = () => Promise<void>;

/** Which identity provider is used, and whether API and banks are at separate addresses. */
type Kind = 'own' | 'outside' | 'elsewhere';

async function open(closers: Close[], kind: Kind, settings: Settings): Promise<Opened> {
  const provider = kind === 'own' ? null : await openOutsideProvider('outside');
  if (provider) closers.push(provider.close);
  let port = 0;
  const proxy = await openHttpProxy(() => port);
  closers.push(proxy.close);
  const service = async () => {
    if (kind !== 'elsewhere') return null;
    const opened = await openHttpProxy(() => port);
    closers.push(opened.close);
    return opened;
  };
  const [api, banks] = [await service(), await service()];
  // The accounts of an outside provider are not those of the template.
  const run = sharedRun();
  const template = kind === 'own' ? (run?.template ?? null) : null;
  const { server, databaseUrl, end } = await startFresh(template, {
    front: proxy.port,
    settings: {
      ...settings,
      ...(provider && { OIDC_ISSUER: provider.issuer }),
      ...(api && { SERVER_URL: `http://localhost:${api.port}` }),
      ...(banks && { BANKS_URL: `http://localhost:${banks.port}` }),
    },
  });
  port = server.port;
  provider?.serve(
    new URL(server.origin()).host,
    OTHER_APPS.map((app) => server.origin(app)),
  );
  closers.push(end);
  if (!databaseUrl)
    throw new Error('Proofs need TEST_DATABASE_URL, as `npm run conformance` sets it');
  const browser = await openBrowser();
  closers.push(() => browser.close());
  const files = await makeFiles(browser, run?.files);
  closers.push(files.remove);
  return { server, proxy, provider, api, banks, browser, files, databaseUrl };
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
    if (!opened) throw new Error('The environment is not open before the first test');
    return opened;
  };
  const part = <T>(given: T | null): T => {
    if (given === null) throw new Error('This environment has no such part');
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
    sql: (statement) => runSql(need().databaseUrl, statement),
  };
}

/**
 * Opens an environment with the product's own identity provider. Each test begins without network
 * faults.
 */
export function openProofEnvironment(settings: Settings = {}): ProofEnvironment {
  return setUp('own', settings);
}

/** Opens an environment with another identity provider, a fake without people. */
export function openOutsideEnvironment(settings: Settings = {}): OutsideEnvironment {
  return setUp('outside', settings);
}

/** As above, with the API and the banks at separate addresses. */
export function openElsewhereEnvironment(settings: Settings = {}): ElsewhereEnvironment {
  return setUp('elsewhere', settings);
}
