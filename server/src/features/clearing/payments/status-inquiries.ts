import { isoDay } from '@tegeka/contract/kit/day.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { readProfile } from '#features/channels/channels-store.ts';
import { nextInquiries, nextInquiry } from '#features/debits/debits-timers.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import type { DueWork } from '#platform/jobs/due-work.ts';
import { insertException } from '../clearing-exceptions.ts';
import { readUnsent, type SentItem } from './clearing-items.ts';
import { findItems } from './clearing-named.ts';
import { readParties } from '../clearing-parties.ts';
import { insertOutbound } from '../clearing-store.ts';
import { PACS_028, writeInquiries } from '../iso/iso-answers.ts';
import { PACS_003 } from '../iso/iso-debits.ts';

const nameOf = (item: SentItem) => ({
  originalMessageId: item.message_id,
  instructionId: item.instruction_id,
  transactionId: item.instruction_id,
  endToEndId: item.end_to_end_id,
});

const unknownText = (reference: string) =>
  `Nobody has answered what became of ${reference}, and it is not asked any more. It is neither tried again nor taken as paid. Find out with the payer's bank; then say what became of it, with your evidence, and a colleague confirms it.`;

/** Stores the inquiries (pacs.028) to a payers' bank, through the clearing house, or to the house itself (null). */
async function writeInquiryFile(
  ctx: AppContext,
  tx: PlatformTx,
  { bankId, items, at }: { bankId: string | null; items: readonly SentItem[]; at: Date },
): Promise<void> {
  const parties = await readParties(ctx, tx);
  const house = parties.find(({ channel }) => channel === 'clearing-house');
  // A bank can have lost its BIC since: the house knows which one it is from the debits.
  const to = parties.find((party) => party.bankId === bankId && bankId !== null) ?? house;
  if (!house || !to) throw new Error('There is no clearing house to ask');
  const id = ctx.ids.uuid(ctx.clock.now());
  const from = ctx.config.clearing.settlementBic;
  const text = writeInquiries(
    { messageId: id, createdAt: at, from, to: to.bic },
    items.map(nameOf),
    PACS_003,
  );
  await insertOutbound(tx, ctx.keys, {
    id,
    party: { channel: house.channel, bankId },
    message: PACS_028,
    items: items.length,
    text,
    at,
  });
}

/**
 * Asks the clearing house (pacs.028) about the next debits of unknown outcome. Those that have no inquiry
 * left become exceptions for two operators. Returns how many there were of each, and in all with those that
 * wait since their file was not sent: nothing is asked about a file that can still be withdrawn.
 */
function inquireBatch(
  ctx: AppContext,
  at: Date,
): Promise<{ asked: number; givenUp: number; count: number }> {
  return ctx.db.asPlatform('debits without an answer are asked about', async (tx) => {
    const now = ctx.clock.now();
    // After an outage the wait for the next inquiry begins now, not at the missed time.
    const asked = await businessTime(tx, now);
    const profile = await readProfile(tx, 'clearing-house', isoDay(at));
    const { inquiryWaits: waits, itemsPerFile: max } = profile;
    const start = asked > at ? asked : at;
    const { inquiries, count } = await nextInquiries(tx, { at: start, max, waits, readUnsent });
    const ids = inquiries.map(({ instructionId }) => ({
      instructionId,
      transactionId: null,
      endToEndId: null,
    }));
    const items = await findItems(tx, ids);
    const asking: SentItem[] = [];
    for (const [n, { isLast }] of inquiries.entries()) {
      const item = items[n];
      if (!item) throw new Error('A debit that nobody has answered did not go out');
      if (!isLast) {
        asking.push(item);
        continue;
      }
      await insertException(ctx, tx, {
        kind: 'UNKNOWN',
        fileId: item.file_id,
        item: item.position,
        reference: item.end_to_end_id,
        explanation: unknownText(item.end_to_end_id),
        at,
      });
    }
    const isToBanks = profile.instructedAgent === 'PAYERS_BANK';
    const byReceiver = Map.groupBy(asking, (item) => (isToBanks ? item.bank_id : null));
    for (const [bankId, ofReceiver] of byReceiver)
      await writeInquiryFile(ctx, tx, { bankId, items: ofReceiver, at });
    return { asked: asking.length, givenUp: inquiries.length - asking.length, count };
  });
}

/** Asks about unanswered debits, at the intervals in the profile of the clearing house. */
export const inquiriesDue: DueWork = {
  next: nextInquiry,
  run: async (ctx, at) => {
    let [asked, givenUp] = [0, 0];
    for (;;) {
      const some = await inquireBatch(ctx, at);
      if (some.count === 0) break;
      asked += some.asked;
      givenUp += some.givenUp;
    }
    return { 'Debits asked about': asked, 'Debits of unknown outcome': givenUp };
  },
};
