import { CURRENCY } from '@tegeka/contract/kit/money.ts';
import * as z from 'zod/mini';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { readBankRequest } from '#features/mandates/mandates-answers.ts';
import { readMandateRow } from '#features/mandates/mandates-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import type { DomainEvent } from '#platform/events/domain-events.ts';
import { readParties } from './clearing-parties.ts';
import { insertOutbound } from './clearing-store.ts';
import { findSent } from './clearing-files.ts';
import type { GroupHeader } from './iso/iso-header.ts';
import { PAIN_009, PAIN_011, writeCancellation, writeInitiation } from './iso/iso-mandates.ts';
import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';

const eventShape = z.object({ mandateId: z.uuid() });

/** Why a mandate is cancelled (ISO 20022): its creditor, or its debtor, has asked for it. */
export const BY_CREDITOR = 'MD17';
const BY_DEBTOR = 'MD16';

const cancelledShape = z.object({ mandateId: z.uuid(), byPayer: z.boolean() });

/** A message to a bank about a mandate. `write` makes its text from the header of the message. */
interface MandateMessage {
  message: typeof PAIN_009 | typeof PAIN_011;
  bankId: string | null;
  mandate: { id: string; organizationId: string; reference: string };
  write: (head: GroupHeader) => string;
}

/** Stores a message about a mandate; a resend has the same bytes. Throws where the bank has no BIC. */
async function insertMessage(
  { ids, clock, config, keys }: AppContext,
  tx: PlatformTx,
  { message, bankId, mandate, write }: MandateMessage,
): Promise<void> {
  const party = (await readParties({ config }, tx)).find((known) => known.bankId === bankId);
  if (!party) throw new Error(`The bank ${bankId} has no BIC to write to`);
  const id = ids.uuid(clock.now());
  const at = await businessTime(tx, clock.now());
  const text = write({ messageId: id, createdAt: at, from: config.clearing.bic, to: party.bic });
  await insertOutbound(tx, keys, { id, party, message, mandate, items: 1, text, at });
}

/** Stores the pain.009 that asks a bank to confirm a mandate. Idempotent. */
export async function requestConfirmation(ctx: AppContext, event: DomainEvent): Promise<void> {
  const { mandateId: id } = eventShape.parse(event.payload);
  await ctx.db.asPlatform('a message asks the bank of a payer', async (tx) => {
    const request = await readBankRequest(ctx, tx, id);
    if (!request || (await findSent(tx, id, PAIN_009))) return;
    const { bankId, organizationId, reference } = request;
    const mandate = { id, organizationId, reference };
    const write = (head: GroupHeader) =>
      writeInitiation(head, [
        {
          requestId: head.messageId,
          reference,
          merchantName: request.merchantName,
          oneOff: request.oneOff,
          currency: CURRENCY,
          maxPerDebit: request.maxPerDebit,
          creditorName: PRODUCT_NAME,
          creditorId: ctx.config.clearing.creditorId,
          debtorName: request.accountName,
          debtorAccount: request.accountNumber,
          debtorBic: head.to,
          debtorMobile: request.consentPhone,
        },
      ]);
    await insertMessage(ctx, tx, { message: PAIN_009, bankId, mandate, write });
  });
}

/** Stores the pain.011 of a cancelled mandate, if a pain.009 exists that was not rejected. Idempotent. */
export async function requestCancellation(ctx: AppContext, event: DomainEvent): Promise<void> {
  const { mandateId: id, byPayer } = cancelledShape.parse(event.payload);
  const reasonCode = byPayer ? BY_DEBTOR : BY_CREDITOR;
  await ctx.db.asPlatform('a message tells the bank of a payer', async (tx) => {
    const { reference, organization_id: organizationId } = await readMandateRow(tx, id, true);
    const asked = await findSent(tx, id, PAIN_009);
    if (!asked || asked.state === 'REJECTED') return;
    if (await findSent(tx, id, PAIN_011)) return;
    const write = (head: GroupHeader) => writeCancellation(head, [{ reference, reasonCode }]);
    const mandate = { id, organizationId, reference };
    await insertMessage(ctx, tx, { message: PAIN_011, bankId: asked.bank_id, mandate, write });
  });
}
