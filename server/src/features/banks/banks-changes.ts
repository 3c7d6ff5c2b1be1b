import { BANK } from '@tegeka/contract/bank-records.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { writeAudit } from '#platform/history/audit.ts';
import type { ApprovalSubject } from '#features/approvals/approvals-actions.ts';
import type { ReviewedChange } from '#features/approvals/approvals-changes.ts';
import { findBank, insertBank, updateBank } from './banks-records-store.ts';
import { changesOf, REVIEWED_FIELDS, type ReviewedBank } from './banks-reviewed.ts';

/** The organizations that bank staff belong to; in a transaction that sees all of them. */
export type BankOrganizations = (tx: Tx) => Promise<readonly { id: string; name: string }[]>;

async function execute(
  ctx: AppContext,
  tx: Tx,
  id: string,
  after: ReviewedBank,
  { actor, at, organizationId, requestId }: ApprovalSubject,
): Promise<void> {
  const before = await findBank(tx, id);
  if (!before) return insertBank(tx, { id, bank: after, actor, at });
  await updateBank(tx, { id, before, after, actor, at });
  const changes = changesOf(before, after);
  if (Object.keys(changes).length === 0) return;
  const { kind, id: userId, name: firstName } = actor;
  const caller =
    kind === 'SYSTEM' || userId === null
      ? null
      : { domain: kind, userId, firstName, lastName: '', organizationId };
  await writeAudit(tx, ctx.ids, {
    at,
    requestId,
    caller,
    action: 'changeBank',
    note: { entity: BANK.entity, entityId: id, changes },
  });
}

/** Every change of a bank, its creation included: one action, decided on by another operator. */
export function bankChangeOf(
  ctx: AppContext,
  organizations: BankOrganizations,
): ReviewedChange<typeof REVIEWED_FIELDS> {
  return {
    action: 'BANK_CHANGE',
    words: { label: 'Bank' },
    fields: REVIEWED_FIELDS,
    read: findBank,
    options: async (tx) => {
      const choices = await organizations(tx);
      return { organizationId: choices.map(({ id, name }) => ({ value: id, label: name })) };
    },
    execute: (tx, id, after, subject) => execute(ctx, tx, id, after, subject),
  };
}
