import { showMoney } from '@tegeka/contract/kit/money.ts';
import { RESOLUTION_FIELDS } from '@tegeka/contract/payouts/payout-views.ts';
import { objectOf } from '@tegeka/contract/kit/fields.ts';
import type * as z from 'zod/mini';
import type { ApprovalHandler } from '#features/approvals/approvals-actions.ts';
import {
  type RequestCommand,
  requestApproval,
  type RequestMaker,
  requestsOf,
  withdrawRequest,
} from '#features/approvals/approvals-service.ts';
import { type SnapshotPart, textParts } from '#features/approvals/approvals-snapshot.ts';
import { readBankNames } from '#features/banks/banks-store.ts';
import { decryptAccountNumber } from '#features/merchants/merchants-details.ts';
import { type PaidMerchant, readPaidMerchants } from '#features/merchants/merchants-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { refuse, refuseField } from '#platform/http/refusal.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { payPayout, rejectPayout } from './payouts-outcome.ts';
import { type PayoutRow, readPayout, readUnsent, setWaiting } from './payouts-store.ts';

const RELEASE = 'PAYOUT_RELEASE';
const RESOLUTION = 'PAYOUT_RESOLUTION';

/** The fields of a payout in both kinds of request, with the account in the middle. */
const partsOf = (row: PayoutRow, account: readonly SnapshotPart[]): SnapshotPart[] => [
  ...textParts('Payout', [
    ['merchant', 'Merchant', { name: row.merchant_name, id: row.organization_id }],
    ['amount', 'Amount', showMoney(Number(row.amount))],
  ]),
  ...account,
  ...textParts('Payout', [['reference', 'Reference', row.reference]]),
];

/**
 * The fields of a release. The account is the confirmed one, since the file takes that one. It is locked: a
 * change of it waits for this transaction, and then asks for the release again.
 */
async function releaseParts(ctx: AppContext, tx: Tx, row: PayoutRow): Promise<SnapshotPart[]> {
  const owner = row.organization_id;
  const merchant = (await readPaidMerchants(tx, [owner], 'lock')).get(owner);
  if (!merchant) throw new Error('A payout outlived its business');
  const { bankId, accountName, accountNumber } = merchant;
  const number = decryptAccountNumber(ctx, owner, accountNumber.encrypted);
  const account = textParts('Payout', [
    ['bank', 'Bank', { name: (await readBankNames(tx, [bankId])).get(bankId) ?? '', id: bankId }],
    ['accountName', 'Account name', accountName],
    ['account', 'Account number', number, true],
  ]);
  return partsOf(row, account);
}

type Asked = RequestMaker & Pick<RequestCommand, 'parts' | 'payload'>;

async function ask(ctx: AppContext, tx: Tx, action: string, row: PayoutRow, asked: Asked) {
  const title = `${row.reference}, ${row.merchant_name}`;
  return requestApproval(ctx, tx, { ...asked, action, title, entityId: row.id });
}

export async function requestRelease(
  ctx: AppContext,
  tx: Tx,
  row: PayoutRow,
  { organizationId, businessName, representative }: PaidMerchant,
): Promise<void> {
  await ask(ctx, tx, RELEASE, row, {
    organizationId,
    maker: {
      kind: 'MERCHANT',
      id: organizationId,
      name: businessName,
      email: representative.email,
    },
    parts: await releaseParts(ctx, tx, row),
  });
}

/**
 * After a change of account: PENDING payouts that needed a release need a new one, for the new account, also
 * those that were released.
 */
export async function requestReleaseAgain(
  ctx: AppContext,
  tx: Tx,
  merchant: PaidMerchant,
): Promise<void> {
  const { organizationId } = merchant;
  for (const id of await readUnsent(tx, organizationId)) {
    const request = { action: RELEASE, entityId: id, organizationId };
    // A payout without a request needed no release.
    if (!(await requestsOf(tx, request).select('id').executeTakeFirst())) continue;
    // The request is locked before the payout, as a decision does.
    await withdrawRequest(ctx, tx, { ...request, actor: SYSTEM });
    const row = await readPayout(tx, id, true);
    if (row.state !== 'PENDING') continue;
    await setWaiting(tx, id, true);
    await requestRelease(ctx, tx, row, merchant);
  }
}

