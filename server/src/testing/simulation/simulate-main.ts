// `npm run simulate -- --seed 1 --days 20` replays one seed; `--seeds 500` runs as many, one after the
// other, from the seed on. Needs a PostgreSQL: the one of TEST_DATABASE_URL, or a throwaway one.
import { parseArgs } from 'node:util';
import { simulate } from './simulation.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    days: { type: 'string', default: '20' },
  },
});
const first = Number(values.seed);
const days = Number(values.days);
let failed = 0;
for (let seed = first; seed < first + Number(values.seeds); seed += 1) {
  try {
    const { states, ...counts } = await simulate({ seed, days });
    process.stdout.write(`seed ${seed}: ${JSON.stringify(counts)} ${JSON.stringify(states)}\n`);
  } catch (error) {
    failed += 1;
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.stdout.write(`replay: npm run simulate -- --seed ${seed} --days ${days}\n`);
  }
}
process.exitCode = failed > 0 ? 1 : 0;
