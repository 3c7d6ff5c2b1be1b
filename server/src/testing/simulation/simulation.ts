import type { AppContext } from '#platform/app-context.ts';
import { openSecondServer } from '../second-server.ts';
import { askToMove, readClock } from '../setup/test-clock.ts';
import { until } from '../test-mandate.ts';
import { act, signEverybodyIn } from './simulation-actors.ts';
import { type Banks, openBanks } from './simulation-banks.ts';
import { inWorld, SERVER_OPTIONS } from './simulation-beginnings.ts';
import { openChance } from './simulation-chance.ts';
import {
  type Faults,
  openConnectionCutter,
  openDisturbances,
  openFaults,
} from './simulation-faults.ts';
import { workThrough } from './simulation-remedies.ts';
import { brokenRules } from './simulation-rules.ts';
import type { World } from './simulation-world.ts';

export interface Simulated {
  days: number;
  debits: number;
  crashes: number;
  lostConnections: number;
  disturbed: number;
  /** What people did that the server accepted, by its name. */
  done: Record<string, number>;
  /** What banks did that they must not, by its name. */
  misdeeds: Record<string, number>;
  /** Debits by state at the end. */
  states: Record<string, number>;
}

/** Rules are broken: a bug. Any other error may be caused by a busy machine. */
export class RulesBroken extends Error {
  override readonly name = 'RulesBroken';
}

/** Maximum of crashes and lost connections, once while people act and again while due work runs. */
const FAULTS_A_DAY = 20;

/** Plays a day and checks the rules after it. Returns the number of disturbed files. */
async function playDay(
  world: World,
  { faults, disturb, banks }: { faults: Faults; disturb: () => Promise<number>; banks: Banks },
  day: number,
): Promise<number> {
  await signEverybodyIn(world);
  faults.allow(FAULTS_A_DAY);
  await act(world, 4);
  faults.allow(0);
  if (world.mistakes.size > 0)
    throw new RulesBroken(`Day ${day}: unknown calls: ${[...world.mistakes].join(', ')}`);
  const { serverErrors } = world.testServer;
  const known = serverErrors.length;
  await act(world, 3);
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
  faults.allow(FAULTS_A_DAY);
  // A call can fail meanwhile: it is made again.
  await until(async () => (await readClock(operator).catch(() => null))?.movingTo === null, 30);
  faults.allow(0);
  const broken = await brokenRules(world.testServer, banks.truth);
  if (broken.length > 0)
    throw new RulesBroken(`Day ${day}: ${broken.length} rules are broken\n${broken.join('\n')}`);
  return disturbed;
}

/**
 * Plays some days in which a seed decides what businesses, banks, the clock and faults do. After every day
 * all rules are checked. Throws RulesBroken with the rules and the day.
 */
export function simulate({ seed, days }: { seed: number; days: number }): Promise<Simulated> {
  return inWorld(seed, openChance(seed), async (world) => {
    // Generators of their own: when a step crashes depends on timing, and what people do must not.
    const [crashing, disturbing] = [openChance(-seed), openChance(seed * 31)];
    const { ctx, config, connectionString } = world.testServer;
    const connections = openConnectionCutter(connectionString);
    const second = await openSecondServer(world.testServer, SERVER_OPTIONS);
    try {
      const { cut } = connections;
      const faults = openFaults([ctx, second.ctx], crashing, { percent: 3, cut });
      const disturb = openDisturbances(config.dataDir, disturbing, 20);
      const banks = openBanks(world.testServer, openChance(seed * 17), 85);
      let disturbed = 0;
      for (let day = 1; day <= days; day += 1)
        disturbed += await playDay(world, { faults, disturb, banks }, day);
      const states = await countStates(ctx);
      const debits = Object.values(states).reduce((sum, count) => sum + count, 0);
      const { crashes, lostConnections } = faults;
      const { misdeeds } = banks;
      const { done } = world;
      return { days, debits, crashes, lostConnections, disturbed, done, misdeeds, states };
    } finally {
      await second.close();
      await connections.close();
    }
  });
}

/** Debits by state. */
async function countStates({ db }: AppContext): Promise<Record<string, number>> {
  const rows = await db.asPlatform('what came of it', (tx) =>
    tx
      .selectFrom('debits')
      .select(['state', (eb) => eb.fn.countAll<string>().as('count')])
      .groupBy('state')
      .execute(),
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
}
