import * as z from 'zod/mini';
import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { mandateDetails } from '@tegeka/contract/mandates/mandate-texts.ts';
import { describeSchedule } from '@tegeka/contract/mandates/schedule-texts.ts';
import { policyFor } from '#features/approvals/approvals-policies.ts';
import { pendingRequest, requestApproval } from '#features/approvals/approvals-service.ts';
import { type SnapshotPart, textParts } from '#features/approvals/approvals-snapshot.ts';
import { findConfirmation } from '#features/banks/banks-store.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { readActiveMerchants } from '#features/merchants/merchants-references.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import type { DomainEvent } from '#platform/events/domain-events.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { payerAccount } from './mandates-accounts.ts';
import { findConsent } from './documents/mandates-evidence-store.ts';
import { setNextAction } from './mandates-next-action.ts';
import {
  type MandateCommand,
  mandateOf,
  type MandateRow,
  readMandateRow,
  transitionMandate,
} from './mandates-store.ts';
import { notifyNotConfirmed } from './messages/mandates-notices.ts';

/** The approval action for officers of a bank. */
export const CONFIRMATION = 'MANDATE_CONFIRMATION';

const WAYS: Readonly<Record<string, string>> = {
  PAGE: 'A page, with a code sent to their phone',
  SMS: 'An SMS from their phone',
  FORM: 'A signed form',
};

/** The fields that officers compare with their bank's records. The account number is encrypted at rest. */
export async function partsOf(
  ctx: Pick<AppContext, 'keys' | 'files'>,
  tx: Tx,
  row: MandateRow,
): Promise<SnapshotPart[]> {
  const { keys } = ctx;
  const consent = await findConsent(tx, row);
  const { phone = null, documentId = null } = consent ?? {};
  const form = documentId === null ? null : await ctx.files.find(tx, documentId);
  const mandate = mandateOf(row);
  const way = WAYS[consent?.way ?? mandate.consentWay] ?? '';
  const goesOn = consent !== null && consent.mandateId !== row.id;
  const replaced = row.replaces_id === null ? null : await readMandateRow(tx, row.replaces_id);
  const encrypted = row.encrypted_account;
  const number =
    encrypted === null ? '' : keys.decrypt(payerAccount(row.organization_id), encrypted);
  return textParts('Mandate', [
    ['merchant', 'Collected by', { name: row.merchant_name, id: row.organization_id }],
    ['accountName', 'Account name', mandate.accountName ?? ''],
    ['account', 'Account number', number, true],
    ...(phone === null ? [] : [['phone', 'Consenting phone', phone, true] as const]),
    ['maxPerDebit', 'Maximum per debit', showMoney(mandate.maxPerDebit)],
    ['terms', 'Terms', mandateDetails(mandate).join('. ')],
    [
      'consentWay',
      'Agreed by',
      goesOn ? `The consent to ${consent.reference} goes on: no limit rises. ${way}` : way,
    ],
    ['reference', 'Reference', mandate.reference],
    ...(replaced === null ? [] : [['replaces', 'Replaces', replaced.reference] as const]),
    ...(form ? [['form', 'Signed form', form] as const] : []),
  ]);
}

/** Delay until the next attempt to ask a bank. */
export const ASK_AGAIN_MS = DAY_MS;

/** Moves a mandate to PENDING_APPROVAL after the payer's consent. A job then asks the bank, with retries. */
export async function waitForBank(
  ctx: Pick<AppContext, 'domainEvents'>,
  tx: Tx,
  row: Pick<MandateRow, 'id' | 'organization_id'>,
  command: Pick<MandateCommand, 'actor' | 'reason' | 'at' | 'set'>,
): Promise<void> {
  const next = {
    next_action_at: new Date(command.at.getTime() + ASK_AGAIN_MS),
    next_action: 'REQUEST_CONFIRMATION',
  } as const;
  const set = { ...command.set, ...next };
  await transitionMandate(tx, { ...command, id: row.id, to: 'PENDING_APPROVAL', set });
  await recordConsent(ctx, tx, row);
}

