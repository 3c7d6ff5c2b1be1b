import { readCustomer } from '#features/customers/customers-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { payerHomeUrl } from '#platform/http/origins.ts';
import type { Message } from '#platform/message-templates.ts';
import { mobileOf } from '../mandates-consent-request.ts';

/**
 * Writes to a payer by SMS, or by email where they have no mobile number. The message gets the address of the
 * payer's page, or null for an email.
 */
export async function notifyPayer(
  ctx: AppContext,
  tx: Tx,
  { organizationId, customerId }: { organizationId: string; customerId: string },
  messageOf: (home: string | null) => Message,
): Promise<void> {
  const customer = await readCustomer(tx, customerId);
  const mobile = mobileOf(customer);
  const to = mobile ?? customer.email;
  if (to === null) return;
  const channel = mobile === null ? 'email' : 'sms';
  // The payer's own page can only be opened with a mobile number.
  const message = messageOf(mobile === null ? null : payerHomeUrl(ctx.config.http));
  await ctx.notifications.send(tx, { channel, to, message, organizationId });
}
