import {
  getLatestChange,
  type MerchantChange,
  submitChange as submitRow,
  withdrawChange as withdrawRow,
} from '@tegeka/contract/merchants/merchant-changes.ts';
import type { AuditNote } from '#platform/history/audit.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type Route, serve } from '#platform/http/serve.ts';
import { findLatestChange } from './merchant-changes-store.ts';
import { submitChange, withdrawChange } from './merchant-changes-service.ts';
import { viewOf } from './merchant-changes-view.ts';

/** What the audit row of a change says; account numbers are masked in the view already. */
function changesOf({ fields }: MerchantChange): NonNullable<AuditNote['changes']> {
  return Object.fromEntries(fields.map(({ key, before, after }) => [key, { before, after }]));
}

/** The rows of changes of legal and bank data. */
export function changeRoutes(ctx: AppContext): Route[] {
  return [
    serve(getLatestChange, async ({ tx, params: { merchantId } }) => {
      const change = await findLatestChange(tx, merchantId);
      return { change: change && (await viewOf(ctx, tx, change)) };
    }),

    serve(submitRow, async (call) => {
      const { tx, params, body: input, files, caller: person } = call;
      const { certificateOfIncorporation: certificate } = files;
      const given = { person, merchantId: params.merchantId, input, certificate };
      const view = await viewOf(ctx, tx, await submitChange(ctx, tx, given));
      call.audit({ entity: 'merchant-change', entityId: view.id, changes: changesOf(view) });
      return view;
    }),

    serve(withdrawRow, async ({ tx, params, caller: person, audit }) => {
      const { state } = await withdrawChange(ctx, tx, { person, ...params });
      const changes = { state: { before: state, after: 'WITHDRAWN' } };
      audit({ entity: 'merchant-change', entityId: params.changeId, changes });
    }),
  ];
}
