import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Domain, hasDashboard } from '@tegeka/contract/kit/domains.ts';
import { type Config, readConfig } from '#config.ts';
import { createAccount } from '#identity/accounts/accounts-service.ts';
import { hashPassword } from '#identity/accounts/passwords.ts';
import { type Log, openLog } from '#platform/log.ts';
import { originOf } from '#platform/http/origins.ts';
import type { OutboxMessage } from '#platform/notifications/notifications.ts';
import { type FreshDatabase, freshDatabase } from '#testing/test-database.ts';
import { openApp, type RunningApp } from '#app.ts';
import { signInOverHttp } from './test-sign-in.ts';
import { TestClient } from './test-client.ts';
import { type DatabaseLine, openDatabaseLine } from './database-line.ts';

export const TEST_PASSWORD = 'violet-harbour-lamp';
export const TEST_PASSWORD_HASH = await hashPassword(TEST_PASSWORD);

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
export interface TestServer extends Pick<RunningApp, 'ctx' | 'doDue'> {
  config: Config;
  /** The database as its owner; the server itself runs as a login that owns nothing. */
  connectionString: string;
  /** The database as the login of the server. */
  serverUrl: string;
  clock: { now(): Date; advance(milliseconds: number): void };
  /** Calls of all clients that were answered with 500 and above. */
  readonly serverErrors: readonly string[];
  /** A browser without a session, on the domain's origin. */
  stranger(domain?: Domain): TestClient;
  /** A new, signed-in person. A merchant has not registered a business yet. */
  merchant(): Promise<TestPerson>;
  operator(): Promise<TestPerson>;
  /** An officer of a bank of their own, or of an organization. */
  banker(organizationId?: string): Promise<TestPerson>;
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
  /** Closes the server and keeps its database, for other servers to copy. Returns the database's name. */
  leave(): Promise<string>;
}

/** A server whose connection to the database a test can interrupt and restore. */
export interface LinedServer extends TestServer {
  line: DatabaseLine;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/**
 * Offset of the test clock from the wall clock in milliseconds. Tests begin on a Wednesday at 10:00 in
 * Kampala, whenever they run: there are no cut-offs on a weekend. TEST_NOW (ISO 8601) sets another time, to
 * find what depends on the hour, the day of the week, the month or the year.
 */
export const TEST_AHEAD_MS =
  Date.parse(process.env['TEST_NOW'] ?? '2026-11-25T07:00:00Z') - Date.now();

function handClock() {
  let shift = TEST_AHEAD_MS;
  return {
    now: () => new Date(Date.now() + shift),
    advance: (milliseconds: number) => {
      shift += milliseconds;
    },
  };
}

/** Settings besides the default ones of tests. */
export type TestServerOptions = Record<string, string>;

/**
 * Starts the whole server on a free port and a new database. Close it at the end of the test. Where a
 * database is named it begins with a copy of that one. It writes to a log where one is given.
 */
export async function openTestServer(
  options: TestServerOptions = {},
  copied?: string,
  log?: Log,
): Promise<TestServer> {
  const database = await freshDatabase(copied);
  return startOn(database, database.serverUrl, options, log);
}

/** As {@link openTestServer}, with a line to the database: it costs more than a third of a test's time. */
export async function openLinedServer(
  options: TestServerOptions = {},
  log?: Log,
): Promise<LinedServer> {
  const database = await freshDatabase();
  const line = await openDatabaseLine(database.serverUrl);
  const server = await startOn(database, line.url, options, log);
  const leave = async () => {
    const name = await server.leave();
    line.close();
    return name;
  };
  const close = async () => {
    await leave();
    await database.drop();
  };
  return { ...server, line, leave, close };
}

/** Number of people made so far, so that each has a phone of their own. */
let people = 0;

async function startOn(
  database: FreshDatabase,
  connectionString: string,
  options: TestServerOptions,
  log?: Log,
): Promise<TestServer> {
  const port = await freePort();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tegeka-house-'));
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: connectionString,
    DATABASE_POOL: '8',
    LOG_LEVEL: 'silent',
    CODES_PER_ADDRESS: '1000',
    POLL_MS: '300',
    ...options,
  });
  const clock = handClock();
  const app = await openApp({
    config,
    connectionString,
    log: log ?? openLog(config),
    clock,
  });
  await app.listen();
  const { ctx, doDue } = app;
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
  const person = async (domain: Domain, colleagueIn?: string): Promise<TestPerson> => {
    const mark = randomBytes(5).toString('hex');
    people += 1;
    const who = {
      email: `${domain.toLowerCase()}-${mark}@example.com`,
      firstName: 'Test',
      phone: `+25677${2_500_000 + people}`,
      lastName: `Person ${mark}`,
    };
    const businessName = `${domain} ${mark}`;
    // All operators belong to the one organization that runs the platform.
    const known = colleagueIn ?? (domain === 'OPERATOR' ? operators : null);
    const organization = known ? { id: known } : { name: businessName };
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
  const leave = async () => {
    await app.close();
    await rm(dataDir, { recursive: true, force: true });
    return database.name;
  };
  return {
    ctx,
    doDue,
    config,
    clock,
    serverErrors,
    stranger,
    signIn,
    connectionString: database.url,
    serverUrl: database.serverUrl,
    merchant: () => person('MERCHANT'),
    operator: () => person('OPERATOR'),
    banker: (organizationId) => person('BANK', organizationId),
    person,
    outbox: (to) => ctx.notifications.outbox(to, 100),
    close: async () => {
      await leave();
      await database.drop();
    },
    leave,
  };
}
