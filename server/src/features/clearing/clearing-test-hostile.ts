import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { openShop } from '#features/payouts/payouts-test-calls.ts';
import { partsOf } from '#testing/iso-samples.ts';
import { until } from '#testing/test-mandate.ts';
import type { GotFile, RoundTrip } from './clearing-test-trip.ts';
import type { StatusItem } from './iso/iso-answers.ts';
import type { DebitItem } from './iso/iso-debits.ts';
import { type Entry, writeStatement } from './iso/iso-statements.ts';
import { PAIN_001, type TransferItem, writeTransferStatuses } from './iso/iso-transfers.ts';

/** Waits until files of debits have gone out. Returns the first one. */
export async function nextFile(trip: RoundTrip): Promise<GotFile> {
  return until(async () => (await trip.fetch())[0]);
}

/** Waits until two files of debits have gone out. */
export async function nextTwoFiles(trip: RoundTrip): Promise<[GotFile, GotFile]> {
  const got: GotFile[] = [];
  return until(async () => {
    got.push(...(await trip.fetch()));
    const [one, two] = got;
    return one && two && [one, two];
  });
}

/** Invalid forms of a file: cut off, with entities, nested too deep, with invalid amounts. */
export function brokenForms(text: string): string[] {
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>`;
  const inside = (more: string) => text.replace('</GrpHdr>', `${more}$&`);
  const forms = [
    ...Array.from({ length: 6 }, (_, n) =>
      text.slice(0, Math.floor(((n + 0.5) / 6) * text.length)),
    ),
    text.replace('?>', `?>${bomb}`).replace(/(?<=<EndToEndId>|<OrgnlEndToEndId>)/, '&b;'),
    text.replace(/(?<=<EndToEndId>|<OrgnlEndToEndId>)/, '&#0;'),
    text.replace(/(?<=<EndToEndId>|<OrgnlEndToEndId>)/, 'x'.repeat(20_000)),
    inside(`${'<a>'.repeat(50)}${'</a>'.repeat(50)}`),
    inside('<a/>'.repeat(6000)),
    text.replace(/(?<=Ccy="UGX">\d+)/, '.5'),
    text.replace(/(?<=Ccy="UGX">)/, '-'),
    text.replace(/(?<=Ccy="UGX">\d+)/, '0'.repeat(16)),
    text.replace('Ccy="UGX"', 'Ccy="ugx"'),
    text.replace(/(?<=<MsgId>)[^<]+/, ''),
    text.replace(/<GrpHdr>[^]*<\/GrpHdr>/, ''),
    text.replace(/(?<=<GrpHdr>[^]*<\/GrpHdr>)/, '<GrpHdr/>'),
    text.replace(/(?<=xmlns="[^"]*):\w{4}\.\d+/, ':pain.013'),
    `${text}${text}`,
    text.replace('UTF-8', 'IBM037'),
    'Dear sirs',
    '',
  ];
  if (forms.includes(text)) throw new Error('A form is not broken');
  // Each has different bytes: the same bytes would be stored once.
  return forms.map((form, n) => `${form}${' '.repeat(n + 1)}`);
}

/** Puts a file in and waits until it is processed. Returns its state and the kinds of its exceptions. */
export async function takenBy(
  trip: RoundTrip,
  channel: Parameters<RoundTrip['put']>[0],
  text: string | Buffer,
) {
  const name = await trip.put(channel, text);
  const row = await until(async () => {
    const [kept] = await trip.rows<{ id: string; state: string; failures: number }>(
      `select f.id, f.state, f.failures from clearing_files f where f.name = $1 or ($2 = f.sha256
        and f.channel = $3 and not exists (select from clearing_files where name = $1))`,
      [name, trip.sha256(text), channel],
    );
    const isAside = (await trip.list(channel, 'in')).every((other) => other !== name);
    return kept && (kept.failures > 0 || (kept.state !== 'RECEIVED' && isAside)) ? kept : undefined;
  });
  const found = await trip.rows<{ kind: string }>(
    'select kind from clearing_exceptions where file_id = $1 order by item',
    [row.id],
  );
  return { state: row.state, failures: row.failures, kinds: found.map(({ kind }) => kind) };
}

/** What a file must never change: the ledger, debits, payouts, and what is kept of them. */
export const keptBy = ({ rows }: RoundTrip) =>
  rows(`select
    (select count(*)::integer from postings) as postings,
    (select jsonb_agg(to_jsonb(c) order by id) from debits c) as debits,
    (select jsonb_agg(to_jsonb(p) order by id) from payouts p) as payouts,
    (select jsonb_agg(to_jsonb(i) order by instruction_id) from clearing_items i) as items,
    (select jsonb_agg(to_jsonb(a) order by debit_id) from debit_attempts a) as attempts`);

/** A file of payouts that the settlement bank has got. */
export interface GotOrder {
  messageId: string;
  transfers: TransferItem[];
}

/** Payouts of as many businesses, which wait for the next cut-off. */
export async function makePayouts(trip: RoundTrip, amounts: readonly number[]): Promise<void> {
  const { testServer, operator } = trip;
  for (const amount of amounts) {
    const { payOut } = await openShop({ testServer, operator }, amount, 3);
    const made = await payOut({ amount });
    if (made.status !== 201) throw new Error(`No payout: ${made.text}`);
  }
}

/** The only file of payouts that has gone out. */
export function gotOrder({ folder }: RoundTrip): Promise<GotOrder> {
  const place = path.join(folder, 'settlement-bank', 'out');
  return until(async () => {
    await mkdir(place, { recursive: true });
    for (const name of await readdir(place)) {
      if (!/^[^.].*\.xml$/.test(name)) continue;
      const text = await readFile(path.join(place, name), 'utf8');
      if (!text.includes(`xsd:${PAIN_001}`)) continue;
      const order: GotOrder = { messageId: '', transfers: [] };
      for (const part of await partsOf(text, 60_000))
        if (part.kind === 'HEADER') order.messageId = part.messageId;
        else if (part.kind === 'TRANSFER') order.transfers.push(part);
      return order;
    }
    return undefined;
  });
}

/** What a bank says of a transfer. */
export const transferStatusOf = (
  { messageId }: GotOrder,
  transfer: TransferItem,
  reasonCode: string | null,
): StatusItem => ({
  originalMessageId: messageId,
  instructionId: transfer.instructionId,
  transactionId: null,
  endToEndId: transfer.endToEndId,
  status: reasonCode === null ? 'ACSC' : 'RJCT',
  reasonCode,
  text: null,
  amount: transfer.amount,
  currency: transfer.currency,
  agent: null,
});

/** A booking of an item that went out. */
export const bookingOf = (
  { clock }: RoundTrip['testServer'],
  item: Pick<DebitItem, 'instructionId' | 'endToEndId' | 'amount' | 'currency'>,
  direction: Entry['direction'],
  change: Partial<Entry> = {},
): Entry => ({
  amount: item.amount,
  currency: item.currency,
  entryId: randomUUID().replaceAll('-', ''),
  direction,
  booked: true,
  bookedOn: isoDay(clock.now()),
  batch: null,
  items: [
    {
      instructionId: item.instructionId,
      transactionId: null,
      endToEndId: item.endToEndId,
      amount: item.amount,
      returnReason: null,
    },
  ],
  ...change,
});

/** The files of the settlement bank besides notifications, with a message id of their own. */
export function openStatements({ testServer: { config, clock } }: RoundTrip) {
  const { clearing } = config;
  const head = (messageId: string = randomUUID()) => ({
    messageId,
    createdAt: clock.now(),
    from: clearing.settlementBic,
    to: clearing.bic,
  });
  return {
    statuses: (
      order: Pick<GotFile, 'messageId'>,
      items: readonly StatusItem[],
      status?: string,
    ) => {
      const { messageId: originalMessageId } = order;
      const group = status ? { originalMessageId, status, reasonCode: 'MS03', text: null } : null;
      return writeTransferStatuses(head(), { originalMessageId, group }, items);
    },
    statement: (
      entries: readonly Entry[],
      closing: number,
      {
        messageId,
        account = clearing.settlementAccount,
        day = isoDay(clock.now()),
        opening = null,
      }: { messageId?: string; account?: string; day?: string; opening?: number | null } = {},
    ) => {
      const of = { statementId: randomUUID(), account, agent: clearing.settlementBic };
      const balances = (['OPBD', 'CLBD'] as const).flatMap((type) => {
        const amount = type === 'OPBD' ? opening : closing;
        return amount === null ? [] : [{ type, day, amount, currency: 'UGX' }];
      });
      const days = { fromDay: day, toDay: day, balances };
      return writeStatement(head(messageId), { ...of, ...days }, entries);
    },
  };
}
