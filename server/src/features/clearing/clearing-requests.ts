import { CURRENCY } from '@tegeka/contract/kit/money.ts';
import * as z from 'zod/mini';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { readBankRequest } from '#features/mandates/mandates-answers.ts';
import { readMandateRow } from '#features/mandates/mandates-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import type { DomainEvent } from '#platform/events/domain-events.ts';
import { type Party, readParties } from './clearing-parties.ts';
import { findSent, insertOutbound } from './clearing-store.ts';
import { wireId } from './iso/iso-fields.ts';
import type { GroupHeader } from './iso/iso-header.ts';
import { PAIN_009, PAIN_011, writeCancellation, writeInitiation } from './iso/iso-mandates.ts';
import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';

const eventShape = z.object({ mandateId: z.uuid() });

/** Why a mandate is cancelled (ISO 20022): its creditor has asked for it. */
const BY_CREDITOR = 'MD17';

/** The message ids and names of a file to a bank, from now on the same whenever it is sent. */
async function headOf(
  ctx: AppContext,
  tx: PlatformTx,
  bankId: string | null,
): Promise<{ id: string; at: Date; head: GroupHeader; party: Party }> {
  const { ids, clock, config } = ctx;
  const party = (await readParties(ctx, tx)).find((known) => known.bankId === bankId);
  if (!party) throw new Error(`The bank ${bankId} has no BIC to write to`);
  const id = ids.uuid(clock.now());
  const at = await businessTime(tx, clock.now());
  const head = { messageId: id, createdAt: at, from: config.clearing.bic, to: party.bic };
  return { id, at, head, party };
}

/** Writes the message that asks a bank to confirm a mandate; asking twice asks once. */
export async function requestConfirmation(ctx: AppContext, event: DomainEvent): Promise<void> {
  const { mandateId } = eventShape.parse(event.payload);
  await ctx.db.asPlatform('a message asks the bank of a payer', async (tx) => {
    const request = await readBankRequest(ctx, tx, mandateId);
    if (!request || (await findSent(tx, mandateId, PAIN_009))) return;
    const { bankId, organizationId, reference, merchantName } = request;
    const { id, at, head, party } = await headOf(ctx, tx, bankId);
    const text = writeInitiation(head, [
      {
        requestId: id,
        reference,
        merchantName,
        oneOff: request.oneOff,
        currency: CURRENCY,
        maxPerDebit: request.maxPerDebit,
        creditorName: PRODUCT_NAME,
        creditorId: ctx.config.clearing.creditorId,
        debtorName: request.accountName,
        debtorAccount: request.accountNumber,
        debtorBic: head.to,
      },
    ]);
    await insertOutbound(tx, ctx.keys, {
      id,
      party,
      message: PAIN_009,
      messageId: wireId(id),
      mandate: { id: mandateId, organizationId, reference },
      items: 1,
      bytes: Buffer.from(text),
      at,
    });
  });
}

/** Writes the message that tells a bank that a mandate is cancelled which a message has told it of. */
export async function requestCancellation(ctx: AppContext, event: DomainEvent): Promise<void> {
  const { mandateId } = eventShape.parse(event.payload);
  await ctx.db.asPlatform('a message tells the bank of a payer', async (tx) => {
    const row = await readMandateRow(tx, mandateId, true);
    const asked = await findSent(tx, mandateId, PAIN_009);
    if (!asked || asked.state === 'REJECTED') return;
    if (await findSent(tx, mandateId, PAIN_011)) return;
    const { reference, organization_id: organizationId } = row;
    const { id, at, head, party } = await headOf(ctx, tx, asked.bank_id);
    const text = writeCancellation(head, [{ reference, reasonCode: BY_CREDITOR }]);
    await insertOutbound(tx, ctx.keys, {
      id,
      party,
      message: PAIN_011,
      messageId: wireId(id),
      mandate: { id: mandateId, organizationId, reference },
      items: 1,
      bytes: Buffer.from(text),
      at,
    });
  });
}
