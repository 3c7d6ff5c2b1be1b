import type { ChangeInput } from '@tegeka/contract/merchants/merchant-changes.ts';
import { textsOf } from '@tegeka/contract/merchants/merchant-payload.ts';
import type { SnapshotPart } from '#features/approvals/approvals-snapshot.ts';
import { policyInForce } from '#features/approvals/approvals-policies.ts';
import {
  makerOf,
  requestApproval,
  withdrawRequest,
} from '#features/approvals/approvals-service.ts';
import { readBankNames } from '#features/banks/banks-store.ts';
import {
  type Details,
  detailsOf,
  detailsShape,
  differingFields,
  requireOfferedBank,
} from '#features/merchants/merchants-details.ts';
import { writeToMerchant } from '#features/merchants/merchants-messages.ts';
import { snapshotOf } from '#features/merchants/merchants-snapshot.ts';
import { lockMerchant, type Registration } from '#features/merchants/merchants-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import type { StoredUpload } from '#platform/files/stored-files.ts';
import type { Caller } from '#platform/http/caller.ts';
import { refuse, refuseField } from '#platform/http/refusal.ts';
import { CHANGE_MESSAGES, changeData } from './merchant-changes-messages.ts';
import {
  type Change,
  findChange,
  getChange,
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

/** Details as a reviewer reads them: a bank and a certificate by their names. */
export async function partsOf(ctx: AppContext, tx: Tx, details: Details): Promise<SnapshotPart[]> {
  const file = await ctx.files.find(tx, details.certificateOfIncorporation);
  const banks = await readBankNames(tx, [details.bank]);
  return snapshotOf(details, { banks, files: new Map(file && [[file.id, file]]) });
}

/** What the details of a change are made from. */
interface Sources extends Pick<ChangeCommand, 'input' | 'certificate'> {
  merchant: Registration;
  base: Details;
  /** What is registered, with what the attempt before has changed: a field that is left out keeps it. */
  last: Details;
}

/** The fields in which an attempt differs from what was registered when it was sent. */
function changedIn(attempt: Change | null): Partial<Details> {
  if (!attempt) return {};
  const { base, proposal } = attempt;
  return Object.fromEntries(differingFields(base, proposal).map((key) => [key, proposal[key]]));
}

/** The account number as sent, or else the known one at the same bank. Refuses INPUT_INVALID. */
function accountNumberOf({ base, last, input: { bankAccount } }: Sources): string {
  if (bankAccount?.accountNumber !== undefined) return bankAccount.accountNumber;
  const bank = bankAccount?.bankId ?? last.bank;
  const known = [last, base].find((details) => details.bank === bank);
  if (known) return known.accountNumber;
  // At another bank the known number would be that of somebody else's account.
  const message = 'Enter the account number at this bank.';
  throw refuseField('bankAccount.accountNumber', message);
}

async function certificateOf(ctx: AppContext, tx: Tx, sources: Sources): Promise<string> {
  const { merchant, base, last, certificate } = sources;
  const kind = 'certificateOfIncorporation';
  if (!certificate) return last[kind];
  if (certificate.sha256 === merchant.documents[kind].sha256) return base[kind];
  const { organizationId } = merchant.submission;
  return (await ctx.files.keep(tx, certificate, { organizationId, kind })).id;
}

/**
 * Sends a change of legal or bank data for review, or its correction. Refuses CHANGE_PENDING,
 * DETAILS_CHANGED where it was made from an older version, NOTHING_CHANGED, BANK_UNKNOWN, and
 * INPUT_INVALID for another bank without a number.
 */
export async function submitChange(ctx: AppContext, tx: Tx, given: ChangeCommand): Promise<Change> {
  const { person, merchantId, input } = given;
  // The lock serializes the changes of a business: only its newest one can be open.
  const merchant = await lockMerchant(tx, merchantId);
  const newest = await findChange(ctx, tx, { merchant_id: merchantId });
  if (newest?.state === 'PENDING_APPROVAL') throw refuse('CHANGE_PENDING');
  if (input.version !== merchant.detailsVersion) throw refuse('DETAILS_CHANGED');
  const open = newest?.state === 'ACTION_REQUIRED' ? newest : null;
  const base = detailsOf(ctx, merchant);
  const last = { ...base, ...changedIn(open) };
  const sources = { ...given, merchant, base, last };
  const proposal = detailsShape.parse({
    ...last,
    ...textsOf(input),
    accountNumber: accountNumberOf(sources),
    certificateOfIncorporation: await certificateOf(ctx, tx, sources),
  });
  if (differingFields(base, proposal).length === 0) throw refuse('NOTHING_CHANGED');
  if (proposal.bank !== base.bank)
    await requireOfferedBank(ctx, tx, proposal.bank, { field: 'bankAccount.bankId' });

  const at = ctx.clock.now();
  const id = open?.id ?? ctx.ids.uuid(at);
  const { maker, organizationId } = makerOf(person);
  const attempt = { id, merchantId, organizationId, actor: maker, base, proposal, at };
  const change = await writeAttempt(ctx, tx, open, attempt);
  const policy = await policyInForce(tx, ACTION, 'MERCHANT_CHANGE_POLICY_ID');
  // A fault of the installation, never of the business.
  if (!policy) throw new Error('MERCHANT_CHANGE_POLICY_ID names no workflow for changes');
  await requestApproval(ctx, tx, {
    action: ACTION,
    entityId: id,
    organizationId,
    maker,
    title: merchant.submission.businessName,
    policy,
    parts: await partsOf(ctx, tx, proposal),
    replaces: await partsOf(ctx, tx, base),
  });
  await writeToMerchant(ctx, tx, merchant, CHANGE_MESSAGES['change-submitted'], changeData(change));
  return change;
}

/**
 * Withdraws a change that is not settled. Returns the change as it was before. Refuses NOT_FOUND, and
 * REQUEST_NOT_PENDING where it was settled, or sent again in the meantime.
 */
export async function withdrawChange(
  ctx: AppContext,
  tx: Tx,
  { person, merchantId, changeId }: { person: Caller; merchantId: string; changeId: string },
): Promise<Change> {
  const change = await getChange(ctx, tx, changeId);
  if (change.merchantId !== merchantId) throw refuse('NOT_FOUND');
  if (change.settledAt) throw refuse('REQUEST_NOT_PENDING');
  const { maker: actor, organizationId } = makerOf(person);
  // The request is locked before the change, as a decision does it: they can not deadlock.
  const request = { action: ACTION, entityId: changeId, organizationId, actor };
  if (change.state === 'PENDING_APPROVAL' && !(await withdrawRequest(ctx, tx, request)))
    throw refuse('REQUEST_NOT_PENDING');
  await settleChange(tx, change, { to: 'WITHDRAWN', actor, at: ctx.clock.now() });
  return change;
}
