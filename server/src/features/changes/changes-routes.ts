import {
  getLatestChange,
  type MerchantChange,
  submitChange as submitRow,
  withdrawChange as withdrawRow,
} from '@tegeka/contract/merchant-changes.ts';
import { findMerchant } from '#features/merchants/merchants-store.ts';
import type { AuditNote } from '#platform/audit.ts';
import type { Frame } from '#platform/frame.ts';
import { refuse } from '#platform/refusal.ts';
import { type Route, serve } from '#platform/serve.ts';
import { findLatestChange } from './changes-store.ts';
import { submitChange, withdrawChange } from './changes-verbs.ts';
import { viewOf } from './changes-view.ts';

/** Changes sent by one organization: each can keep a file, and writes a mail. */
const SUBMISSIONS = { points: 30, seconds: 3600 };

/** What the audit row of a change says; account numbers are masked in the view already. */
function changesOf({ fields }: MerchantChange): NonNullable<AuditNote['changes']> {
  return Object.fromEntries(fields.map(({ key, before, after }) => [key, { before, after }]));
}

/** The rows of changes of legal and bank data. */
export function changeRoutes(frame: Frame): Route[] {
  return [
    serve(getLatestChange, async ({ tx, params: { merchantId } }) => {
      if (!(await findMerchant(tx, merchantId))) throw refuse('NOT_FOUND');
      const change = await findLatestChange(tx, merchantId);
      return { change: change && (await viewOf(frame, tx, change)) };
    }),

    serve(submitRow, async (call) => {
      const { tx, params, body: input, files, caller: person } = call;
      const verdict = await frame.limits.take('changes', person.organizationId, SUBMISSIONS);
      if (!verdict.allowed) throw refuse('TOO_MANY_REQUESTS', verdict);
      const { certificateOfIncorporation: certificate } = files;
      const given = { person, merchantId: params.merchantId, input, certificate };
      const view = await viewOf(frame, tx, await submitChange(frame, tx, given));
      call.audit({ entity: 'merchant-change', entityId: view.id, changes: changesOf(view) });
      return view;
    }),

    serve(withdrawRow, async ({ tx, params, caller: person, audit }) => {
      const { state } = await withdrawChange(frame, tx, { person, ...params });
      const changes = { state: { before: state, after: 'WITHDRAWN' } };
      audit({ entity: 'merchant-change', entityId: params.changeId, changes });
    }),
  ];
}
