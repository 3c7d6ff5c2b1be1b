import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { originOf } from '#platform/http/origins.ts';
import type { Message } from '#platform/message-templates.ts';
import { readPaidMerchants } from './merchants-store.ts';

/** What a message to a business needs to know. */
interface Recipient {
  firstName: string;
  /** The address of a page of the app, from its path. */
  linkTo: (path: string) => string;
}

/** Writes an email to the representative of a business. */
export async function notifyMerchant(
  { config, notifications }: AppContext,
  tx: Tx,
  organizationId: string,
  messageOf: (recipient: Recipient) => Message,
): Promise<void> {
  const merchant = (await readPaidMerchants(tx, [organizationId])).get(organizationId);
  if (!merchant) return;
  const { firstName, email: to } = merchant.representative;
  const linkTo = (path: string) => `${originOf(config.http, 'MERCHANT')}${path}`;
  const message = messageOf({ firstName, linkTo });
  await notifications.send(tx, { channel: 'email', to, message, organizationId });
}
