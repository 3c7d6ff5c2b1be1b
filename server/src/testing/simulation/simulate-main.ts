// `npm run simulate -- --seed 1 --days 20` replays one seed; `--seeds 500` runs as many, one after the
// other, from the seed on. Needs a PostgreSQL: the one of TEST_DATABASE_URL, or a throwaway one.
import { parseArgs } from 'node:util';
import { RulesBroken, simulate } from './simulation.ts';
import { dropBeginnings } from './simulation-beginnings.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    days: { type: 'string', default: '20' },
  },
});
const first = Number(values.seed);
const days = Number(values.days);
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Maximum of tries of a seed, since a busy machine can make it fail. Broken rules are not tried again. */
const TRIES = 3;

/** Plays one seed; false where it has failed. */
async function play(seed: number): Promise<boolean> {
  for (let tries = 1; ; tries += 1)
    try {
      const { states, ...counts } = await simulate({ seed, days });
      say(`seed ${seed}: ${JSON.stringify(counts)} ${JSON.stringify(states)}`);
      return true;
    } catch (error) {
      say(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`);
      if (tries < TRIES && !(error instanceof RulesBroken)) {
        say(`seed ${seed} could not be played, it is tried again`);
        continue;
      }
      say(`replay: npm run simulate -- --seed ${seed} --days ${days}`);
      return false;
    }
}

let failed = 0;
for (let seed = first; seed < first + Number(values.seeds); seed += 1)
  if (!(await play(seed))) failed += 1;
say(`${values.seeds} seeds of ${days} days, ${failed} of them with a broken rule or not played`);
await dropBeginnings();
process.exitCode = failed > 0 ? 1 : 0;
