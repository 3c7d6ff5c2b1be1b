import { copyFile, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { AppContext } from '#platform/app-context.ts';
import type { Chance } from './simulation-chance.ts';

/** Simulates that the server process ends here. */
class Crash extends Error {
  override readonly name = 'Crash';
}

export interface Faults {
  crashes: number;
  lostConnections: number;
  /** Lets so many steps crash and connections be lost from now on. */
  allow(count: number): void;
}

/**
 * Simulates crashes of servers: before a transaction, or after its commit and before the caller gets the
 * result. Also cuts connections to the database while they are in use.
 */
export function openFaults(
  servers: readonly AppContext[],
  chance: Chance,
  { percent, cut }: { percent: number; cut: () => Promise<number> },
): Faults {
  let left = 0;
  const isHit = (rate: number) => left > 0 && chance.percent(rate);
  const faults: Faults = {
    crashes: 0,
    lostConnections: 0,
    allow: (count) => (left = count),
  };
  const crash = () => {
    if (!isHit(percent)) return;
    left -= 1;
    faults.crashes += 1;
    throw new Crash('The server has ended');
  };
  for (const { db } of servers) {
    const asPlatform: typeof db.asPlatform = db.asPlatform.bind(db);
    db.asPlatform = async (reason, work) => {
      crash();
      const done = await asPlatform(reason, async (tx) => {
        if (isHit(percent)) {
          left -= 1;
          faults.lostConnections += await cut();
        }
        return work(tx);
      });
      crash();
      return done;
    };
  }
  return faults;
}

/** `cut` ends one of the busy connections to a database, and returns how many it has ended. */
export function openConnectionCutter(connectionString: string) {
  const pool = new pg.Pool({ connectionString, max: 1 });
  // Dropping the database at the end can be faster than the end of an idle connection.
  pool.on('error', () => {});
  const cut = async (): Promise<number> => {
    const { rowCount } = await pool.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
        and usename = 'tegeka_test_server'
      order by xact_start limit 1`);
    return rowCount ?? 0;
  };
  return { cut, close: () => pool.end() };
}

const LATER_MS = 3 * 3_600_000;

/** The name of a waiting file with a time some hours later. */
function later(name: string): string {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/.exec(name) ?? [];
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`);
  const stamp = new Date(at.getTime() + LATER_MS).toISOString().replaceAll(/[-:.]/g, '');
  return `${stamp}${name.slice(19)}`;
}

/** What can happen to a file on its way: it comes twice, late, or cut off before it comes whole. */
async function disturb(folder: string, name: string, chance: Chance): Promise<void> {
  const file = path.join(folder, name);
  const copy = (from: string) => path.join(folder, from.replace('.xml', 'x.xml'));
  switch (chance.pick(['TWICE', 'LATE', 'CUT'])) {
    case 'TWICE':
      return copyFile(file, copy(later(name)));
    case 'LATE':
      return rename(file, path.join(folder, later(name)));
    case 'CUT': {
      const text = await readFile(file, 'utf8');
      await rename(file, path.join(folder, later(name)));
      return writeFile(copy(name), text.slice(0, Math.floor(text.length * chance.next())));
    }
  }
}

/** Disturbs some of the files that wait to come in, each once. */
export function openDisturbances(dataDir: string, chance: Chance, percent: number) {
  const folder = path.join(dataDir, 'simulator');
  const seen = new Set<string>();
  return async (): Promise<number> => {
    const names: string[] = await readdir(folder).catch(() => []);
    let disturbed = 0;
    for (const name of names.toSorted((a, b) => a.localeCompare(b, 'en'))) {
      if (!name.endsWith('.xml') || name.startsWith('.') || seen.has(name)) continue;
      seen.add(name).add(later(name));
      if (!chance.percent(percent)) continue;
      disturbed += 1;
      // A server may have processed it meanwhile.
      await disturb(folder, name, chance).catch(() => undefined);
    }
    return disturbed;
  };
}
