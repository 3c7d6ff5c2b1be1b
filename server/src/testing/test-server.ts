import { createHash, randomBytes, randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Domain, hasDashboard } from '@tegeka/contract/kit/domains.ts';
import pg from 'pg';
import { type Config, readConfig } from '#config.ts';
import { createAccount } from '#identity/accounts/accounts-service.ts';
import { hashPassword } from '#identity/accounts/passwords.ts';
import type { AppContext } from '#platform/app-context.ts';
import { openLog } from '#platform/log.ts';
import { migrate } from '#platform/database/migrate.ts';
import { originOf } from '#platform/http/origins.ts';
import type { OutboxMessage } from '#platform/notifications/notifications.ts';
import { testDatabaseUrl } from '#testing/test-database.ts';
import { openApp } from '#app.ts';
import { signInOverHttp } from './test-sign-in.ts';
import { TestClient } from './test-client.ts';
import { type DatabaseLine, openDatabaseLine } from './database-line.ts';

/** The password of all test accounts. */
export const TEST_PASSWORD = 'violet-harbour-lamp';
export const TEST_PASSWORD_HASH = await hashPassword(TEST_PASSWORD);

/** A signed-in person of a new organization. */
export interface TestPerson {
  client: TestClient;
  userId: string;
  organizationId: string;
  email: string;
  /** International format: +256 and nine digits. */
  phone: string;
  firstName: string;
  lastName: string;
  businessName: string;
}

/** A complete server on a new database, with a clock that the test sets. */
export interface TestServer {
  ctx: AppContext;
  config: Config;
  /** The database as its owner; the server itself runs as a login that owns nothing. */
  connectionString: string;
  /** The database as the login of the server. */
  serverUrl: string;
  /** The connection to the database, which a test can interrupt and restore. */
  line: DatabaseLine;
  clock: { now(): Date; advance(milliseconds: number): void };
  /** Calls of all clients that were answered with 500 and above. */
  readonly serverErrors: readonly string[];
  /** A browser without a session, on the domain's origin. */
  stranger(domain?: Domain): TestClient;
  /** A new, signed-in person. A merchant has not registered a business yet. */
  merchant(): Promise<TestPerson>;
  operator(): Promise<TestPerson>;
  banker(): Promise<TestPerson>;
  /**
   * A new, signed-in person of any domain. Those of a domain without a dashboard use the merchants'
   * origin.
   */
  person(domain: Domain): Promise<TestPerson>;
  /** Signs in an existing account in a new browser. */
  signIn(domain: Domain, email: string, password?: string): Promise<TestClient>;
  /** Messages to a recipient, newest first. */
  outbox(to: string): Promise<OutboxMessage[]>;
  close(): Promise<void>;
}

/** A free port of 127.0.0.1. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

function migrationsMark(): string {
  const folder = path.resolve(import.meta.dirname, '../../migrations');
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).toSorted())
    hash.update(readFileSync(path.join(folder, name)));
  return hash.digest('hex').slice(0, 12);
}

const urlOf = (base: string, name: string) =>
  Object.assign(new URL(base), { pathname: `/${name}` }).href;

const serverUrlOf = (base: string, name: string) =>
  Object.assign(new URL(urlOf(base, name)), {
    username: 'tegeka_test_server',
    password: 'tegeka',
  }).href;

/**
 * Copies a migrated template database, which the first test of a run creates: faster than
 * migrating again.
 */
async function freshDatabase(): Promise<{ url: string; serverUrl: string; drop(): Promise<void> }> {
  const base = await testDatabaseUrl();
  const template = `template_${migrationsMark()}_s`;
  const name = `test_${randomBytes(8).toString('hex')}`;
  const admin = async (work: (client: pg.Client) => Promise<unknown>) => {
    const client = new pg.Client({ connectionString: base });
    await client.connect();
    try {
      await work(client);
    } finally {
      await client.end();
    }
  };
  await admin(async (client) => {
    await client.query('select pg_advisory_lock(411)');
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      template,
    ]);
    if (rowCount === 0) {
      await client.query(`create database ${template}_new`);
      // Servers run as a login that owns nothing, as in production.
      await client.query(`do $$ begin
        if not exists (select from pg_roles where rolname = 'tegeka_test_server') then
          create role tegeka_test_server login password 'tegeka'; end if; end $$`);
      await migrate(urlOf(base, `${template}_new`), serverUrlOf(base, `${template}_new`));
      await client.query(`alter database ${template}_new rename to ${template}`);
    }
    await client.query(`create database ${name} template ${template}`);
  });
  return {
    url: urlOf(base, name),
    serverUrl: serverUrlOf(base, name),
    drop: () => admin((client) => client.query(`drop database ${name} with (force)`)),
  };
}

function handClock() {
  let shift = 0;
  return {
    now: () => new Date(Date.now() + shift),
    advance: (milliseconds: number) => {
      shift += milliseconds;
    },
  };
}

/** Settings besides the default ones of tests. */
export type TestServerOptions = Record<string, string>;

/** Starts the whole server on a free port and a new database. Close it at the end of the test. */
export async function openTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const [port, database] = await Promise.all([freePort(), freshDatabase()]);
  const line = await openDatabaseLine(database.serverUrl);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tegeka-house-'));
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: line.url,
    DATABASE_POOL: '8',
    LOG_LEVEL: 'silent',
    CODES_PER_ADDRESS: '1000',
    ROUND_MS: '100',
    ...options,
  });
  const clock = handClock();
  const app = await openApp({
    config,
    connectionString: line.url,
    log: openLog(config),
    clock,
  });
  await app.listen();
  const { ctx } = app;
  const serverErrors: string[] = [];
  const stranger = (domain: Domain = 'MERCHANT') =>
    new TestClient(
      port,
      originOf(config.http, hasDashboard(domain) ? domain : 'MERCHANT'),
      (call) => void serverErrors.push(call),
    );
  const signIn = async (domain: Domain, email: string, password = TEST_PASSWORD) => {
    const client = stranger(domain);
    client.domain = domain;
    client.token = (await signInOverHttp(client, config, email, password)).accessToken;
    return client;
  };
  let operators: string | null = null;
  const person = async (domain: Domain): Promise<TestPerson> => {
    const mark = randomBytes(5).toString('hex');
    const who = {
      email: `${domain.toLowerCase()}-${mark}@example.com`,
      firstName: 'Test',
      phone: `+25677${randomInt(2_000_000, 2_999_999)}`,
      lastName: `Person ${mark}`,
    };
    const businessName = `${domain} ${mark}`;
    // All operators belong to the one organization that runs the platform.
    const organization =
      domain === 'OPERATOR' && operators ? { id: operators } : { name: businessName };
    const { id: userId, organizationId } = await ctx.db.asPlatform('a test person', (tx) =>
      createAccount(ctx, tx, {
        ...who,
        domain,
        organization,
        passwordHash: TEST_PASSWORD_HASH,
      }),
    );
    if (domain === 'OPERATOR') operators = organizationId;
    const client = await signIn(domain, who.email);
    return { ...who, businessName, userId, organizationId, client };
  };
  return {
    ctx,
    config,
    clock,
    serverErrors,
    stranger,
    signIn,
    line,
    connectionString: database.url,
    serverUrl: database.serverUrl,
    merchant: () => person('MERCHANT'),
    operator: () => person('OPERATOR'),
    banker: () => person('BANK'),
    person,
    outbox: (to) => ctx.notifications.outbox(to, 100),
    close: async () => {
      await app.close();
      line.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
