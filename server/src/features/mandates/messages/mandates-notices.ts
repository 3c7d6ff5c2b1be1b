import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import { mandateMessage } from '@tegeka/contract/mandates/mandate-texts.ts';
import * as z from 'zod/mini';
import { formerPhone } from '#features/customers/customers-service.ts';
import { notifyMerchant } from '#features/merchants/merchants-notify.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import type { DomainEvent } from '#platform/events/domain-events.ts';
import type { Message } from '#platform/message-templates.ts';
import { hasEvidence } from '../documents/mandates-evidence-store.ts';
import { mobileOf } from '../mandates-consent-request.ts';
import { mandateOf, type MandateRow, mandates, readMandateRow } from '../mandates-store.ts';
import { notifyPayer } from './mandates-notify.ts';
import { MANDATE_MESSAGES, type MandateNamed, type Suspension } from './mandates-templates.ts';

const payerOf = ({ customer_id: customerId, organization_id: organizationId }: MandateRow) => ({
  organizationId,
  customerId,
});

/** Tells the payer that their bank has confirmed. */
export function notifyConfirmed(ctx: AppContext, tx: Tx, row: MandateRow): Promise<void> {
  const { reference, merchant_name: merchantName } = row;
  const request = mandateMessage(merchantName, mandateOf(row));
  return notifyPayer(ctx, tx, payerOf(row), (home) =>
    MANDATE_MESSAGES['mandate-active']({ request, reference, merchantName, home }),
  );
}

/** Tells a payer who has agreed that their bank has not confirmed. */
export async function notifyNotConfirmed(ctx: AppContext, tx: Tx, id: string): Promise<void> {
  const row = await readMandateRow(tx, id);
  if (!(await hasEvidence(tx, row))) return;
  const { reference, merchant_name: merchantName } = row;
  await notifyPayer(ctx, tx, payerOf(row), () =>
    MANDATE_MESSAGES['mandate-not-confirmed']({ reference, merchantName }),
  );
}

/** Writes to the representative of the business about a mandate. */
const notifyOwner = (
  ctx: AppContext,
  tx: Tx,
  { id, organization_id: owner, reference, customer_name: customerName }: MandateRow,
  messageOf: (about: MandateNamed) => Message,
): Promise<void> =>
  notifyMerchant(ctx, tx, owner, ({ firstName, linkTo }) =>
    messageOf({ firstName, customerName, reference, link: linkTo(`/dashboard/mandates/${id}`) }),
  );

/** Tells the business that a mandate was paused by the platform. */
export const notifyPaused = (ctx: AppContext, tx: Tx, row: MandateRow, reason: string) =>
  notifyOwner(ctx, tx, row, (about) => MANDATE_MESSAGES['mandate-paused']({ ...about, reason }));

/** Tells payer and business that a mandate was suspended by its bank or an operator, or that this was lifted. */
export async function notifySuspended(
  ctx: AppContext,
  tx: Tx,
  row: MandateRow,
  told: Pick<Suspension, 'suspends' | 'by' | 'reason'>,
): Promise<void> {
  const { reference, merchant_name: merchantName } = row;
  await notifyPayer(ctx, tx, payerOf(row), () =>
    MANDATE_MESSAGES['mandate-suspended-payer']({ ...told, reference, merchantName }),
  );
  await notifyOwner(ctx, tx, row, (about) =>
    MANDATE_MESSAGES['mandate-suspended']({ ...about, ...told }),
  );
}

const CURRENT_STATES = ['PENDING_APPROVAL', 'REGISTERED', 'ACTIVE', 'PAUSED', 'SUSPENDED'] as const;

/** Limit of SMS to one number about its replacement by another. */
const CHANGES_TOLD = { points: 3, seconds: DAY_MS / 1000 };

const changedShape = z.object({ customerId: z.uuid(), phone: z.string() });

/** The newest mandate of a customer that its payer has agreed to and that has not ended. */
const newestCurrent = (tx: Tx, organizationId: string, customerId: string) =>
  mandates(tx)
    .where('mandates.organization_id', '=', organizationId)
    .where('customer_id', '=', customerId)
    .where('mandates.state', 'in', CURRENT_STATES)
    .orderBy('mandates.id', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * Tells the former number of a customer with mandates that it was replaced. Notices go to the new number,
 * which also opens the payer's page, so the payer would not notice a wrong change.
 */
export async function notifyFormerPhone(ctx: AppContext, event: DomainEvent): Promise<void> {
  const { organizationId: owner } = event;
  const { customerId, phone: encrypted } = changedShape.parse(event.payload);
  const phone = ctx.keys.decrypt(formerPhone(owner), encrypted);
  if (owner === null || mobileOf({ phoneNumber: phone }) === null) return;
  await ctx.db.asPlatform('a payer is told that their number was changed', async (tx) => {
    const newest = await newestCurrent(tx, owner, customerId);
    if (!newest) return;
    const { allowed } = await ctx.limits.consumeIn(tx, 'changed phones told', phone, CHANGES_TOLD);
    if (!allowed) return;
    const { merchant_name: merchantName, reference } = newest;
    const message = MANDATE_MESSAGES['payer-phone-changed']({ merchantName, reference });
    await ctx.notifications.send(tx, { channel: 'sms', to: phone, message, organizationId: owner });
  });
}
