import { readConfig } from '#config.ts';
import type { Frame } from '#platform/frame.ts';
import { openLog } from '#platform/log.ts';
import { originOf } from '#platform/origins.ts';
import { openApp } from './app.ts';
import { TestClient } from './test-client.ts';
import { freePort, type House, type HouseOptions } from './test-house.ts';

/** A second server on the database, key and files of a house. */
export interface Twin {
  frame: Frame;
  port: number;
  /** A browser whose calls go to both servers in turn, as behind a balancer. */
  between(): TestClient;
  close(): Promise<void>;
}

/** Starts a second server beside that of a house, which was opened with the same options. */
export async function openTwin(house: House, options: HouseOptions = {}): Promise<Twin> {
  const port = await freePort();
  const { config, clock } = house;
  const twin = readConfig({
    ...{ PORT: String(port), BASE_URL: `http://${config.http.baseHost}`, DATA_DIR: config.dataDir },
    ...{ DATABASE_URL: house.connectionString, DATABASE_POOL: '8', LOG_LEVEL: 'silent' },
    ...{ CODES_PER_ADDRESS: '1000', ...options },
  });
  const log = openLog(twin);
  const app = await openApp({
    ...{ config: twin, connectionString: house.connectionString, log, clock },
  });
  await app.listen();
  let calls = 0;
  return {
    ...{ frame: app.frame, port },
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
