import { readConfig } from '#config.ts';
import type { AppContext } from '#platform/app-context.ts';
import { openLog } from '#platform/log.ts';
import { originOf } from '#platform/http/origins.ts';
import { openApp } from '#app.ts';
import { TestClient } from './test-client.ts';
import { freePort, type TestServer, type TestServerOptions } from './test-server.ts';

/** A second server on the database, key and files of a TestServer. */
export interface SecondServer {
  ctx: AppContext;
  port: number;
  /** A browser whose calls alternate between both servers, as behind a load balancer. */
  between(): TestClient;
  close(): Promise<void>;
}

/** Starts a second server beside a TestServer, which was opened with the same options. */
export async function openSecondServer(
  testServer: TestServer,
  options: TestServerOptions = {},
): Promise<SecondServer> {
  const port = await freePort();
  const { config, clock } = testServer;
  const duplicate = readConfig({
    PORT: String(port),
    BASE_URL: `http://${config.http.baseHost}`,
    DATA_DIR: config.dataDir,
    DATABASE_URL: testServer.serverUrl,
    DATABASE_POOL: '8',
    LOG_LEVEL: 'silent',
    CODES_PER_ADDRESS: '1000',
    ...options,
  });
  const log = openLog(duplicate);
  const app = await openApp({
    config: duplicate,
    connectionString: testServer.serverUrl,
    log,
    clock,
  });
  await app.listen();
  let calls = 0;
  return {
    ctx: app.ctx,
    port,
    between: () =>
      new TestClient(
        () => {
          calls += 1;
          return calls % 2 === 0 ? config.http.port : port;
        },
        originOf(config.http, 'MERCHANT'),
      ),
    close: () => app.close(),
  };
}