export function releaseHandler(ctx: AppContext): ApprovalHandler {
  const texts = {
    label: 'Large payout',
    approval: 'The payout goes to the bank with the next file.',
    rejection: 'The money goes back to the balance of the business.',
    comment: 'The business reads the comment.',
  };
  return {
    texts,
    action: RELEASE,
    rejections: {
      SUSPICIOUS: 'The payments behind it have to be looked at first.',
      ACCOUNT: 'The account has to be confirmed again.',
      OTHER: 'See the comment.',
    },
    expired: 'The payout was not released in time.',
    snapshot: async (tx, id) => releaseParts(ctx, tx, await readPayout(tx, id)),
    execute: async (tx, { entityId: id }) => {
      const { state } = await readPayout(tx, id, true);
      if (state !== 'PENDING') throw refuse('PAYOUT_STATE');
      await setWaiting(tx, id, false);
    },
    onNotExecuted: async (tx, { entityId: id, actor, at }, { fullReason: reason }) => {
      if ((await readPayout(tx, id, true)).state !== 'PENDING') return;
      await rejectPayout(ctx, tx, { id, actor, at, reason, schemeCode: null });
    },
  };
}

const resolutionShape = objectOf(RESOLUTION_FIELDS);
export type Resolution = z.infer<typeof resolutionShape>;

const OUTCOMES = { PAID: 'The money has reached the account', REJECTED: 'It has not left' };

/** What the business reads of a payout that operators have settled. */
const REASONS = {
  PAID: 'The bank has confirmed it on request.',
  REJECTED: 'The bank has not carried it out.',
};

const resolutionParts = (row: PayoutRow, { outcome, evidence }: Resolution) => [
  // The account that it was sent to.
  ...partsOf(
    row,
    textParts('Payout', [
      ['bank', 'Bank', { name: row.bank_name ?? '', id: row.bank_id }],
      ['account', 'Account ends in', row.account_last_four],
    ]),
  ),
  ...textParts('Payout', [
    ['state', 'State', row.state],
    ['outcome', 'What happened', OUTCOMES[outcome]],
    ['evidence', 'Evidence', evidence],
  ]),
];

/**
 * Asks a second operator what became of a payout of unknown outcome. Refuses PAYOUT_STATE, and at its field any
 * outcome while the file of the payout is not sent.
 */
export async function requestResolution(
  ctx: AppContext,
  tx: Tx,
  id: string,
  resolution: Resolution,
  maker: RequestMaker,
): Promise<string> {
  const row = await readPayout(tx, id, true);
  // The file would still go out, with a payout whose money may be back in the balance.
  if (row.state === 'SENT' && row.answer_due_at === null)
    throw refuseField('outcome', 'Its file has not been sent yet: have that done first');
  if (row.state !== 'UNKNOWN') throw refuse('PAYOUT_STATE');
  return ask(ctx, tx, RESOLUTION, row, {
    ...maker,
    parts: resolutionParts(row, resolution),
    payload: resolution,
  });
}

export function resolutionHandler(ctx: AppContext): ApprovalHandler {
  const texts = {
    label: 'Payout of unknown outcome',
    approval: 'The payout is settled as the evidence says. It is never sent again.',
    rejection: 'The payout stays as it is until there is better evidence.',
  };
  return {
    texts,
    action: RESOLUTION,
    rejections: { EVIDENCE: 'The evidence does not show it.', OTHER: 'See the comment.' },
    snapshot: async (tx, id, payload) =>
      resolutionParts(await readPayout(tx, id), resolutionShape.parse(payload)),
    execute: async (tx, { entityId: id, payload: asked, actor, at }) => {
      const { outcome } = resolutionShape.parse(asked);
      const { state, reference, organization_id: organizationId } = await readPayout(tx, id, true);
      if (state !== 'UNKNOWN') throw refuse('PAYOUT_STATE');
      // The evidence is for operators: the business reads what it came to.
      const reason = REASONS[outcome];
      if (outcome === 'PAID') await payPayout(tx, { id, actor, at, reason, manual: true });
      else await rejectPayout(ctx, tx, { id, actor, at, reason, schemeCode: null });
      const payload = { reference };
      await ctx.domainEvents.record(tx, { kind: 'payout.resolved', organizationId, payload });
    },
  };
}
