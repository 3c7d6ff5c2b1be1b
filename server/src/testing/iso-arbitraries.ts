import fc from 'fast-check';
import type {
  GroupStatus,
  OriginalIds,
  Reason,
  ReturnItem,
  StatusItem,
} from '#features/clearing/iso/iso-answers.ts';
import type { DebitItem } from '#features/clearing/iso/iso-debits.ts';
import type { GroupHeader } from '#features/clearing/iso/iso-header.ts';
import type {
  Balance,
  Entry,
  EntryItem,
  StatementHead,
} from '#features/clearing/iso/iso-statements.ts';
import type { TransferItem } from '#features/clearing/iso/iso-transfers.ts';

// Generators of ISO 20022 messages with all their optional parts.
// Records with a prototype, as the code creates them.
const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(model, { noNullPrototype: true });

export const anyUuid = fc.uuid({ version: 7 });
// Only characters that XML allows, and no white space at the ends.
const word = (max: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: max })
    .map((text) => text.replaceAll(/[\p{Cc}\u{FFFE}\u{FFFF}]/gu, '').trim())
    .filter((text) => text.length > 0 && text.length <= max);
const digits = (max: number) => fc.stringMatching(new RegExp(`^[0-9]{9,${max}}$`));
const bic = fc.constantFrom('SBICUGKX', 'DFCUUGKA', 'UGCHUGKA', 'TEGEUGKA', 'CERBUGKA001');
const amount = fc.integer({ min: 1, max: 10 ** 15 });
const currency = fc.constantFrom('UGX', 'KES');
export const anyDay = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
export const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const orEmpty = (value: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), value);
const code = fc.constantFrom('AM04', 'AC04', 'MD06', 'NARR');
const reason: fc.Arbitrary<Reason> = record({ reasonCode: maybe(code), text: maybe(word(100)) });

export const anyHead: fc.Arbitrary<GroupHeader> = record({
  messageId: anyUuid,
  createdAt: fc
    .integer({ min: 1_600_000_000, max: 4_000_000_000 })
    .map((seconds) => new Date(seconds * 1000)),
  from: bic,
  to: bic,
});

export const anyDebit: fc.Arbitrary<DebitItem> = record({
  instructionId: anyUuid,
  endToEndId: fc.oneof(anyUuid, word(35)),
  amount: fc.integer({ min: 1, max: 10_000_000 }),
  currency: fc.constant('UGX'),
  collectOn: anyDay,
  oneOff: fc.boolean(),
  mandateReference: fc.constant('TGK23456789AB'),
  signedOn: maybe(anyDay),
  creditorName: word(70),
  creditorId: fc.constant('UG00TGK0001'),
  creditorAccount: digits(18),
  creditorAgent: bic,
  ultimateCreditor: orEmpty(word(70)),
  debtorName: word(70),
  debtorAccount: digits(18),
  debtorAgent: bic,
  categoryPurpose: fc.constantFrom(null, 'LOAN', 'Fees'),
  purpose: fc.constantFrom(null, 'EDUC', 'School fees'),
  text: orEmpty(word(140)),
});

export const anyOriginal: fc.Arbitrary<OriginalIds> = record({
  originalMessageId: anyUuid.map((id): string | null => id),
  instructionId: maybe(anyUuid),
  transactionId: maybe(anyUuid),
  endToEndId: maybe(fc.oneof(anyUuid, word(35))),
});

const known = fc.oneof(
  record({ amount: fc.constant(null), currency: fc.constant(null) }),
  record({ amount, currency }),
);

export const anyStatus: fc.Arbitrary<StatusItem> = fc
  .tuple(anyOriginal, reason, known, maybe(bic), fc.constantFrom('ACSP', 'ACSC', 'RJCT'))
  .map(([original, why, money, agent, status]) => ({
    ...original,
    ...why,
    ...money,
    agent,
    status,
  }));

export const anyGroup: fc.Arbitrary<GroupStatus> = fc
  .tuple(anyUuid, reason, fc.constantFrom('ACTC', 'RJCT'))
  .map(([originalMessageId, why, status]) => ({ originalMessageId, ...why, status }));

export const anyReturn: fc.Arbitrary<ReturnItem> = fc
  .tuple(
    anyOriginal,
    reason,
    record({
      returnId: maybe(anyUuid),
      amount: fc.nat(),
      currency,
      compensation: maybe(record({ amount: fc.nat(), currency })),
      agent: maybe(bic),
    }),
  )
  .map(([original, why, rest]) => ({ ...original, ...why, ...rest }));

export const anyTransfer: fc.Arbitrary<TransferItem> = record({
  instructionId: anyUuid,
  endToEndId: anyUuid,
  amount: fc.nat(),
  currency: fc.constant('UGX'),
  creditorName: word(70),
  creditorAccount: digits(18),
  creditorAgent: bic,
  text: orEmpty(word(140)),
});
export const anyOrder = record({
  executeOn: anyDay,
  debtorName: word(70),
  debtorAccount: digits(18),
  debtorAgent: bic,
});

const entryItem: fc.Arbitrary<EntryItem> = record({
  instructionId: maybe(anyUuid),
  transactionId: maybe(anyUuid),
  endToEndId: maybe(anyUuid),
  amount: amount.map((value): number | null => value),
  returnReason: maybe(code),
});
export const anyEntry: fc.Arbitrary<Entry> = record({
  entryId: fc.oneof(anyUuid, word(35)),
  amount,
  currency,
  direction: fc.constantFrom('CREDIT', 'DEBIT'),
  booked: fc.boolean(),
  bookedOn: maybe(anyDay),
  batch: maybe(
    record({ messageId: maybe(anyUuid), others: fc.constant([]), count: maybe(fc.nat()) }),
  ),
  items: fc.array(entryItem, { maxLength: 3 }),
});
export const anyStatement: fc.Arbitrary<StatementHead> = fc
  .record({ statementId: anyUuid, account: digits(18), agent: maybe(bic), days: maybe(anyDay) })
  .map(({ days, ...head }) => ({ ...head, fromDay: days, toDay: days }));
export const anyBalance: fc.Arbitrary<Balance> = record({
  type: fc.constantFrom('OPBD', 'CLBD'),
  amount: fc.integer({ min: -(10 ** 15), max: 10 ** 15 }).map((value) => value || 0),
  currency,
  day: anyDay,
});
