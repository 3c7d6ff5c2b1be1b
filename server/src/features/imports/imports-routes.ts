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
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Caller } from '#platform/http/caller.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Route, serve, serveUpload } from '#platform/http/serve.ts';
import { openRefusedExport, readRefused } from './imports-refused.ts';
import {
  findImport,
  hasLiveImport,
  type ImportKey,
  importOf,
  type ImportRow,
  listImports,
} from './imports-store.ts';
import { cancelImport, confirmImport, createImport, mapImport } from './imports-service.ts';

const ENTITY = 'import';

type OwnCall = { caller: Caller; params: { importId: string } };

function keyOf({ caller, params }: OwnCall): ImportKey {
  return { organizationId: caller.organizationId, importId: params.importId };
}

async function expectImport(call: OwnCall & { tx: Tx }): Promise<ImportRow> {
  const row = await findImport(call.tx, keyOf(call));
  if (!row) throw refuse('NOT_FOUND');
  return row;
}

function uploadRoute(ctx: AppContext): Route {
  return serveUpload(
    uploadCustomers,
    async ({ tx, caller: { organizationId }, repeated }) => {
      // A file that is sent again, because its answer was lost, is itself the one that is open.
      if (!repeated && (await hasLiveImport(tx, organizationId))) throw refuse('IMPORT_RUNNING');
    },
    async ({ tx, body, files, caller: person, audit }) => {
      const { organizationId } = person;
      const { file: upload } = files;
      if (!upload) throw refuse('FILE_MISSING');
      const { mapping, confirm } = body;
      const row = await createImport(ctx, tx, {
        organizationId,
        person,
        upload,
        mapping,
        confirm,
      });
      audit({ entity: ENTITY, entityId: row.id });
      return importOf(tx, row);
    },
  );
}

/** The endpoints of imports. */
export function importRoutes(ctx: AppContext): Route[] {
  return [
    uploadRoute(ctx),

    serve(mapCustomerImport, async (call) => {
      const { tx, body, caller: person } = call;
      const key = keyOf(call);
      call.audit({ entity: ENTITY, entityId: key.importId });
      return importOf(tx, await mapImport(ctx, tx, { ...key, person, mapping: body.mapping }));
    }),

    serve(confirmCustomerImport, async (call) => {
      const { tx, body, caller: person } = call;
      const key = keyOf(call);
      call.audit({ entity: ENTITY, entityId: key.importId });
      return importOf(tx, await confirmImport(ctx, tx, { ...key, person, mode: body.mode }));
    }),

    serve(cancelCustomerImport, async (call) => {
      const { tx, caller: person } = call;
      const key = keyOf(call);
      call.audit({ entity: ENTITY, entityId: key.importId });
      return importOf(tx, await cancelImport(ctx, tx, { ...key, person }));
    }),

    serve(listCustomerImports, ({ tx, caller, query }) =>
      listImports(tx, caller.organizationId, query),
    ),

    serve(getCustomerImport, async (call) => importOf(call.tx, await expectImport(call))),

    serve(listRefusedRows, async (call) =>
      readRefused(call.tx, await expectImport(call), call.query),
    ),

    serve(exportRefusedRows, async (call) => {
      const row = await expectImport(call);
      call.audit({ entity: ENTITY, entityId: row.id });
      return {
        open: () => openRefusedExport(ctx.db, row),
        mediaType: 'text/csv; charset=utf-8',
        name: `refused-rows-${isoDay(call.now)}.csv`,
      };
    }),
  ];
}
