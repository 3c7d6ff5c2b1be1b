import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { ImportError } from './imports-error.ts';
import { parseXml, workbookText } from './imports-xml.ts';

/** The texts that the cells of a workbook name by number. */
export interface SharedStrings {
  at(number: number): string;
  close(): void;
}

/** Letters of one text that are kept. */
const LENGTH_MAX = 1000;
/** Bytes that go to the disk and come back together: few, for a book may name its texts in any order. */
const PAGE = 64 * 1024;
/** Pages that are kept in memory for reading. */
const PAGES_KEPT = 64;
/** Bytes of all texts together: a million rows of six long cells. */
const BYTES_MAX = 192 * 1024 * 1024;
const COUNT_MAX = 8_000_000;
const MARKS = 64 * 1024;

/**
 * Texts one after another in a file, each within a page behind its length. In memory are the place of
 * each and the pages that were read last; books name their texts nearly in order.
 */
class PagedTexts implements SharedStrings {
  readonly #file: number;
  readonly #marks: Uint32Array[] = [];
  readonly #pages = new Map<number, Buffer>();
  readonly #open = Buffer.allocUnsafeSlow(PAGE);
  #written = 0;
  #used = 0;
  #count = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'w+');
  }

  add(text: string): void {
    const bytes = Buffer.from(text.slice(0, LENGTH_MAX));
    if (this.#used + 2 + bytes.length > PAGE) this.#turn();
    if (this.#written * PAGE >= BYTES_MAX || this.#count >= COUNT_MAX)
      throw new ImportError('TOO_LARGE_UNPACKED');
    const at = this.#count % MARKS;
    if (at === 0) this.#marks.push(new Uint32Array(MARKS));
    const marks = this.#marks.at(-1);
    if (marks) marks[at] = this.#written * PAGE + this.#used;
    this.#open.writeUInt16LE(bytes.length, this.#used);
    this.#open.set(bytes, this.#used + 2);
    this.#used += 2 + bytes.length;
    this.#count += 1;
  }

  get count(): number {
    return this.#count;
  }

  at(number: number): string {
    const mark =
      number < this.#count ? this.#marks[Math.floor(number / MARKS)]?.[number % MARKS] : undefined;
    if (mark === undefined) throw new ImportError('FILE_UNREADABLE');
    const start = mark % PAGE;
    const page = this.#page((mark - start) / PAGE);
    return page.toString('utf8', start + 2, start + 2 + page.readUInt16LE(start));
  }

  close(): void {
    closeSync(this.#file);
  }

  /** Writes the open page down and begins the next. */
  #turn(): void {
    writeSync(this.#file, this.#open, 0, PAGE, this.#written * PAGE);
    this.#written += 1;
    this.#used = 0;
  }

  #page(number: number): Buffer {
    if (number === this.#written) return this.#open;
    const kept = this.#pages.get(number);
    if (kept) return kept;
    const page = this.#spare();
    readSync(this.#file, page, 0, PAGE, number * PAGE);
    this.#pages.set(number, page);
    return page;
  }

  /** Memory for a page: new, or that of the page which was read first. */
  #spare(): Buffer {
    const [oldest] = this.#pages;
    if (!oldest || this.#pages.size < PAGES_KEPT) return Buffer.allocUnsafeSlow(PAGE);
    this.#pages.delete(oldest[0]);
    return oldest[1];
  }
}

const NO_STRINGS: SharedStrings = {
  at: () => {
    throw new ImportError('FILE_UNREADABLE');
  },
  close: () => undefined,
};

async function parseStrings(texts: PagedTexts, stream: Readable, wanted: number): Promise<void> {
  let [text, isText, isReading] = ['', false, 0];
  const ears = {
    open: (name: string) => {
      if (name === 'si') text = '';
      // How a word is read aloud is no part of it.
      if (name === 'rPh') isReading += 1;
      isText = name === 't' && isReading === 0;
    },
    close: (name: string) => {
      if (name === 'rPh') isReading -= 1;
      if (name === 't') isText = false;
      if (name === 'si') texts.add(workbookText(text));
    },
    text: (part: string) => {
      if (isText && text.length < LENGTH_MAX) text += part;
    },
  };
  for await (const count of parseXml(stream, ears, () => texts.count)) if (count >= wanted) break;
  stream.destroy();
}

/** Reads shared texts, as many as are wanted, into a file of their own at a path. */
export async function readStrings(
  stream: Readable | null,
  path: string,
  wanted = Number.POSITIVE_INFINITY,
): Promise<SharedStrings> {
  if (!stream) return NO_STRINGS;
  const texts = new PagedTexts(path);
  try {
    await parseStrings(texts, stream, wanted);
    return texts;
  } catch (error) {
    texts.close();
    throw error;
  }
}
