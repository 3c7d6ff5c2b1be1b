import * as z from 'zod/mini';
import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { mandateDetails } from '@tegeka/contract/mandates/mandate-words.ts';
import type { Mandate } from '@tegeka/contract/mandates/mandates.ts';
import { policyOfBank } from '#features/approvals/approvals-policies.ts';
import { requestApproval } from '#features/approvals/approvals-service.ts';
import { findPending } from '#features/approvals/approvals-store.ts';
import { type SnapshotPart, textParts } from '#features/approvals/approvals-snapshot.ts';
import { findConfirmation } from '#features/banks/banks-store.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import type { DomainEvent } from '#platform/events/domain-events.ts';
import { SYSTEM } from '#platform/state/transition.ts';
import { payerAccount } from './mandates-accounts.ts';
import { findConsentPhone, findFormFile } from './documents/mandates-evidence-store.ts';
import {
  mandateOf,
  type MandateRow,
  readMandateRow,
  setWake,
  transitionMandate,
} from './mandates-store.ts';
import { tellNotConfirmed } from './mandates-told.ts';

/** What is approved where officers of a bank decide. */
export const CONFIRMATION = 'MANDATE_CONFIRMATION';

const WAYS: Record<Mandate['consentWay'], string> = {
  PAGE: 'A page, with a code sent to their phone',
  SMS: 'An SMS from their phone',
  FORM: 'A signed form',
};

/** The scan of the signed form; null where the payer agreed in another way. */
async function formPart(
  { files }: Pick<AppContext, 'files'>,
  tx: Tx,
  row: MandateRow,
): Promise<Pick<SnapshotPart, 'value' | 'fileId' | 'mediaType'> | null> {
  const id = await findFormFile(tx, row);
  const file = id === null ? null : await files.find(tx, id);
  return file && { value: file.name, fileId: file.id, mediaType: file.mediaType };
}

/** What the officers compare with what their bank knows; the account number is sealed at rest. */
export async function partsOf(
  ctx: Pick<AppContext, 'keys' | 'files'>,
  tx: Tx,
  row: MandateRow,
): Promise<SnapshotPart[]> {
  const { keys } = ctx;
  const form = await formPart(ctx, tx, row);
  const phone = await findConsentPhone(tx, row);
  const mandate = mandateOf(row);
  const sealed = row.account_sealed;
  const number = sealed === null ? '' : keys.open(payerAccount(row.organization_id), sealed);
  const parts = textParts('Mandate', [
    ['merchant', 'Collected by', { name: row.merchant_name, id: row.organization_id }],
    ['accountName', 'Account name', mandate.accountName ?? ''],
    ['account', 'Account number', number, true],
    ...(phone === null ? [] : [['phone', 'Consenting phone', phone, true] as const]),
    ['maxPerDebit', 'Most per debit', showMoney(mandate.maxPerDebit)],
    ['terms', 'Terms', mandateDetails(mandate).join('. ')],
    ['consentWay', 'Agreed by', WAYS[mandate.consentWay]],
    ['reference', 'Reference', mandate.reference],
  ]);
  if (!form) return parts;
  const scan = textParts('Mandate', [['form', 'Signed form', form.value]]);
  return [...parts, ...scan.map((part) => ({ ...part, ...form, kind: 'file' as const }))];
}

/** Says that a mandate waits for its bank; it is asked by a job, with retries. */
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
 * Asks the payer's bank to confirm: its officers through their Inbox, or its systems by a message,
 * which a later feature writes. A bank with neither confirms nothing. Asking twice asks once.
 */
export async function askBank(ctx: AppContext, event: DomainEvent): Promise<void> {
  const { mandateId } = consentedShape.parse(event.payload);
  await ctx.db.asPlatform("a mandate goes to the payer's bank", async (tx) => {
    const row = await readMandateRow(tx, mandateId, true);
    const { id, bank_id: bankId, organization_id: owner } = row;
    if (row.state !== 'PENDING_APPROVAL' || bankId === null || row.wake_for !== null) return;
    const at = await businessTime(tx, ctx.clock.now());
    const confirmation = await findConfirmation(tx, bankId);
    if (confirmation === null) {
      const reason = `${row.bank_name ?? 'The bank'} does not confirm mandates at present`;
      await transitionMandate(tx, { id, to: 'REJECTED', actor: SYSTEM, reason, at });
      return tellNotConfirmed(ctx, tx, id);
    }
    if (confirmation.by === 'MESSAGES') {
      const ends = new Date(at.getTime() + confirmation.answerDays * DAY_MS);
      await setWake(tx, id, { at: ends, what: 'UNANSWERED' });
      const payload = { mandateId };
      return ctx.domainEvents.record(tx, {
        kind: 'mandate.message-due',
        organizationId: owner,
        payload,
      });
    }
    const { organizationId } = confirmation;
    const mandate = mandateOf(row);
    const command = {
      action: CONFIRMATION,
      entityId: row.id,
      organizationId: row.organization_id,
      title: `${mandate.reference}, ${mandate.customer.name}`,
      maker: {
        kind: 'CONSUMER' as const,
        id: mandate.customer.id,
        name: mandate.customer.name,
        email: '',
      },
      policy: await policyOfBank(ctx, tx, CONFIRMATION, organizationId),
      parts: await partsOf(ctx, tx, row),
    };
    if (!(await findPending(tx, command))) await requestApproval(ctx, tx, command);
  });
}

/** Says that a mandate has ended on our side, which its bank may be told. */
export async function recordCancelled(
  { domainEvents }: Pick<AppContext, 'domainEvents'>,
  tx: Tx,
  { id, organization_id: organizationId }: Pick<MandateRow, 'id' | 'organization_id'>,
): Promise<void> {
  const payload = { mandateId: id };
  await domainEvents.record(tx, { kind: 'mandate.cancelled', organizationId, payload });
}
