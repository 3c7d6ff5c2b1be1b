import type { StatusItem } from '#features/clearing/iso/iso-answers.ts';
import { type TransferPart, writeTransferStatuses } from '#features/clearing/iso/iso-transfers.ts';
import { bookingAfter, openBookings, SETTLEMENT_BANK, singleEntry } from './simulator-bookings.ts';
import { type Answering, collect, type Inquiry, type Reply } from './simulator-answers.ts';
import { firstName } from './simulator-payers.ts';
import type { SimulatorState } from './simulator-state.ts';
import { openAccount } from './simulator-statements.ts';

/** Why a transfer is rejected or comes back: the account is closed. */
const CLOSED = 'AC04';

const statusOf = (
  { instructionId, endToEndId, amount, currency }: TransferPart,
  originalMessageId: string,
  status: string,
): StatusItem => ({
  originalMessageId,
  instructionId,
  transactionId: null,
  endToEndId,
  status,
  reasonCode: status === 'RJCT' ? CLOSED : null,
  text: null,
  amount,
  currency,
  agent: null,
});

/** Answers to pain.001, by the first word of an account's name: accepted at once, booked on the next day. */
export function answerTransfers(reply: Reply, state: SimulatorState, inquiry: Inquiry): Answering {
  const { messageId, at, from, to } = inquiry;
  const moments = { NOW: at, BOOKED: bookingAfter(at) };
  const bookings = openBookings(reply, state);
  const statuses = collect(async (when: keyof typeof moments, items: StatusItem[]) => {
    const createdAt = moments[when];
    const head = { messageId: reply.nextId(), createdAt, from: to, to: from };
    const of = { originalMessageId: messageId, group: null };
    await reply.put(SETTLEMENT_BANK, createdAt, writeTransferStatuses(head, of, items));
  });

  async function take(transfer: TransferPart): Promise<void> {
    const { debtorAccount: number, currency, creditorName } = transfer;
    openAccount(state, { number, currency, bank: to, holder: from }, at);
    const word = firstName(creditorName);
    const isClosed = word === 'closed';
    await statuses.add('NOW', statusOf(transfer, messageId, isClosed ? 'RJCT' : 'ACSP'));
    if (isClosed) return;
    await statuses.add('BOOKED', statusOf(transfer, messageId, 'ACSC'));
    const ids = { transactionId: null, returnReason: null };
    await bookings.book(moments.BOOKED, singleEntry(transfer, 'DEBIT', ids));
    if (word !== 'bouncing') return;
    const back = { transactionId: null, returnReason: CLOSED };
    await bookings.book(bookingAfter(moments.BOOKED), singleEntry(transfer, 'CREDIT', back));
  }

  return {
    take: async (part) => {
      if (part.kind === 'TRANSFER') await take(part);
    },
    close: async () => {
      await statuses.close();
      await bookings.close();
      return bookings.booked;
    },
  };
}
