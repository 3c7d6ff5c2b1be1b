import {
  getLatestChange,
  type MerchantChange,
  merchantChangeShape,
  submitChange as submitRow,
  withdrawChange as withdrawRow,
} from '@tegeka/contract/merchants/merchant-changes.ts';
import { payloadOf } from '@tegeka/contract/merchants/merchant-payload.ts';
import { maskAccount } from '@tegeka/contract/merchants/merchant-profile.ts';
import { compared } from '#features/approvals/approvals-snapshot.ts';
import { differingFields } from '#features/merchants/merchants-details.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type Route, serve } from '#platform/http/serve.ts';
import { partsOf, submitChange, withdrawChange } from './merchant-changes-service.ts';
import { type Change, findChange } from './merchant-changes-store.ts';

async function viewOf(ctx: AppContext, tx: Tx, change: Change): Promise<MerchantChange> {
  const { base, proposal, settledAt, submittedAt, makerName: by } = change;
  const parts = compared(await partsOf(ctx, tx, proposal), await partsOf(ctx, tx, base));
  const { certificateOfIncorporation: certificate } = proposal;
  const isNew = certificate !== base.certificateOfIncorporation;
  return merchantChangeShape.parse({
    ...change,
    by,
    submittedAt: submittedAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
    fields: parts.flatMap(({ changed, before, value, masked, ...part }) => {
      const shown = (text: string) => (masked ? maskAccount(text) : text);
      return changed ? [{ ...part, before: shown(before ?? ''), after: shown(value) }] : [];
    }),
    // Without the account number: whoever corrects it types the number again or keeps it.
    content: payloadOf(proposal, differingFields(base, proposal)),
    certificateOfIncorporation: isNew ? await ctx.files.find(tx, certificate) : null,
  });
}

export function changeRoutes(ctx: AppContext): Route[] {
  return [
    serve(getLatestChange, async ({ tx, params: { merchantId } }) => {
      const change = await findChange(ctx, tx, { merchant_id: merchantId });
      return { change: change && (await viewOf(ctx, tx, change)) };
    }),

    serve(submitRow, async ({ tx, params, body: input, files, caller: person, audit }) => {
      const { certificateOfIncorporation: certificate } = files;
      const change = await submitChange(ctx, tx, { person, ...params, input, certificate });
      const view = await viewOf(ctx, tx, change);
      const changes = view.fields.map(({ key, before, after }) => [key, { before, after }]);
      audit({
        entity: 'merchant-change',
        entityId: view.id,
        changes: Object.fromEntries(changes),
      });
      return view;
    }),

    serve(withdrawRow, async ({ tx, params, caller: person, audit }) => {
      const { state } = await withdrawChange(ctx, tx, { person, ...params });
      const changes = { state: { before: state, after: 'WITHDRAWN' } };
      audit({ entity: 'merchant-change', entityId: params.changeId, changes });
    }),
  ];
}
