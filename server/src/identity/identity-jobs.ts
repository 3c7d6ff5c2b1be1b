import type { AppContext } from '#platform/app-context.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Deletes expired rows: provider state, codes, send counts, verifications and old failure counts.
 */
async function clean({ db, clock }: AppContext): Promise<void> {
  const before = (age: number) => new Date(clock.now().getTime() - age);
  await db.asPlatform('clean identity', async (tx) => {
    await tx.deleteFrom('provider_state').where('expires_at', '<', before(HOUR)).execute();
    await tx
      .deleteFrom('sessions')
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom('provider_state')
              .select('kind')
              .where('kind', '=', 'Session')
              .whereRef('provider_state.uid', '=', 'sessions.uid'),
          ),
        ),
      )
      .execute();
    await tx.deleteFrom('codes').where('expires_at', '<', before(DAY)).execute();
    await tx.deleteFrom('code_sends').where('sent_at', '<', before(DAY)).execute();
    await tx.deleteFrom('verifications').where('verified_at', '<', before(DAY)).execute();
    await tx.deleteFrom('sign_in_guards').where('failed_at', '<', before(DAY)).execute();
  });
}

/** Schedules the cleanup: every hour, on one server at a time. */
export async function startIdentityJobs(ctx: AppContext): Promise<void> {
  await ctx.jobs.every('identity-cleaning', '17 * * * *', () => clean(ctx));
}
