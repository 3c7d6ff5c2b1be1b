import type { TestServer } from '../test-server.ts';

/** Sets the last day on which a bank is offered, such as `2026-11-30`; null removes the limit. */
export async function closeBank(
  { ctx }: TestServer,
  id: string,
  lastDay: string | null,
): Promise<void> {
  await ctx.db.asPlatform('test', (tx) =>
    tx.updateTable('banks').set({ active_to: lastDay }).where('id', '=', id).execute(),
  );
}
