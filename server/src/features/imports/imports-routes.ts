import { isoDay } from '@tegeka/contract/kit/day.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Caller } from '#platform/http/caller.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type CallContext, type Route, serve, serveUpload } from '#platform/http/serve.ts';
import { openRefusedExport, readRefused } from './imports-refused.ts';
import * as service from './imports-service.ts';
import type { FileImport } from './imports-kind.ts';
import { importOf, listImports, readLiveKinds } from './imports-store.ts';

const ENTITY = 'import';

type OwnCall = Pick<CallContext, 'audit'> & { caller: Caller; params: { importId: string } };

export function importRoutes(ctx: AppContext, of: FileImport): Route[] {
  const { kind, endpoints } = of;
  const keyOf = ({ caller, params }: Omit<OwnCall, 'audit'>) => ({
    kind,
    organizationId: caller.organizationId,
    importId: params.importId,
  });
  /** What a person decides about an import, on record. */
  const commandOf = ({ audit, ...call }: OwnCall): service.ImportCommand => {
    audit({ entity: ENTITY, entityId: call.params.importId });
    return { ...keyOf(call), caller: call.caller };
  };
  const view = { keys: ctx.keys, kind };
  return [
    serveUpload(endpoints.upload, {
      beforeUpload: async ({ tx, caller: { organizationId }, repeated }) => {
        // A file that is sent again, because its answer was lost, is itself the one that is open.
        if (!repeated && (await readLiveKinds(tx, organizationId)).has(kind.name))
          throw refuse('IMPORT_RUNNING');
      },
      prepare: ({ files: { file }, body }) => {
        if (!file) throw refuse('FILE_MISSING');
        return service.recipeFor(of, file, body.mapping);
      },
      handle: async ({
        tx,
        body: { confirm },
        files: { file: upload },
        prepared,
        caller,
        audit,
      }) => {
        if (!upload) throw refuse('FILE_MISSING');
        const arrived = { kind, caller, upload, recipe: prepared, confirm };
        const row = await service.createImport(ctx, tx, arrived);
        audit({ entity: ENTITY, entityId: row.id });
        return importOf(tx, kind, row);
      },
    }),

    serve(endpoints.map, async (call) => {
      const command = { ...commandOf(call), ...call.body };
      return importOf(call.tx, kind, await service.mapImport(ctx, call.tx, command));
    }),

    serve(endpoints.confirm, async (call) => {
      const command = { ...commandOf(call), ...call.body };
      return importOf(call.tx, kind, await service.confirmImport(ctx, call.tx, command));
    }),

    serve(endpoints.cancel, async (call) =>
      importOf(call.tx, kind, await service.cancelImport(ctx, call.tx, commandOf(call))),
    ),

    serve(endpoints.list, ({ tx, caller, query }) =>
      listImports(tx, caller.organizationId, kind, query),
    ),

    serve(endpoints.get, async (call) =>
      importOf(call.tx, kind, await service.readImport(call.tx, keyOf(call))),
    ),

    serve(endpoints.refused, async (call) =>
      readRefused(call.tx, view, await service.readImport(call.tx, keyOf(call)), call.query),
    ),

    serve(endpoints.exportRefused, async (call) => {
      const row = await service.readImport(call.tx, commandOf(call));
      return {
        open: () => openRefusedExport(ctx.db, view, row),
        mediaType: 'text/csv; charset=utf-8',
        name: `refused-rows-${isoDay(call.now)}.csv`,
      };
    }),
  ];
}
