import { sql } from 'kysely';
import { AppError } from '#platform/http/refusal.ts';
import type { Tx } from './database.ts';

/** Runs work that a refusal by name undoes; gives the refusal, or null where it was done. */
export async function refusalOf(tx: Tx, work: () => Promise<void>): Promise<AppError | null> {
  await sql`savepoint attempt`.execute(tx);
  try {
    await work();
    return null;
  } catch (error) {
    // Anything else is a bug and undoes the whole call.
    if (!(error instanceof AppError)) throw error;
    await sql`rollback to savepoint attempt`.execute(tx);
    return error;
  }
}

/** Tries work and undoes it: what it would be refused with later it is refused with now. */
export async function tryOut(tx: Tx, work: () => Promise<void>): Promise<void> {
  await sql`savepoint tried`.execute(tx);
  await work();
  await sql`rollback to savepoint tried`.execute(tx);
}
