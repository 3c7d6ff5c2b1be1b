import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SaxesParser } from 'saxes';
import { type DebitItem, writeDebits } from '#features/clearing/iso/iso-debits.ts';
import { readIsoMessage } from '#features/clearing/iso/iso-messages.ts';
import { readMessage } from '#features/clearing/iso/iso-stream.ts';
import type { XmlElement } from '#features/clearing/iso/iso-xml.ts';
import { SAMPLE_DEBIT, SAMPLE_HEAD, sampleDebits } from '#testing/iso-samples.ts';

// Writes and reads debits (pacs.003). The baselines are a generic writer of elements, and the parser with empty
// handlers. Sends seconds, and the live heap in megabytes early and late, to the parent process.
// Run with --expose-gc.

const ITEMS = 100_000;
/** The limit of the clearing house (channel_profiles). */
const ITEMS_A_FILE = 5000;
const ROUNDS = 5;
const MEGABYTE = 1000 * 1000;

const fileOf = (items: readonly DebitItem[]) => {
  const sum = items.length * SAMPLE_DEBIT.amount;
  const head = {
    ...SAMPLE_HEAD,
    count: items.length,
    sum,
    settleOn: '2026-11-23',
    currency: 'UGX',
  };
  return writeDebits(head, items);
};

function liveHeap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / MEGABYTE;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

function writeElement({ name, currency, text, children }: XmlElement): string {
  const named = currency === '' ? '' : ` Ccy="${escaped(currency)}"`;
  return `<${name}${named}>${escaped(text)}${children.map(writeElement).join('')}</${name}>`;
}

/** The first debit of a file as elements. */
async function firstElement(text: string): Promise<XmlElement> {
  const bytes = Buffer.from(text);
  const source = (async function* pieces() {
    yield bytes;
  })();
  for await (const part of readMessage(source))
    if (part.kind === 'ELEMENT' && part.element.name === 'DrctDbtTxInf') return part.element;
  throw new Error('The file has no debit');
}

const secondsSince = (began: number) => (performance.now() - began) / 1000;

function write(items: readonly DebitItem[]) {
  const began = performance.now();
  const heap: number[] = [];
  let measuring = 0;
  for (let n = 0; n < ITEMS; n += ITEMS_A_FILE) {
    Buffer.from(fileOf(items));
    const paused = performance.now();
    heap.push(liveHeap());
    measuring += secondsSince(paused);
  }
  return { seconds: secondsSince(began) - measuring, heap: [heap[0], heap.at(-1)] };
}

function writeBare(element: XmlElement): number {
  const began = performance.now();
  for (let n = 0; n < ITEMS; n += ITEMS_A_FILE)
    Buffer.from(Array.from({ length: ITEMS_A_FILE }, () => writeElement(element)).join(''));
  return secondsSince(began);
}

async function read(file: string, sampled: readonly number[]) {
  const began = performance.now();
  const heap: number[] = [];
  let count = 0;
  let measuring = 0;
  for await (const part of readIsoMessage(createReadStream(file))) {
    if (part.kind !== 'DEBIT') continue;
    count += 1;
    if (!sampled.includes(count)) continue;
    const paused = performance.now();
    heap.push(liveHeap());
    measuring += secondsSince(paused);
  }
  return { seconds: secondsSince(began) - measuring, heap };
}

async function readBare(file: string): Promise<number> {
  const began = performance.now();
  const parser = new SaxesParser({ xmlns: true, position: true });
  parser.on('opentag', () => {});
  parser.on('text', () => {});
  parser.on('closetag', () => {});
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of createReadStream(file))
    parser.write(decoder.decode(chunk, { stream: true }));
  parser.close();
  return secondsSince(began);
}

const folder = await mkdtemp(path.join(tmpdir(), 'tegeka-messages-'));
try {
  const file = path.join(folder, 'debits.xml');
  await writeFile(file, fileOf(sampleDebits(ITEMS)));
  const items = sampleDebits(ITEMS_A_FILE);
  const element = await firstElement(fileOf(items.slice(0, 1)));
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({
      write: write(items),
      writeBare: writeBare(element),
      read: await read(file, [ITEMS_A_FILE, ITEMS]),
      readBare: await readBare(file),
    });
  process.send?.(rounds);
} finally {
  await rm(folder, { recursive: true });
}
