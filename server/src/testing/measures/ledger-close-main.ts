import { closeContext, openContext } from '#app.ts';
import { readConfig } from '#config.ts';
import { endDay, readSpan, sumDay } from '#features/ledger/ledger-days-store.ts';
import { openLog } from '#platform/log.ts';
import { addDays, isoDay } from '@tegeka/contract/kit/day.ts';

// Closes all days of a filled ledger that have ended, without the comparison that a night does with
// them. Prints how long the slowest one took, in milliseconds.

const config = readConfig(process.env);
const connectionString = config.database.url ?? '';
const ctx = await openContext({ config, connectionString, log: openLog(config) });
const today = isoDay(ctx.clock.now());
const { first } = await ctx.db.asPlatform('first day of the ledger', readSpan);
let slowest = 0;
for (let day = first ?? today; day < today; day = addDays(day, 1)) {
  const began = performance.now();
  await ctx.db.asPlatform('close a day of the ledger', async (tx) => {
    await endDay(tx, day);
    await sumDay(tx, day, ctx.clock.now());
  });
  slowest = Math.max(slowest, performance.now() - began);
}
await closeContext(ctx);
process.stdout.write(slowest.toFixed(0));