/** Records the domain event on which a job asks the bank. */
export async function recordConsent(
  { domainEvents }: Pick<AppContext, 'domainEvents'>,
  tx: Tx,
  { id, organization_id: organizationId }: Pick<MandateRow, 'id' | 'organization_id'>,
): Promise<void> {
  const payload = { mandateId: id };
  await domainEvents.record(tx, { kind: 'mandate.consented', organizationId, payload });
}

const consentedShape = z.object({ mandateId: z.uuid() });

/**
 * Asks the payer's bank to confirm: its officers through their Inbox, or its systems by a message, which a
 * later feature writes. Rejects the mandate of a bank with neither, and one with a signed form of a bank
 * that answers by messages. Idempotent. Does nothing while the business is not active.
 */
export async function requestConfirmation(ctx: AppContext, event: DomainEvent): Promise<void> {
  const { mandateId } = consentedShape.parse(event.payload);
  await ctx.db.asPlatform("a mandate goes to the payer's bank", async (tx) => {
    const row = await readMandateRow(tx, mandateId, true);
    const { id, bank_id: bankId, organization_id: owner } = row;
    if (
      row.state !== 'PENDING_APPROVAL' ||
      bankId === null ||
      row.next_action !== 'REQUEST_CONFIRMATION'
    )
      return;
    if (!(await readActiveMerchants(tx, [owner])).has(owner)) return;
    const at = await businessTime(tx, ctx.clock.now());
    const confirmation = await findConfirmation(tx, bankId);
    const way = (await findConsent(tx, row))?.way;
    const unseen = way === 'FORM' && confirmation?.by === 'MESSAGES';
    if (confirmation === null || unseen) {
      const what = unseen ? 'look at signed forms here' : 'confirm mandates at present';
      const reason = `${row.bank_name ?? 'The bank'} does not ${what}`;
      await transitionMandate(tx, { id, to: 'REJECTED', actor: SYSTEM, reason, at });
      return notifyNotConfirmed(ctx, tx, id);
    }
    const unansweredAfter = (days: number) =>
      setNextAction(tx, id, { at: new Date(at.getTime() + days * DAY_MS), what: 'UNANSWERED' });
    if (confirmation.by === 'MESSAGES') {
      await unansweredAfter(confirmation.answerDays);
      const payload = { mandateId };
      return ctx.domainEvents.record(tx, {
        kind: 'mandate.message-due',
        organizationId: owner,
        payload,
      });
    }
    const { organizationId } = confirmation;
    const mandate = mandateOf(row);
    const policy = await policyFor(tx, CONFIRMATION, organizationId);
    await unansweredAfter(policy.expires_after_days);
    const command = {
      action: CONFIRMATION,
      entityId: row.id,
      organizationId: row.organization_id,
      title: `${mandate.reference}, ${mandate.customer.name}`,
      about: `${row.merchant_name}: up to ${showMoney(mandate.maxPerDebit)}, ${describeSchedule(mandate.schedule)}`,
      maker: {
        kind: 'CONSUMER' as const,
        id: mandate.customer.id,
        name: mandate.customer.name,
        email: '',
      },
      policy,
      parts: await partsOf(ctx, tx, row),
    };
    if (!(await pendingRequest(tx, command).executeTakeFirst()))
      await requestApproval(ctx, tx, command);
  });
}

/** Records the domain event that a mandate has ended here, so that its bank can be told; and whether its payer did it. */
export async function recordCancelled(
  { domainEvents }: Pick<AppContext, 'domainEvents'>,
  tx: Tx,
  { id, organization_id: organizationId }: Pick<MandateRow, 'id' | 'organization_id'>,
  byPayer = false,
): Promise<void> {
  const payload = { mandateId: id, byPayer };
  await domainEvents.record(tx, { kind: 'mandate.cancelled', organizationId, payload });
}
