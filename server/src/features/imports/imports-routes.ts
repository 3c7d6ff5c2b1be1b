import {
  cancelCustomerImport,
  confirmCustomerImport,
  exportRefusedRows,
  getCustomerImport,
  listCustomerImports,
  listRefusedRows,
  mapCustomerImport,
  uploadCustomers,
} from '@tegeka/contract/customers/customer-imports.ts';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Caller } from '#platform/http/caller.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type CallContext, type Route, serve, serveUpload } from '#platform/http/serve.ts';
import { openRefusedExport, readRefused } from './imports-refused.ts';
import * as service from './imports-service.ts';
import { hasLiveImport, importOf, listImports } from './imports-store.ts';

const ENTITY = 'import';

type OwnCall = Pick<CallContext, 'audit'> & { caller: Caller; params: { importId: string } };

/** What a person decides about an import, on record. */
function commandOf({ caller, params: { importId }, audit }: OwnCall): service.ImportCommand {
  audit({ entity: ENTITY, entityId: importId });
  return { organizationId: caller.organizationId, importId, caller };
}

const keyOf = ({ caller, params }: Omit<OwnCall, 'audit'>) => ({
  organizationId: caller.organizationId,
  importId: params.importId,
});

/** The endpoints of imports. */
export function importRoutes(ctx: AppContext): Route[] {
  return [
    serveUpload(uploadCustomers, {
      beforeUpload: async ({ tx, caller: { organizationId }, repeated }) => {
        // A file that is sent again, because its answer was lost, is itself the one that is open.
        if (!repeated && (await hasLiveImport(tx, organizationId))) throw refuse('IMPORT_RUNNING');
      },
      prepare: ({ files: { file }, body }) => {
        if (!file) throw refuse('FILE_MISSING');
        return service.recipeFor(file, body.mapping);
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
        const arrived = { caller, upload, recipe: prepared, confirm };
        const row = await service.createImport(ctx, tx, arrived);
        audit({ entity: ENTITY, entityId: row.id });
        return importOf(tx, row);
      },
    }),

    serve(mapCustomerImport, async (call) => {
      const { tx, body } = call;
      return importOf(tx, await service.mapImport(ctx, tx, { ...commandOf(call), ...body }));
    }),

    serve(confirmCustomerImport, async (call) => {
      const { tx, body } = call;
      return importOf(tx, await service.confirmImport(ctx, tx, { ...commandOf(call), ...body }));
    }),

    serve(cancelCustomerImport, async (call) =>
      importOf(call.tx, await service.cancelImport(ctx, call.tx, commandOf(call))),
    ),

    serve(listCustomerImports, ({ tx, caller, query }) =>
      listImports(tx, caller.organizationId, query),
    ),

    serve(getCustomerImport, async (call) =>
      importOf(call.tx, await service.readImport(call.tx, keyOf(call))),
    ),

    serve(listRefusedRows, async (call) =>
      readRefused(call.tx, await service.readImport(call.tx, keyOf(call)), call.query),
    ),

    serve(exportRefusedRows, async (call) => {
      const row = await service.readImport(call.tx, commandOf(call));
      return {
        open: () => openRefusedExport(ctx.db, row),
        mediaType: 'text/csv; charset=utf-8',
        name: `refused-rows-${isoDay(call.now)}.csv`,
      };
    }),
  ];
}
