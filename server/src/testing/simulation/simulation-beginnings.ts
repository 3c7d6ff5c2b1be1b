import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { moveClock } from '../setup/test-clock.ts';
import { dropDatabase } from '../test-database.ts';
import { openTestServer } from '../test-server.ts';
import { act } from './simulation-actors.ts';
import { type Chance, openChance } from './simulation-chance.ts';
import { makePeople, type People, type World, worldOf } from './simulation-world.ts';

/** What seeds begin with: people, and some days without faults. */
interface Beginning {
  people: People;
  /** The database, which is copied, and the folder of the simulator. */
  database: string;
  dataDir: string;
}

/** Settings of all servers of a simulation: what one has encrypted the others can read. */
export const SERVER_OPTIONS = { POLL_MS: '20', INSTANCE_KEY: 'd4'.repeat(32) };
/** Number of beginnings that seeds share: to make one takes longer than to play a seed's days. */
const BEGINNINGS = 5;
const DAYS = 5;
const beginnings = new Map<number, Promise<Beginning>>();

const openFolder = () => mkdtemp(path.join(tmpdir(), 'tegeka-simulation-'));

async function makeBeginning(number: number): Promise<Beginning> {
  const dataDir = await openFolder();
  const testServer = await openTestServer({ ...SERVER_OPTIONS, DATA_DIR: dataDir });
  const chance = openChance(number);
  const people = await makePeople(testServer, chance, { shops: 2, payers: 4 });
  const world = worldOf(testServer, people, chance);
  for (let day = 0; day < DAYS; day += 1) {
    await act(world, 3);
    await moveClock({ client: await world.as('OPERATOR', people.operator) }, 'TOMORROW');
  }
  return { people, dataDir, database: await testServer.leave() };
}

function beginningOf(seed: number): Promise<Beginning> {
  const number = seed % BEGINNINGS;
  const made = beginnings.get(number) ?? makeBeginning(number);
  beginnings.set(number, made);
  made.catch(() => beginnings.delete(number));
  return made;
}

/** Deletes all beginnings. Call it at the end of the process. */
export async function dropBeginnings(): Promise<void> {
  for (const beginning of beginnings.values()) {
    const { database, dataDir } = await beginning;
    await dropDatabase(database);
    await rm(dataDir, { recursive: true });
  }
  beginnings.clear();
}

/** Plays in a copy of the seed's beginning, with random choices of its own. */
export async function inWorld<T>(
  seed: number,
  chance: Chance,
  play: (world: World) => Promise<T>,
): Promise<T> {
  const { people, database, dataDir } = await beginningOf(seed);
  const own = await openFolder();
  await cp(dataDir, own, { recursive: true });
  const testServer = await openTestServer({ ...SERVER_OPTIONS, DATA_DIR: own }, database);
  try {
    return await play(worldOf(testServer, people, chance));
  } finally {
    await testServer.close();
    await rm(own, { recursive: true });
  }
}
