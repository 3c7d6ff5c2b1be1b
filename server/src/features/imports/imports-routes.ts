import {
  cancelCustomerImport,
  confirmCustomerImport,
  exportRefusedRows,
  getCustomerImport,
  listCustomerImports,
  listRefusedRows,
  mapCustomerImport,
  uploadCustomers,
} from '@tegeka/contract/customer-imports.ts';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { expectActiveMerchant, expectMerchant } from '#features/customers/customers-service.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Route, serve, serveUpload } from '#platform/http/serve.ts';
import { openRefusedExport, readRefused } from './imports-refused.ts';
import {
  findImport,
  hasLiveImport,
  importOf,
  type ImportRow,
  listImports,
} from './imports-store.ts';
import { cancelImport, confirmImport, mapImport, takeIn } from './imports-service.ts';

const ENTITY = 'import';

async function expectImport(
  tx: Tx,
  { merchantId, importId }: { merchantId: string; importId: string },
): Promise<ImportRow> {
  await expectMerchant(tx, merchantId);
  const row = await findImport(tx, importId);
  if (!row) throw refuse('NOT_FOUND');
  return row;
}

function uploadRoute(ctx: AppContext): Route {
  return serveUpload(
    uploadCustomers,
    async ({ tx, params, repeated }) => {
      const organizationId = await expectActiveMerchant(tx, params.merchantId);
      // A file that is sent again, because its answer was lost, is itself the one that is open.
      if (!repeated && (await hasLiveImport(tx, organizationId))) throw refuse('IMPORT_RUNNING');
    },
    async ({ tx, params, body, files, caller: person, audit }) => {
      const organizationId = await expectActiveMerchant(tx, params.merchantId);
      const { file: upload } = files;
      if (!upload) throw refuse('FILE_MISSING');
      const { mapping, confirm } = body;
      const row = await takeIn(ctx, tx, { organizationId, person, upload, mapping, confirm });
      audit({ entity: ENTITY, entityId: row.id });
      return importOf(row);
    },
  );
}

/** The decisions about an upload. */
function decisionRoutes(ctx: AppContext): Route[] {
  return [
    serve(mapCustomerImport, async ({ tx, params, body, caller: person, audit }) => {
      await expectMerchant(tx, params.merchantId);
      audit({ entity: ENTITY, entityId: params.importId });
      return importOf(await mapImport(ctx, tx, { ...params, person, mapping: body.mapping }));
    }),

    serve(confirmCustomerImport, async ({ tx, params, body, caller: person, audit }) => {
      await expectActiveMerchant(tx, params.merchantId);
      audit({ entity: ENTITY, entityId: params.importId });
      return importOf(await confirmImport(ctx, tx, { ...params, person, mode: body.mode }));
    }),

    serve(cancelCustomerImport, async ({ tx, params, caller: person, audit }) => {
      await expectMerchant(tx, params.merchantId);
      audit({ entity: ENTITY, entityId: params.importId });
      return importOf(await cancelImport(ctx, tx, { ...params, person }));
    }),
  ];
}

/** The rows of uploads. */
export function importRoutes(ctx: AppContext): Route[] {
  return [
    uploadRoute(ctx),
    ...decisionRoutes(ctx),

    serve(listCustomerImports, async ({ tx, params, query }) =>
      listImports(tx, await expectMerchant(tx, params.merchantId), query),
    ),

    serve(getCustomerImport, async ({ tx, params }) => importOf(await expectImport(tx, params))),

    serve(listRefusedRows, async ({ tx, params, query }) =>
      readRefused(tx, await expectImport(tx, params), query),
    ),

    serve(exportRefusedRows, async ({ tx, params, now, audit }) => {
      const row = await expectImport(tx, params);
      audit({ entity: ENTITY, entityId: row.id });
      return {
        open: () => openRefusedExport(ctx.db, row),
        mediaType: 'text/csv; charset=utf-8',
        name: `refused-rows-${isoDay(now)}.csv`,
      };
    }),
  ];
}
