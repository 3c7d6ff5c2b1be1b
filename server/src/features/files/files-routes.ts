import { getFile } from '@tegeka/contract/files.ts';
import type { AppContext } from '#platform/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type FileAnswer, type Route, serve } from '#platform/http/serve.ts';

/** The endpoints of files. Row policies decide who may open which: see migrations 0003 and 0006. */
export function fileRoutes(ctx: AppContext): Route[] {
  return [
    serve(getFile, async ({ tx, params: { fileId }, caller, audit }) => {
      const known = await ctx.files.find(tx, fileId);
      if (!known) throw refuse('NOT_FOUND');
      // Operators and banks open documents of others: each look is on record.
      if (caller.domain !== 'MERCHANT') audit({ entity: 'file', entityId: fileId });
      const file = await ctx.files.open(tx, fileId);
      if (!file) throw refuse('NOT_FOUND');
      const way: FileAnswer['way'] = caller.domain === 'MERCHANT' ? 'inline' : 'attachment';
      return { ...file, way };
    }),
  ];
}
