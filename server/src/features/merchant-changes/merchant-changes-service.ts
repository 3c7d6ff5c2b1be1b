import type { ChangeInput } from '@tegeka/contract/merchant-changes.ts';
import { requestApproval, withdrawRequest } from '#features/approvals/approvals-service.ts';
import { detailsOf, differingFields } from '#features/merchants/merchants-details.ts';
import {
  findMerchant,
  lockMerchant,
  type Registration,
} from '#features/merchants/merchants-store.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { UploadedFile } from '#platform/files/stored-files.ts';
import { writeOfChange } from './merchant-changes-messages.ts';
import { readNames } from './merchant-changes-names.ts';
import { changePolicy } from './merchant-changes-policy.ts';
import { checkBank, proposalOf } from './merchant-changes-proposal.ts';
import { partsOf } from './merchant-changes-snapshot.ts';
import {
  type Attempt,
  type Change,
  correctChange,
  findChange,
  lockOpenChange,
  insertChange,
  transitionChange,
} from './merchant-changes-store.ts';

const ACTION = 'MERCHANT_CHANGE';

/** Who sends or takes back: the signed-in person. */
export interface Maker {
  userId: string;
  organizationId: string;
  firstName: string;
  lastName: string;
  email: string;
}

/** A change as it arrives. */
export interface NewChange {
  person: Maker;
  merchantId: string;
  input: ChangeInput;
  certificate: UploadedFile | undefined;
}

const nameOf = ({ firstName, lastName }: Maker) => `${firstName} ${lastName}`.trim();

async function write(
  ctx: AppContext,
  tx: Tx,
  { merchant, open, attempt }: { merchant: Registration; open: Change | null; attempt: Attempt },
): Promise<Change> {
  const id = open?.id ?? ctx.ids.uuid(attempt.at);
  const { organizationId } = merchant.submission;
  if (open) await correctChange(tx, open, attempt);
  else await insertChange(tx, { id, merchantId: merchant.id, organizationId }, attempt);
  const change = await findChange(tx, id);
  if (!change) throw new Error('A change that was just written is gone');
  return change;
}

async function requestReview(
  ctx: AppContext,
  tx: Tx,
  { merchant, change, person }: { merchant: Registration; change: Change; person: Maker },
): Promise<void> {
  const { id: changeId, organizationId, base, proposal } = change;
  const names = await readNames(ctx, tx, [base, proposal]);
  const requestId = await requestApproval(ctx, tx, {
    ...{ action: ACTION, entityId: changeId, organizationId },
    title: merchant.submission.businessName,
    maker: { kind: 'MERCHANT', id: person.userId, name: nameOf(person), email: person.email },
    policy: await changePolicy(tx),
    ...{ parts: partsOf(proposal, names), replaces: partsOf(base, names) },
  });
  const payload = { merchantId: merchant.id, changeId, requestId };
  await ctx.domainEvents.record(tx, { kind: 'merchant-change.submitted', organizationId, payload });
  await writeOfChange(ctx, tx, { merchant, change }, { kind: 'SUBMITTED' });
}

/** An active business, locked. Refuses NOT_FOUND and MERCHANT_NOT_ACTIVE. */
async function lockActive(tx: Tx, merchantId: string): Promise<Registration> {
  const known = await findMerchant(tx, merchantId);
  if (!known) throw refuse('NOT_FOUND');
  // Only an active one can be locked by its tenant: see migration 0010.
  if (known.state !== 'ACTIVE') throw refuse('MERCHANT_NOT_ACTIVE');
  return lockMerchant(tx, merchantId);
}

/**
 * Sends a change of legal or bank data for review, or its correction. Refuses NOT_FOUND,
 * MERCHANT_NOT_ACTIVE, CHANGE_PENDING, DETAILS_CHANGED where it was made from an older version,
 * NOTHING_CHANGED, BANK_UNKNOWN, and INPUT_INVALID for another bank without a number.
 */
export async function submitChange(ctx: AppContext, tx: Tx, given: NewChange): Promise<Change> {
  const { person, merchantId, input, certificate } = given;
  const merchant = await lockActive(tx, merchantId);
  const open = await lockOpenChange(tx, { merchantId });
  if (open?.state === 'PENDING_APPROVAL') throw refuse('CHANGE_PENDING');
  if (input.version !== merchant.detailsVersion) throw refuse('DETAILS_CHANGED');
  const base = detailsOf(merchant);
  const last = open?.proposal ?? null;
  const proposal = await proposalOf(ctx, tx, { merchant, base, last, input, certificate });
  if (differingFields(base, proposal).length === 0) throw refuse('NOTHING_CHANGED');
  await checkBank(ctx, tx, { base, proposal }, 'bankAccount.bankId');
  const maker = { id: person.userId, name: nameOf(person) };
  const attempt = { maker, base, proposal, at: ctx.clock.now() };
  const change = await write(ctx, tx, { merchant, open, attempt });
  await requestReview(ctx, tx, { merchant, change, person });
  return change;
}

/**
 * The business takes a change back that is not settled; gives where it stood. Refuses NOT_FOUND, and
 * REQUEST_NOT_PENDING once it was settled.
 */
export async function withdrawChange(
  ctx: AppContext,
  tx: Tx,
  { person, merchantId, changeId }: { person: Maker; merchantId: string; changeId: string },
): Promise<Change> {
  const known = await findChange(tx, changeId);
  if (known?.merchantId !== merchantId) throw refuse('NOT_FOUND');
  const actor = { kind: 'MERCHANT', id: person.userId, name: nameOf(person) } as const;
  const { organizationId } = person;
  // The request is locked before the change, as a decision does it: they can not hang.
  if (known.state === 'PENDING_APPROVAL')
    await withdrawRequest(ctx, tx, {
      action: ACTION,
      entityId: changeId,
      organizationId,
      actor,
    });
  const change = await lockOpenChange(tx, { id: changeId });
  // Settled, or sent again, in the meantime.
  if (change?.state !== known.state) throw refuse('REQUEST_NOT_PENDING');
  const at = ctx.clock.now();
  await transitionChange(tx, change, { to: 'WITHDRAWN', actorId: actor.id, review: null, at });
  const payload = { merchantId, changeId };
  await ctx.domainEvents.record(tx, { kind: 'merchant-change.withdrawn', organizationId, payload });
  return change;
}
