import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { schemaErrors, WITHOUT_SCHEMAS } from '#testing/iso-schemas.ts';
import {
  anyBalance,
  anyDay,
  anyDebit,
  anyEntry,
  anyGroup,
  anyHead,
  anyOrder,
  anyOriginal,
  anyReturn,
  anyStatement,
  anyStatus,
  anyTransfer,
  anyUuid,
  maybe,
} from '#testing/iso-arbitraries.ts';
import { partsOf } from '#testing/iso-samples.ts';
import {
  type GroupStatus,
  type OriginalIds,
  PACS_002,
  PACS_004,
  PACS_028,
  type ReturnItem,
  type StatusItem,
  writeInquiries,
  writeReturns,
  writeStatuses,
} from './iso-answers.ts';
import { type DebitItem, PACS_003, writeDebits } from './iso-debits.ts';
import type { GroupHeader } from './iso-header.ts';
import type { IsoPart } from './iso-messages.ts';
import {
  type Balance,
  CAMT_053,
  CAMT_054,
  type Entry,
  writeNotification,
  writeStatement,
} from './iso-statements.ts';
import { PAIN_001, PAIN_002, writeTransfers, writeTransferStatuses } from './iso-transfers.ts';

/** A message as it is written, and what has to be read of it. */
interface Sample {
  write: () => string;
  parts: IsoPart[];
}

const totalsOf = (items: readonly { amount: number }[]) => ({
  count: items.length,
  sum: items.reduce((sum, item) => sum + item.amount, 0),
});
const some = <T>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: 1, maxLength: 4 });

const headPart = (
  message: string,
  head: GroupHeader,
  counted: { count: number; sum: number } | null = null,
  timesStated = 1,
): IsoPart => ({
  kind: 'HEADER',
  message,
  ...head,
  envelopeFrom: null,
  page: null,
  count: counted && counted.count,
  sums: counted ? Array.from({ length: timesStated }, () => counted.sum) : [],
});

const asDebit = (item: DebitItem) => ({ kind: 'DEBIT' as const, ...item });
const asStatus = (item: StatusItem) => ({ kind: 'STATUS' as const, ...item });
const asGroup = (item: GroupStatus) => ({ kind: 'GROUP_STATUS' as const, ...item });
const asReturn = (item: ReturnItem) => ({ kind: 'RETURN' as const, ...item });
const asInquiry = (item: OriginalIds) => ({ kind: 'INQUIRY' as const, ...item });
const asEntry = (item: Entry) => ({
  kind: 'ENTRY' as const,
  isReversal: false,
  repaymentReference: null,
  ...item,
});
const asBalance = (item: Balance) => ({ kind: 'BALANCE' as const, ...item });

const SAMPLES: Readonly<Record<string, fc.Arbitrary<Sample>>> = {
  [PACS_003]: fc.tuple(anyHead, anyDay, some(anyDebit)).map(([head, settleOn, items]) => ({
    write: () => writeDebits({ ...head, ...totalsOf(items), settleOn, currency: 'UGX' }, items),
    parts: [headPart(PACS_003, head, totalsOf(items), 2), ...items.map(asDebit)],
  })),
  [PACS_002]: fc.tuple(anyHead, some(anyGroup), some(anyStatus)).map(([head, groups, items]) => ({
    write: () => writeStatuses(head, groups, items, PACS_003),
    parts: [headPart(PACS_002, head), ...groups.map(asGroup), ...items.map(asStatus)],
  })),
  [PACS_004]: fc.tuple(anyHead, anyDay, some(anyReturn)).map(([head, settleOn, items]) => ({
    write: () =>
      writeReturns({ ...head, ...totalsOf(items), settleOn, currency: 'UGX' }, items, PACS_003),
    parts: [headPart(PACS_004, head, totalsOf(items), 2), ...items.map(asReturn)],
  })),
  [PACS_028]: fc.tuple(anyHead, some(anyOriginal)).map(([head, items]) => ({
    write: () => writeInquiries(head, items, PACS_003),
    parts: [headPart(PACS_028, head), ...items.map(asInquiry)],
  })),
  [PAIN_001]: fc.tuple(anyHead, anyOrder, some(anyTransfer)).map(([head, from, items]) => ({
    write: () => writeTransfers({ ...head, ...totalsOf(items), ...from }, items),
    parts: [
      { ...headPart(PAIN_001, head, totalsOf(items)), to: null },
      ...items.map((item) => ({
        kind: 'TRANSFER' as const,
        debtorAccount: from.debtorAccount,
        ...item,
      })),
    ],
  })),
  [PAIN_002]: fc
    .tuple(anyHead, anyUuid, maybe(anyGroup), some(anyStatus))
    .map(([head, originalMessageId, about, statuses]) => {
      const group = about && { ...about, originalMessageId };
      const items = statuses.map((item) => ({ ...item, originalMessageId, transactionId: null }));
      return {
        write: () => writeTransferStatuses(head, { originalMessageId, group }, items),
        parts: [
          headPart(PAIN_002, head),
          ...(group ? [asGroup(group)] : []),
          ...items.map(asStatus),
        ],
      };
    }),
  [CAMT_053]: fc
    .tuple(anyHead, anyStatement, some(anyBalance), fc.array(anyEntry, { maxLength: 4 }))
    .map(([head, account, balances, entries]) => ({
      write: () => writeStatement(head, { ...account, balances }, entries),
      parts: [
        { ...headPart(CAMT_053, head), from: null },
        { kind: 'STATEMENT' as const, currency: null, ...account },
        ...balances.map(asBalance),
        ...entries.map(asEntry),
      ],
    })),
  [CAMT_054]: fc.tuple(anyHead, anyStatement, some(anyEntry)).map(([head, account, entries]) => ({
    write: () => writeNotification(head, account, entries),
    parts: [
      { ...headPart(CAMT_054, head), from: null },
      { kind: 'STATEMENT' as const, currency: null, ...account },
      ...entries.map(asEntry),
    ],
  })),
};

for (const [message, samples] of Object.entries(SAMPLES)) {
  test(`what is written as ${message} is read again, in pieces of any size`, async () => {
    await fc.assert(
      fc.asyncProperty(samples, fc.integer({ min: 1, max: 5000 }), async (sample, size) => {
        assert.deepEqual(await partsOf(sample.write(), size), sample.parts);
      }),
    );
  });

  test(`${message} that is cut off anywhere is refused`, async () => {
    await fc.assert(
      fc.asyncProperty(samples, fc.noBias(fc.nat()), async (sample, at) => {
        const bytes = Buffer.from(sample.write());
        // The last byte is a line feed.
        const cut = bytes.subarray(0, at % (bytes.length - 1));
        await assert.rejects(partsOf(cut), { name: 'XmlRejected' });
      }),
    );
  });

  test(`${message} with bytes changed is read or refused, and ends in no other way`, async () => {
    const change = fc.tuple(fc.noBias(fc.nat()), fc.integer({ min: 0, max: 255 }));
    await fc.assert(
      fc.asyncProperty(samples, fc.array(change, { minLength: 1 }), async (sample, changes) => {
        const bytes = Buffer.from(sample.write());
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
        const parts = await partsOf(bytes).catch((error: unknown) => error);
        if (!Array.isArray(parts)) assert.match(String(parts), /^XmlRejected: ./);
      }),
    );
  });

  test(`${message} is valid against the public schema`, { skip: WITHOUT_SCHEMAS }, async () => {
    const files = fc.sample(samples, 30).map((sample) => sample.write());
    assert.equal(await schemaErrors(...files), '');
  });
}
