import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import type { Transport } from '#features/clearing/clearing-transport.ts';
import { PACS_003, type DebitItem, writeDebits } from '#features/clearing/iso/iso-debits.ts';
import { writeInquiries } from '#features/clearing/iso/iso-answers.ts';
import type { IsoPart } from '#features/clearing/iso/iso-messages.ts';
import { type TransferItem, writeTransfers } from '#features/clearing/iso/iso-transfers.ts';
import { partsOf, SAMPLE_DEBIT, SAMPLE_HEAD, SAMPLE_TRANSFER } from './iso-samples.ts';

/** A UUID that ends in a number. */
export const uuidOf = (kind: 'a' | 'b' | 'c', n: number) =>
  `0193b000-0000-7000-8000-000000${kind}${String(n).padStart(5, '0')}`;

/** A file that came in: when it could be received at the earliest, and what it says. */
export interface TestAnswer {
  channel: string;
  at: Date;
  sha256: string;
  text: string;
  /** None where it can not be read. */
  parts: IsoPart[];
}

const totalsOf = (items: readonly { amount: number }[]) => ({
  count: items.length,
  sum: items.reduce((sum, { amount }) => sum + amount, 0),
});

/** A debit of a payer, by the first name; each has a mandate of its own. */
export const debitOf = (
  firstName: string,
  n: number,
  over: Partial<DebitItem> = {},
): DebitItem => ({
  ...SAMPLE_DEBIT,
  instructionId: uuidOf('b', n),
  endToEndId: uuidOf('c', n),
  mandateReference: `TGK-${firstName}`,
  debtorName: `${firstName} Okello`,
  ...over,
});

export const transferOf = (creditorName: string, n: number): TransferItem => ({
  ...SAMPLE_TRANSFER,
  instructionId: uuidOf('b', n),
  endToEndId: uuidOf('c', n),
  creditorName,
});

/** A simulator with a folder of its own; time begins on Monday, 23/11/2026, 09:00 in Kampala. */
export async function openTestSimulator(
  t: TestContext,
  openOne: (folder: string, bics: { houseBic: string; settlementBic: string }) => Transport,
) {
  const folder = await mkdtemp(path.join(tmpdir(), 'tegeka-simulator-'));
  t.after(() => rm(folder, { recursive: true }));
  const bics = { houseBic: 'UGCHUGKA', settlementBic: 'SBICUGKX' };
  const open = () => openOne(folder, bics);
  const start = new Date('2026-11-23T06:00:00Z');
  let simulator = open();
  const channels = new Set(['clearing-house', 'settlement-bank']);

  const send = (channel: string, messageId: string, text: string, at: Date) =>
    simulator.send({ channel, name: `${messageId}.xml`, bytes: Buffer.from(text) }, at);

  return {
    folder,
    start,
    inDays: (days: number) => new Date(start.getTime() + days * DAY_MS),
    /** As after a restart of the server. */
    reopen: () => {
      simulator = open();
    },
    nextAt: () => simulator.nextAt(),
    async debits(n: number, items: DebitItem[], at = start): Promise<void> {
      const head = { ...SAMPLE_HEAD, messageId: uuidOf('a', n) };
      const settleOn = '2026-11-23';
      const text = writeDebits({ ...head, ...totalsOf(items), settleOn, currency: 'UGX' }, items);
      await send('clearing-house', head.messageId, text, at);
    },
    async inquiry(n: number, about: { message: number; debits: number[] }, at: Date) {
      const head = { ...SAMPLE_HEAD, messageId: uuidOf('a', n) };
      const items = about.debits.map((debit) => ({
        originalMessageId: uuidOf('a', about.message),
        instructionId: uuidOf('b', debit),
        transactionId: null,
        endToEndId: null,
      }));
      const text = writeInquiries(head, items, PACS_003);
      await send('clearing-house', head.messageId, text, at);
    },
    async transfers(n: number, items: TransferItem[], at = start): Promise<void> {
      const head = { ...SAMPLE_HEAD, messageId: uuidOf('a', n) };
      const from = {
        debtorName: 'Tegeka',
        debtorAccount: '1010009876543',
        debtorAgent: 'SBICUGKX',
      };
      const order = { ...from, executeOn: '2026-11-23' };
      const text = writeTransfers({ ...head, ...totalsOf(items), ...order }, items);
      await send('settlement-bank', head.messageId, text, at);
    },
    /** Lets time pass until a moment, and processes everything on the way, in its order. */
    async answers(until: Date): Promise<TestAnswer[]> {
      const answers: TestAnswer[] = [];
      for (;;) {
        const at = await simulator.nextAt();
        if (at === null || at > until) return answers;
        for (const file of await simulator.receive(channels, 100, at)) {
          const read = await file.read(100_000_000);
          if (read === null) throw new Error(`${file.name} is gone`);
          const { bytes, sha256 } = read;
          const text = String(bytes);
          const parts = await partsOf(text, 60_000).catch((): IsoPart[] => []);
          answers.push({ channel: file.channel, at, sha256, text, parts });
          await file.settle('1', 'done');
        }
      }
    },
  };
}

/** When something came, in Kampala: `23 09:00`. */
function momentOf(at: Date): string {
  const kampala = new Date(at.getTime() + 3 * 3_600_000).toISOString();
  return `${kampala.slice(8, 10)} ${kampala.slice(11, 16)}`;
}

function lineOf(part: IsoPart): string[] {
  if (part.kind === 'GROUP_STATUS') return [`file ${part.status}`];
  if (part.kind === 'STATUS') return [[part.status, part.reasonCode ?? []].flat().join(' ')];
  if (part.kind === 'RETURN') return [`returned ${part.reasonCode}`];
  if (part.kind === 'BALANCE') return [`${part.type} ${part.amount}`];
  if (part.kind !== 'ENTRY') return [];
  return [`${part.direction === 'CREDIT' ? '+' : '-'}${part.amount}`];
}

/** What answers say, one line for each thing: `23 09:00 ACSP`. */
export const linesOf = (answers: readonly TestAnswer[]): string[] =>
  answers.flatMap(({ at, parts }) =>
    parts.length === 0
      ? [`${momentOf(at)} broken`]
      : parts.flatMap(lineOf).map((line) => `${momentOf(at)} ${line}`),
  );

/** The parts of a kind in the answers that are of a message. */
export const partsIn = <K extends IsoPart['kind']>(
  answers: readonly TestAnswer[],
  message: string,
  kind: K,
) =>
  answers
    .filter(({ text }) => text.includes(message))
    .flatMap(({ parts }) => parts)
    .filter((part): part is Extract<IsoPart, { kind: K }> => part.kind === kind);
