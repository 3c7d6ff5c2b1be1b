import { sql } from 'kysely';
import * as z from 'zod/mini';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { firstUnanswered, giveUpWaiting } from '#features/payouts/payouts-submission.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import type { DomainEvent } from '#platform/events/domain-events.ts';
import { type DueWork, inBatches } from '#platform/jobs/due-work.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { closeException, insertException } from '../clearing-exceptions.ts';

const BATCH = 200;

const unknownText = (reference: string) =>
  `The bank has not said what became of the payout ${reference}. It is not sent again. Find out with the bank; then settle the payout in Revenue, with your evidence, and a colleague confirms it.`;

/** Opens an exception for each payout of unknown outcome. */
async function addExceptions(
  ctx: AppContext,
  tx: PlatformTx,
  references: readonly string[],
  at: Date,
): Promise<void> {
  const { rows } = await sql<{ fileId: string; item: number; reference: string }>`
    select file_id as "fileId", position as item, end_to_end_id as reference from clearing_items
    where end_to_end_id = any(${references}::text[]) and payout_id is not null
      and status <> 'WITHDRAWN'
    order by instruction_id`.execute(tx);
  for (const row of rows) {
    const explanation = unknownText(row.reference);
    await insertException(ctx, tx, { ...row, kind: 'UNKNOWN_PAYOUT', explanation, at });
  }
}

/** Payouts that the bank does not answer in time become UNKNOWN. */
export const payoutsUnanswered: DueWork = {
  next: firstUnanswered,
  run: async (ctx, at) => {
    const givenUp = await inBatches(BATCH, () =>
      ctx.db.asPlatform('payouts that the bank has not answered', async (tx) => {
        const references = await giveUpWaiting(tx, at, BATCH);
        await addExceptions(ctx, tx, references, at);
        return references.length;
      }),
    );
    return { 'Payouts of unknown outcome': givenUp };
  },
};

const resolvedShape = z.object({ reference: z.string() });

/** Closes the exception of a payout that two operators have settled. Idempotent. */
export async function closeResolved(ctx: AppContext, event: DomainEvent): Promise<void> {
  const { reference } = resolvedShape.parse(event.payload);
  await ctx.db.asPlatform('a payout was settled manually', async (tx) => {
    const at = await businessTime(tx, ctx.clock.now());
    const open = await tx
      .selectFrom('clearing_exceptions')
      .select('id')
      .where('kind', '=', 'UNKNOWN_PAYOUT')
      .where('state', '=', 'OPEN')
      .where('reference', '=', reference)
      .execute();
    const made = { actor: SYSTEM, reason: 'Two operators have settled the payout', at } as const;
    for (const { id } of open) await closeException(tx, id, { ...made, outcome: 'RESOLVED' });
  });
}
