import { isDeepStrictEqual } from 'node:util';
import { MERCHANT_FIELDS } from '@tegeka/contract/merchants.ts';
import type {
  ApprovalActions,
  ApprovedThing,
  TurnedDown,
} from '#features/approvals/approvals-actions.ts';
import { detailsOf, replaceDetails } from '#features/merchants/merchants-details.ts';
import { findMerchant, holdMerchant } from '#features/merchants/merchants-store.ts';
import type { Tx } from '#platform/database.ts';
import type { Frame } from '#platform/frame.ts';
import { refuse } from '#platform/refusal.ts';
import { writeOfChange } from './changes-letters.ts';
import { readNames } from './changes-names.ts';
import { checkBank } from './changes-proposal.ts';
import { partsOf } from './changes-snapshot.ts';
import {
  type Change,
  findChange,
  holdOpenChange,
  moveChange,
  type Review,
} from './changes-store.ts';

async function hold(tx: Tx, changeId: string): Promise<Change> {
  const change = await holdOpenChange(tx, { id: changeId });
  if (!change) throw new Error('A request outlived its change');
  return change;
}

/**
 * The business has its new data from here on. Refuses DETAILS_CHANGED where others than those the
 * checker read stand there by now, MERCHANT_NOT_ACTIVE, and BANK_UNKNOWN for a bank that has closed.
 */
async function apply(frame: Frame, tx: Tx, thing: ApprovedThing): Promise<void> {
  const { entityId: changeId, organizationId, requestId, actorId, at } = thing;
  const change = await hold(tx, changeId);
  const merchant = await holdMerchant(tx, change.merchantId);
  const { id: merchantId } = merchant;
  if (merchant.state !== 'ACTIVE') throw refuse('MERCHANT_NOT_ACTIVE');
  if (!isDeepStrictEqual(detailsOf(merchant), change.base)) throw refuse('DETAILS_CHANGED');
  await checkBank(frame, tx, change, 'bank');
  await replaceDetails(tx, merchant, change.proposal);
  await moveChange(tx, change, { to: 'APPLIED', actorId, review: null, at });
  const payload = { merchantId, changeId, requestId };
  await frame.news.record(tx, { kind: 'merchant-change.applied', organizationId, payload });
  if (change.proposal.businessName !== change.base.businessName)
    await frame.news.record(tx, { kind: 'merchant.renamed', organizationId, payload });
  await writeOfChange(frame, tx, { merchant, change }, { kind: 'APPLIED' });
}

/** What the business reads about a change that came to nothing. */
function reviewOf(outcome: TurnedDown, at: Date): Review {
  const told = { at: at.toISOString(), comment: null, corrections: [] };
  switch (outcome.kind) {
    case 'CORRECTION_NEEDED': {
      const { reason, comment, corrections } = outcome;
      return { ...told, reason, comment, corrections };
    }
    case 'REJECTED':
      return { ...told, reason: outcome.reason, comment: outcome.comment };
    case 'EXPIRED':
      return { ...told, reason: 'The change was not reviewed in time. Please send it again.' };
    case 'EXECUTION_FAILED': {
      const labels = new Map<string, string>(Object.entries(MERCHANT_FIELDS));
      const corrections = outcome.fields.map(({ field, message: comment }) => {
        return { field, label: labels.get(field) ?? field, comment };
      });
      const reason = `The change was approved, but could not be made: ${outcome.reason}`;
      return { ...told, reason, corrections };
    }
  }
}

async function turnDown(frame: Frame, tx: Tx, thing: ApprovedThing, outcome: TurnedDown) {
  const { entityId: changeId, organizationId, requestId, actorId, at } = thing;
  const change = await hold(tx, changeId);
  const to = outcome.kind === 'REJECTED' ? 'REJECTED' : 'ACTION_REQUIRED';
  await moveChange(tx, change, { to, actorId, review: reviewOf(outcome, at), at });
  const merchant = await findMerchant(tx, change.merchantId);
  if (!merchant) throw new Error('A change outlived its business');
  const payload = { merchantId: merchant.id, changeId, requestId, outcome: outcome.kind };
  await frame.news.record(tx, { kind: 'merchant-change.turned-down', organizationId, payload });
  await writeOfChange(frame, tx, { merchant, change }, outcome);
}

/** What approvals do for changes of businesses; app.ts hands this to the approvals. */
export function changeActions(frame: Frame): Pick<ApprovalActions, 'MERCHANT_CHANGE'> {
  return {
    MERCHANT_CHANGE: {
      // What was sent, and not what it would take the place of: whether that still stands there is
      // asked when it is carried out, since reading the request again would not mend it.
      snapshot: async (tx, id) => {
        const change = await findChange(tx, id);
        return change
          ? partsOf(change.proposal, await readNames(frame, tx, [change.proposal]))
          : [];
      },
      execute: (tx, thing) => apply(frame, tx, thing),
      turnedDown: (tx, thing, outcome) => turnDown(frame, tx, thing, outcome),
    },
  };
}
