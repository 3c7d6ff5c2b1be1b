import {
  changeContentShape,
  getLatestChange,
  type MerchantChange,
  submitChange as submitRow,
  withdrawChange as withdrawRow,
} from '@tegeka/contract/merchants/merchant-changes.ts';
import { payloadOf } from '@tegeka/contract/merchants/merchant-payload.ts';
import { maskAccount } from '@tegeka/contract/merchants/merchant-profile.ts';
import { compared } from '#features/approvals/approvals-snapshot.ts';
import { differingFields } from '#features/merchants/merchants-details.ts';
import { snapshotOf } from '#features/merchants/merchants-snapshot.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type Route, serve } from '#platform/http/serve.ts';
import { readNames } from './merchant-changes-proposal.ts';
import { submitChange, withdrawChange } from './merchant-changes-service.ts';
import { type Change, findLatestChange } from './merchant-changes-store.ts';

async function viewOf(ctx: AppContext, tx: Tx, change: Change): Promise<MerchantChange> {
  const { base, proposal, settledAt } = change;
  const names = await readNames(ctx, tx, [base, proposal]);
  const changed = differingFields(base, proposal);
  const parts = compared(snapshotOf(proposal, names), snapshotOf(base, names));
  // Without the account number: whoever corrects it types the number again or keeps it.
  const content = changeContentShape.parse(payloadOf(proposal, changed));
  const { certificateOfIncorporation: certificate } = proposal;
  const isNew = certificate !== base.certificateOfIncorporation;
  return {
    id: change.id,
    state: change.state,
    attempt: change.attempt,
    by: change.makerName,
    submittedAt: change.submittedAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
    fields: changed.flatMap((key) => {
      const part = parts.find((one) => one.key === key);
      if (!part) return [];
      const { section, label, before, value, masked } = part;
      const shown = (text: string) => (masked ? maskAccount(text) : text);
      return { key, section, label, before: shown(before ?? ''), after: shown(value) };
    }),
    review: change.review,
    content,
    certificateOfIncorporation: (isNew && names.files.get(certificate)) || null,
  };
}

export function changeRoutes(ctx: AppContext): Route[] {
  return [
    serve(getLatestChange, async ({ tx, params: { merchantId } }) => {
      const change = await findLatestChange(ctx, tx, merchantId);
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
