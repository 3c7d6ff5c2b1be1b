import { openApp } from '#app.ts';
import { readConfig } from '#config.ts';
import { openLog } from '#platform/log.ts';

// A server that is there to be killed: see test-killable.ts. It is loaded beforehand and opens when
// it is told to, so that a test does not wait for modules.
process.once('message', (settings: Record<string, string>) => {
  void open(settings);
});
// Whoever started it is gone.
process.once('disconnect', () => process.exit(0));

async function open(settings: Record<string, string>): Promise<void> {
  const config = readConfig(settings);
  const connectionString = config.database.url ?? '';
  await openApp({ config, connectionString, log: openLog(config) });
  process.send?.('open');
}
