import { isDeepStrictEqual } from 'node:util';
import { BANK } from '@tegeka/contract/bank-records.ts';
import type { Field } from '@tegeka/contract/kit/fields.ts';
import * as z from 'zod/mini';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { type AuditNote, changesOf, writeAudit } from '#platform/history/audit.ts';
import type { Caller } from '#platform/http/caller.ts';
import { refuse, refuseField, tryOut } from '#platform/http/refusal.ts';
import { recordFirstState, transition } from '#platform/state/transition.ts';
import type { ApprovalHandler, ApprovalSubject } from '#features/approvals/approvals-actions.ts';
import { makerOf, requestApproval } from '#features/approvals/approvals-service.ts';
import { fieldParts, type SnapshotPart } from '#features/approvals/approvals-snapshot.ts';
import {
  type BankOrganizations,
  bankShape,
  lockBank,
  REVIEWED_FIELDS,
  type ReviewedBank,
  writeBank,
} from './banks-records-store.ts';

/** Every change of a bank, its creation included: one action, decided on by another operator. */
export const BANK_CHANGE = 'BANK_CHANGE';

const changeShape = z.object({
  /** Null for a new bank. */
  before: z.nullable(bankShape),
  after: bankShape,
  reason: z.nullable(z.string()),
});
type BankChange = z.infer<typeof changeShape>;

const [section, schema] = ['State', z.unknown()];
const options = BANK.states.map((value) => {
  return { value, label: `${value.slice(0, 1)}${value.slice(1).toLowerCase()}` };
});
const PARTS = Object.entries<Field>({
  ...REVIEWED_FIELDS,
  state: { label: 'State', kind: 'select', schema, options, section },
  reason: { label: 'Reason for the change', kind: 'textarea', schema, section },
});

/** The parts of a request, as a checker reads them. */
async function partsOf(
  ctx: AppContext,
  tx: Tx,
  bank: ReviewedBank & { reason?: string | null },
  organizations: Awaited<ReturnType<BankOrganizations>>,
): Promise<SnapshotPart[]> {
  const logo = bank.logo === null ? null : await ctx.files.find(tx, bank.logo);
  const organizationId = organizations.find(({ id }) => id === bank.organizationId) ?? null;
  return fieldParts(PARTS, { ...bank, organizationId, logo });
}

/** The differences for the history, without the state, whose change is recorded as a transition. */
function differenceOf({ before, after }: BankChange) {
  const changes = changesOf(before ?? after, after);
  delete changes['state'];
  return changes;
}

/**
 * Asks for the approval of a change. Refuses NOTHING_CHANGED, REQUEST_PENDING where another change of the
 * bank is pending, and whatever {@link writeBank} refuses.
 */
export async function requestBankChange(
  ctx: AppContext,
  { tx, caller, audit }: { tx: Tx; caller: Caller; audit: (note: AuditNote) => void },
  readOrganizations: BankOrganizations,
  { id, ...change }: BankChange & { id: string },
): Promise<{ requestId: string }> {
  const { before, after, reason } = change;
  if (isDeepStrictEqual(before, after)) throw refuse('NOTHING_CHANGED');
  const organizations = await readOrganizations(tx);
  const { organizationId } = after;
  if (organizationId !== null && !organizations.some((one) => one.id === organizationId))
    throw refuseField('organizationId', 'Choose one from the list');
  await tryOut(tx, () => writeBank(tx, id, after, !before));
  const requestId = await requestApproval(ctx, tx, {
    action: BANK_CHANGE,
    entityId: id,
    ...makerOf(caller),
    title: after.name,
    parts: await partsOf(ctx, tx, { ...after, reason }, organizations),
    ...(before && { replaces: await partsOf(ctx, tx, before, organizations) }),
    payload: change,
  });
  audit({ entity: BANK.entity, entityId: id, reason, changes: differenceOf(change) });
  return { requestId };
}

/** Makes an approved change and records it in the history. Refuses ENTITY_CHANGED. */
async function makeChange(
  ctx: AppContext,
  tx: Tx,
  { entityId: id, payload, requestId, actor, now: at, organizationId }: ApprovalSubject,
): Promise<void> {
  const change = changeShape.parse(payload);
  const { before, after, reason } = change;
  const { state: to } = after;
  if (!isDeepStrictEqual(await lockBank(tx, id), before)) throw refuse('ENTITY_CHANGED');
  const event = { kind: 'bank.changed', organizationId: null, payload: { bankId: id } };
  await ctx.domainEvents.record(tx, event);
  if (before && before.state !== to) {
    const banks = { machine: BANK, table: 'banks', owner: 'platform' } as const;
    await transition(tx, banks, { id, to, actor, reason, at });
    return;
  }
  await writeBank(tx, id, after, !before);
  if (!before) return recordFirstState(tx, BANK, { organizationId: null, id, to, actor, at });
  const { kind: domain, id: userId, name: firstName } = actor;
  if (domain === 'SYSTEM' || userId === null) throw new Error('A person decides on a change');
  await writeAudit(tx, ctx.ids, {
    at,
    requestId,
    caller: { domain, userId, firstName, lastName: '', organizationId },
    action: BANK_CHANGE,
    note: { entity: BANK.entity, entityId: id, changes: differenceOf(change) },
  });
}

export function bankChangeHandler(
  ctx: AppContext,
  organizations: BankOrganizations,
): ApprovalHandler {
  return {
    action: BANK_CHANGE,
    texts: {
      label: 'Bank',
      marked: 'Asked to be changed',
      approval: 'With the last approval that is needed, the change is made at once.',
      rejection: 'Everything stays as it is.',
      comment: 'Your colleagues read this.',
    },
    shows: 'CHANGES',
    correctable: true,
    rejections: { CHANGE_NOT_ACCEPTED: 'The change was not accepted.' },
    snapshot: async (tx, _id, payload) => {
      const { after, reason } = changeShape.parse(payload);
      return partsOf(ctx, tx, { ...after, reason }, await organizations(tx));
    },
    execute: (tx, subject) => makeChange(ctx, tx, subject),
  };
}
