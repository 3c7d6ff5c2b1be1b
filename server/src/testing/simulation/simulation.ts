import { askToMove, readClock } from '../setup/test-clock.ts';
import { until } from '../test-mandate.ts';
import { act } from './simulation-actors.ts';
import { openChance } from './simulation-chance.ts';
import { crashBetweenSteps, openDisturbances } from './simulation-faults.ts';
import { brokenRules } from './simulation-rules.ts';
import { openWorld } from './simulation-world.ts';

export interface Simulated {
  days: number;
  collections: number;
  crashes: number;
  disturbed: number;
  /** Collections by state at the end. */
  states: Record<string, number>;
}

/** Rules are broken: a bug. Everything else that goes wrong may be a machine that is too busy. */
export class RulesBroken extends Error {
  override readonly name = 'RulesBroken';
}

/**
 * Lets businesses, payers, banks, the clock and faults do for some days what a seed decides. After every
 * day all rules are checked. Throws RulesBroken with the rules and the day.
 */
export async function simulate({ seed, days }: { seed: number; days: number }): Promise<Simulated> {
  // Chances of their own: when a step crashes depends on time, and what people do shall not.
  const [chance, crashing, disturbing] = [
    openChance(seed),
    openChance(-seed),
    openChance(seed * 31),
  ];
  const world = await openWorld(seed, chance);
  const { testServer } = world;
  try {
    const faults = crashBetweenSteps(testServer.ctx, crashing, 3);
    const disturb = openDisturbances(testServer.config.dataDir, disturbing, 20);
    let disturbed = 0;
    for (let day = 1; day <= days; day += 1) {
      faults.on = true;
      await act(world, 3).catch(() => undefined);
      disturbed += await disturb();
      faults.on = false;
      const operator = { client: await world.as('OPERATOR', world.operator) };
      await askToMove(operator, chance.pick(['NEXT_SESSION', 'TOMORROW']));
      faults.on = true;
      const calm = setTimeout(() => (faults.on = false), 2000);
      await until(async () => (await readClock(operator)).movingTo === null, 30);
      clearTimeout(calm);
      faults.on = false;
      const broken = await brokenRules(testServer);
      if (broken.length > 0)
        throw new RulesBroken(
          `Seed ${seed}, day ${day}: ${broken.length} rules are broken\n${broken.join('\n')}`,
        );
    }
    const rows = await testServer.ctx.db.asPlatform('what came of it', (tx) =>
      tx
        .selectFrom('collections')
        .select(['state', (eb) => eb.fn.countAll<string>().as('count')])
        .groupBy('state')
        .execute(),
    );
    const states = Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
    const collections = Object.values(states).reduce((sum, count) => sum + count, 0);
    return { days, collections, crashes: faults.crashes, disturbed, states };
  } finally {
    await testServer.close();
  }
}
