import { openApp } from '#app.ts';
import { readConfig } from '#config.ts';
import { openLog } from '#platform/log.ts';

// A server process that a test kills: see killable-server.ts. Its modules are loaded in advance
// and it opens on a message, so that a test does not wait for the loading.
process.once('message', (given: Given) => {
  void open(given);
});
// The parent process has ended.
process.once('disconnect', () => process.exit(0));

interface Given {
  settings: Record<string, string>;
  /** Its clock is so many milliseconds ahead of the wall clock. */
  aheadMs: number;
}

async function open({ settings, aheadMs }: Given): Promise<void> {
  const config = readConfig(settings);
  const connectionString = config.database.url ?? '';
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  await openApp({ config, connectionString, log: openLog(config), clock });
  process.send?.('open');
}
