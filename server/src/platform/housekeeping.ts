import type { Frame } from './frame.ts';

const DAY = 24 * 60 * 60 * 1000;
/** A browser tries the same change again within minutes; a day is generous. */
const KEEP_IDEMPOTENCY = DAY;
const KEEP_POST = 90 * DAY;

/** Removes what has had its time: answers kept for twins, ended limits, old messages, lost files. */
export async function startHousekeeping(frame: Frame): Promise<void> {
  const { db, clock, files, jobs } = frame;
  await jobs.every('housekeeping', '17 * * * *', () =>
    db.asPlatform('housekeeping', async (tx) => {
      const now = clock.now().getTime();
      const before = (age: number) => new Date(now - age);
      await tx
        .deleteFrom('idempotency')
        .where('created_at', '<', before(KEEP_IDEMPOTENCY))
        .execute();
      await tx.deleteFrom('limits').where('ends_at', '<', before(0)).execute();
      await tx.deleteFrom('post').where('created_at', '<', before(KEEP_POST)).execute();
      await files.sweep(tx);
    }),
  );
}
