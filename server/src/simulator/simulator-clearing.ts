import { isoDay } from '@tegeka/contract/kit/day.ts';
import { CURRENCY } from '@tegeka/contract/kit/money.ts';
import {
  type OriginalIds,
  type ReturnItem,
  type StatusItem,
  writeReturns,
  writeStatuses,
} from '#features/clearing/iso/iso-answers.ts';
import { type DebitItem, PACS_003 } from '#features/clearing/iso/iso-debits.ts';
import { bookingAfter, openBookings, singleEntry } from './simulator-bookings.ts';
import { type Answering, collect, type Inquiry, type Reply } from './simulator-answers.ts';
import { type Fate, fateOf, type Manner } from './simulator-payers.ts';
import type { SilentDebit, SimulatorState } from './simulator-state.ts';
import { openAccount } from './simulator-statements.ts';

/** The channel of the clearing house, with the payers' banks behind it. */
export const CLEARING_HOUSE = 'clearing-house';

/** The time from the arrival of a file to the debit of the account. */
const LATER_MS = 2 * 3_600_000;
const MINUTE_MS = 60_000;
/** How many characters a file that is cut off lacks. */
const CUT = 60;

const afterMs = (at: Date, ms: number) => new Date(at.getTime() + ms);

const idsOf = (debit: SilentDebit): OriginalIds => ({
  originalMessageId: debit.originalMessageId,
  instructionId: debit.instructionId,
  transactionId: debit.instructionId,
  endToEndId: debit.endToEndId,
});

function statusOf(debit: SilentDebit, status: string, reasonCode: string | null): StatusItem {
  const { amount, currency, agent } = debit;
  return { ...idsOf(debit), status, reasonCode, text: null, amount, currency, agent };
}

interface StatusFile {
  manner: Manner;
  when: 'NOW' | 'LATER';
}

/** Statuses of debits, collected into few files. */
function openStatuses(reply: Reply, { at, from, to }: Inquiry) {
  const later = afterMs(at, LATER_MS);
  return collect(async ({ manner, when }: StatusFile, items: StatusItem[]) => {
    const createdAt = when === 'NOW' ? at : later;
    // Out of order: the older file comes after the newer one.
    const due = manner === 'MIXED' && when === 'NOW' ? afterMs(later, MINUTE_MS) : createdAt;
    const write = () => {
      const head = { messageId: reply.nextId(), createdAt, from: to, to: from };
      return writeStatuses(head, [], items, PACS_003);
    };
    if (manner === 'PLAIN' || manner === 'MIXED') return reply.put(CLEARING_HOUSE, due, write());
    const first = write();
    const second = write();
    const texts = manner === 'TWICE' ? [first, second, first] : [first.slice(0, -CUT), second];
    for (const text of texts) await reply.put(CLEARING_HOUSE, due, text);
  });
}

/** Debits that come back: pacs.004, and a debit on the settlement account. */
function openReturns(
  reply: Reply,
  { from, to }: Inquiry,
  bookings: ReturnType<typeof openBookings>,
  settlesAt: Date,
) {
  const returns = collect(async (days: number, items: ReturnItem[]) => {
    const createdAt = bookingAfter(settlesAt, days);
    const sum = items.map(({ amount }) => amount).reduce((total, amount) => total + amount, 0);
    const head = { messageId: reply.nextId(), createdAt, from: to, to: from };
    const settled = { settleOn: isoDay(createdAt), currency: items[0]?.currency ?? CURRENCY };
    const text = writeReturns({ ...head, ...settled, count: items.length, sum }, items, PACS_003);
    await reply.put(CLEARING_HOUSE, createdAt, text);
  });
  return {
    async add(debit: SilentDebit, { days, reasonCode }: NonNullable<Fate['comesBack']>) {
      const { amount, currency, agent, instructionId } = debit;
      const why = { reasonCode, text: null, amount, currency, agent };
      await returns.add(days, {
        returnId: reply.nextId(),
        compensation: null,
        ...idsOf(debit),
        ...why,
      });
      const ids = { transactionId: instructionId, returnReason: reasonCode };
      await bookings.book(bookingAfter(settlesAt, days), singleEntry(debit, 'DEBIT', ids));
    },
    close: () => returns.close(),
  };
}

/** Answers to pacs.003: acknowledges the file, and decides on each debit by the payer's first name. */
export async function answerDebits(
  reply: Reply,
  state: SimulatorState,
  inquiry: Inquiry,
): Promise<Answering> {
  const { messageId, at, from, to } = inquiry;
  const bookings = openBookings(reply, state);
  const statuses = openStatuses(reply, inquiry);
  const settlesAt = bookingAfter(afterMs(at, LATER_MS));
  const returns = openReturns(reply, inquiry, bookings, settlesAt);
  const settled = { amount: 0, count: 0, currency: '' };

  const head = { messageId: reply.nextId(), createdAt: at, from: to, to: from };
  const taken = { originalMessageId: messageId, status: 'ACTC', reasonCode: null, text: null };
  await reply.put(CLEARING_HOUSE, at, writeStatuses(head, [taken], [], PACS_003));

  async function take(item: DebitItem): Promise<void> {
    const { creditorAccount: number, creditorAgent: bank, currency } = item;
    openAccount(state, { number, currency, bank, holder: from }, at);
    const { instructionId, endToEndId, amount, debtorAgent: agent } = item;
    const debit = {
      originalMessageId: messageId,
      instructionId,
      endToEndId,
      amount,
      currency,
      agent,
    };
    const fate = fateOf(item, state);
    if (fate === 'SILENT') {
      state.silent[instructionId] ??= { debit, askedBy: null };
      return;
    }
    const { now, later, manner, comesBack } = fate;
    await statuses.add({ manner, when: 'NOW' }, statusOf(debit, now.status, now.reasonCode));
    if (later === null) return;
    await statuses.add({ manner, when: 'LATER' }, statusOf(debit, later.status, null));
    settled.amount += amount;
    settled.count += 1;
    settled.currency = currency;
    if (comesBack) await returns.add(debit, comesBack);
  }

  return {
    take: async (part) => {
      if (part.kind === 'DEBIT') await take(part);
    },
    close: async () => {
      await statuses.close();
      const { amount, currency, count } = settled;
      const batch = { messageId, count };
      if (count > 0)
        await bookings.book(settlesAt, { amount, currency, direction: 'CREDIT', batch, items: [] });
      await returns.close();
      await bookings.close();
      return bookings.booked;
    },
  };
}

/** Answers to pacs.028: a bank that was silent has debited the account, which settles on its own. */
export function answerInquiries(reply: Reply, state: SimulatorState, inquiry: Inquiry): Answering {
  const bookings = openBookings(reply, state);
  const statuses = openStatuses(reply, inquiry);
  return {
    take: async (part) => {
      if (part.kind !== 'INQUIRY') return;
      const silent = state.silent[part.instructionId ?? part.transactionId ?? ''];
      if (!silent) return;
      const { debit } = silent;
      await statuses.add({ manner: 'PLAIN', when: 'NOW' }, statusOf(debit, 'ACSC', null));
      silent.askedBy ??= inquiry.messageId;
      if (silent.askedBy !== inquiry.messageId) return;
      const ids = { transactionId: debit.instructionId, returnReason: null };
      await bookings.book(bookingAfter(inquiry.at), singleEntry(debit, 'CREDIT', ids));
    },
    close: async () => {
      await statuses.close();
      await bookings.close();
      return bookings.booked;
    },
  };
}
