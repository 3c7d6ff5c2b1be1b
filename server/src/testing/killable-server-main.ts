import { openApp } from '#app.ts';
import { readConfig } from '#config.ts';
import { openLog } from '#platform/log.ts';

// A server process that a test kills: see killable-server.ts. Its modules are loaded in advance
// and it opens on a message, so that a test does not wait for the loading.
process.once('message', (settings: Record<string, string>) => {
  void open(settings);
});
// The parent process has ended.
process.once('disconnect', () => process.exit(0));

async function open(settings: Record<string, string>): Promise<void> {
  const config = readConfig(settings);
  const connectionString = config.database.url ?? '';
  await openApp({ config, connectionString, log: openLog(config) });
  process.send?.('open');
}
