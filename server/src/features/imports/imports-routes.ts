import type { AppContext } from '#platform/app-context.ts';
import type { Caller } from '#platform/http/caller.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type CallContext, type Route, serve, serveUpload } from '#platform/http/serve.ts';
import { readPage } from '#platform/lists/list-page.ts';
import { refusedList } from './imports-refused.ts';
import * as service from './imports-service.ts';
import type { FileImport } from './imports-kind.ts';
import { importDetailOf, importList, readLiveKinds } from './imports-store.ts';

type OwnCall = Pick<CallContext, 'audit' | 'tx'> & {
  caller: Caller;
  params: { importId: string };
};

export function importRoutes(ctx: AppContext, of: FileImport): Route[] {
  const { kind, endpoints } = of;
  const list = importList(of);
  const read = ({ tx, caller: { organizationId }, params: { importId } }: OwnCall) =>
    service.readImport(tx, { kind, organizationId, importId });
  /** The command of a person about an import, recorded in the audit log. */
  const commandOf = ({ audit, caller, params: { importId } }: OwnCall): service.ImportCommand => {
    audit({ entity: 'import', entityId: importId });
    return { kind, organizationId: caller.organizationId, importId, caller };
  };
  return [
    serveUpload(endpoints.upload, {
      beforeUpload: async ({ tx, caller: { organizationId }, repeated }) => {
        // A repeated request (same idempotency key) may find the active import that it created itself.
        if (!repeated && (await readLiveKinds(tx, organizationId)).has(kind.name))
          throw refuse('IMPORT_RUNNING');
      },
      prepare: ({ files: { file }, body }) => {
        if (!file) throw refuse('FILE_MISSING');
        return service.recipeFor(of, file, body);
      },
      handle: async ({ tx, body: { confirm }, files: { file }, prepared, caller, audit }) => {
        if (!file) throw refuse('FILE_MISSING');
        const arrived = { kind, caller, upload: file, recipe: prepared, confirm };
        const row = await service.createImport(ctx, tx, arrived);
        audit({ entity: 'import', entityId: row.id });
        return importDetailOf(kind, row);
      },
    }),

    serve(endpoints.map, async (call) =>
      importDetailOf(
        kind,
        await service.mapImport(ctx, call.tx, of, { ...commandOf(call), ...call.body }),
      ),
    ),

    serve(endpoints.confirm, async (call) => {
      const command = { ...commandOf(call), ...call.body };
      return importDetailOf(kind, await service.confirmImport(ctx, call.tx, command));
    }),

    serve(endpoints.cancel, async (call) =>
      importDetailOf(kind, await service.cancelImport(ctx, call.tx, commandOf(call))),
    ),

    serve(endpoints.list, ({ tx, query }) => readPage(tx, list, query)),

    serve(endpoints.get, async (call) => importDetailOf(kind, await read(call))),

    serve(endpoints.refused, async (call) =>
      readPage(call.tx, refusedList(ctx.keys, of, await read(call)).source, call.query),
    ),

    serve(endpoints.exportRefused, async (call) => {
      call.audit({ entity: 'import', entityId: call.params.importId });
      return ctx.exports.csv(call, refusedList(ctx.keys, of, await read(call)));
    }),
  ];
}
