import type { ChangeInput } from '@tegeka/contract/merchants/merchant-changes.ts';
import { policyInForce } from '#features/approvals/approvals-policies.ts';
import { requestApproval, withdrawRequest } from '#features/approvals/approvals-service.ts';
import { detailsOf, differingFields } from '#features/merchants/merchants-details.ts';
import { snapshotOf } from '#features/merchants/merchants-snapshot.ts';
import { lockMerchant } from '#features/merchants/merchants-store.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import { actorOf } from '#platform/state/transition.ts';
import type { StoredUpload } from '#platform/files/stored-files.ts';
import { writeOfChange } from './merchant-changes-messages.ts';
import { checkBank, proposalOf, readNames } from './merchant-changes-proposal.ts';
import {
  type Change,
  findChange,
  lockOpenChange,
  settleChange,
  writeAttempt,
} from './merchant-changes-store.ts';

const ACTION = 'MERCHANT_CHANGE';

export interface ChangeCommand {
  person: Caller;
  merchantId: string;
  input: ChangeInput;
  certificate: StoredUpload | undefined;
}

const makerOf = (person: Caller) => ({ ...actorOf(person), id: person.userId });

/**
 * The workflow that checks changes: the one that MERCHANT_CHANGE_POLICY_ID names, or the built-in
 * one. A setting that names no such workflow is a fault of the installation, never of the business.
 */
async function changePolicy(tx: Tx) {
  const policy = await policyInForce(tx, ACTION, 'MERCHANT_CHANGE_POLICY_ID');
  if (policy) return policy;
  throw new Error('MERCHANT_CHANGE_POLICY_ID names no workflow for changes of businesses');
}

/**
 * Sends a change of legal or bank data for review, or its correction. Refuses CHANGE_PENDING,
 * DETAILS_CHANGED where it was made from an older version, NOTHING_CHANGED, BANK_UNKNOWN, and
 * INPUT_INVALID for another bank without a number.
 */
export async function submitChange(ctx: AppContext, tx: Tx, given: ChangeCommand): Promise<Change> {
  const { person, merchantId, input } = given;
  const merchant = await lockMerchant(tx, merchantId);
  const open = await lockOpenChange(ctx, tx, 'merchant_id', merchantId);
  if (open?.state === 'PENDING_APPROVAL') throw refuse('CHANGE_PENDING');
  if (input.version !== merchant.detailsVersion) throw refuse('DETAILS_CHANGED');
  const base = detailsOf(ctx, merchant);
  const last = open?.proposal ?? base;
  const proposal = await proposalOf(ctx, tx, { ...given, merchant, base, last });
  if (differingFields(base, proposal).length === 0) throw refuse('NOTHING_CHANGED');
  await checkBank(ctx, tx, { base, proposal }, 'bankAccount.bankId');

  const at = ctx.clock.now();
  const id = open?.id ?? ctx.ids.uuid(at);
  const { organizationId, businessName } = merchant.submission;
  const maker = makerOf(person);
  const change = await writeAttempt(ctx, tx, open, {
    id,
    merchantId,
    organizationId,
    maker,
    base,
    proposal,
    at,
  });
  const names = await readNames(ctx, tx, [base, proposal]);
  await requestApproval(ctx, tx, {
    action: ACTION,
    entityId: id,
    organizationId,
    title: businessName,
    maker: { ...maker, email: person.email },
    policy: await changePolicy(tx),
    parts: snapshotOf(proposal, names),
    replaces: snapshotOf(base, names),
  });
  await writeOfChange(ctx, tx, { merchant, change }, { kind: 'SUBMITTED' });
  return change;
}

/**
 * The business takes a change back that is not settled; gives where it stood. Refuses NOT_FOUND, and
 * REQUEST_NOT_PENDING once it was settled.
 */
export async function withdrawChange(
  ctx: AppContext,
  tx: Tx,
  { person, merchantId, changeId }: { person: Caller; merchantId: string; changeId: string },
): Promise<Change> {
  const known = await findChange(ctx, tx, changeId);
  if (known?.merchantId !== merchantId) throw refuse('NOT_FOUND');
  const actor = makerOf(person);
  const { organizationId } = person;
  // The request is locked before the change, as a decision does it: they can not deadlock.
  if (known.state === 'PENDING_APPROVAL')
    await withdrawRequest(ctx, tx, { action: ACTION, entityId: changeId, organizationId, actor });
  const change = await lockOpenChange(ctx, tx, 'id', changeId);
  // Settled, or sent again, in the meantime.
  if (change?.state !== known.state) throw refuse('REQUEST_NOT_PENDING');
  await settleChange(tx, change, { to: 'WITHDRAWN', actor, review: null, at: ctx.clock.now() });
  return change;
}
