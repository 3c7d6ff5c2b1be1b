import { askToMove, readClock } from '../setup/test-clock.ts';
import { until } from '../test-mandate.ts';
import { act, workThrough } from './simulation-actors.ts';
import { type Banks, openBanks } from './simulation-banks.ts';
import { inWorld } from './simulation-beginnings.ts';
import { openChance } from './simulation-chance.ts';
import { crashBetweenSteps, type Faults, openDisturbances } from './simulation-faults.ts';
import { brokenRules } from './simulation-rules.ts';
import type { World } from './simulation-world.ts';

export interface Simulated {
  days: number;
  collections: number;
  crashes: number;
  disturbed: number;
  /** What banks did that they must not, by its name. */
  misdeeds: Record<string, number>;
  /** Collections by state at the end. */
  states: Record<string, number>;
}

/** Rules are broken: a bug. Everything else that goes wrong may be a machine that is too busy. */
export class RulesBroken extends Error {
  override readonly name = 'RulesBroken';
}

/** A day, and what must hold after it. */
async function playDay(
  world: World,
  { faults, disturb, banks }: { faults: Faults; disturb: () => Promise<number>; banks: Banks },
  day: number,
): Promise<number> {
  faults.on = true;
  await act(world, 3).catch(() => undefined);
  faults.on = false;
  const { serverErrors } = world.testServer;
  const known = serverErrors.length;
  await workThrough(world);
  const failed = serverErrors.slice(known);
  if (failed.length > 0)
    throw new RulesBroken(
      `Day ${day}: calls have failed while nothing crashed: ${failed.join(', ')}`,
    );
  await banks.misbehave();
  const disturbed = await disturb();
  const operator = { client: await world.as('OPERATOR', world.operator) };
  await askToMove(operator, world.chance.pick(['NEXT_SESSION', 'TOMORROW']));
  faults.on = true;
  const calm = setTimeout(() => (faults.on = false), 2000);
  await until(async () => (await readClock(operator)).movingTo === null, 30);
  clearTimeout(calm);
  faults.on = false;
  const broken = await brokenRules(world.testServer, banks.truth);
  if (broken.length > 0)
    throw new RulesBroken(`Day ${day}: ${broken.length} rules are broken\n${broken.join('\n')}`);
  return disturbed;
}

/**
 * Lets businesses, payers, banks, the clock and faults do for some days what a seed decides. After every
 * day all rules are checked. Throws RulesBroken with the rules and the day.
 */
export function simulate({ seed, days }: { seed: number; days: number }): Promise<Simulated> {
  return inWorld(seed, openChance(seed), async (world) => {
    // Chances of their own: when a step crashes depends on time, and what people do shall not.
    const [crashing, disturbing] = [openChance(-seed), openChance(seed * 31)];
    const { ctx, config } = world.testServer;
    const faults = crashBetweenSteps(ctx, crashing, 3);
    const disturb = openDisturbances(config.dataDir, disturbing, 20);
    const banks = openBanks(world.testServer, openChance(seed * 17), 85);
    let disturbed = 0;
    for (let day = 1; day <= days; day += 1)
      disturbed += await playDay(world, { faults, disturb, banks }, day);
    const rows = await ctx.db.asPlatform('what came of it', (tx) =>
      tx
        .selectFrom('collections')
        .select(['state', (eb) => eb.fn.countAll<string>().as('count')])
        .groupBy('state')
        .execute(),
    );
    const states = Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
    const collections = Object.values(states).reduce((sum, count) => sum + count, 0);
    return {
      days,
      collections,
      crashes: faults.crashes,
      disturbed,
      misdeeds: banks.misdeeds,
      states,
    };
  });
}
