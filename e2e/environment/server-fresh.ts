import { type FreshDatabase, makeDatabase } from './database-fresh.ts';
import { startServer, type ServerOptions, type TestServer } from './server-process.ts';

/** What a run starts once for all test files, passed to them in an environment variable. */
export interface SharedRun {
  /** The WebSocket endpoint of Chromium. */
  browser: string;
  /** The folder of the papers of a business. */
  files: string;
  /** A server with the demo in it; null where the run has no PostgreSQL. */
  server: { port: number; dataDir: string; databaseUrl: string } | null;
  template: Template | null;
}

/** A database with the complete demo and no connections, and the data folder that belongs to it. */
export interface Template {
  database: string;
  dataDir: string;
}

const VARIABLE = 'E2E_SHARED_RUN';

/** What this run shares; null for a file that runs alone. */
export function sharedRun(): SharedRun | null {
  const text = process.env[VARIABLE];
  return text === undefined ? null : JSON.parse(text);
}

export function shareRun(run: SharedRun): void {
  process.env[VARIABLE] = JSON.stringify(run);
}

/** A server of one test file. */
export interface FreshServer {
  server: TestServer;
  /** Null where the server brings its own database. */
  databaseUrl: string | null;
  end: () => Promise<void>;
}

/**
 * Starts a server with the demo: on a copy of the template, or without one on a new database, which it
 * fills.
 */
export async function startFresh(
  template: Template | null,
  options: ServerOptions = {},
): Promise<FreshServer> {
  const database: FreshDatabase | null = await makeDatabase(template?.database);
  const server = await startServer({
    ...options,
    ...(database && { databaseUrl: database.url }),
    ...(database && template && { dataCopyOf: template.dataDir }),
  });
  return {
    server,
    databaseUrl: database?.url ?? null,
    end: async () => {
      await server.end();
      await database?.drop();
    },
  };
}
