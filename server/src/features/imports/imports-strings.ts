import type { Readable } from 'node:stream';
import { ImportFault } from './imports-fault.ts';
import { hearXml, workbookText } from './imports-xml.ts';

/** The texts that the cells of a workbook name by number. */
export interface SharedStrings {
  at(number: number): string;
}

/** Letters of one text that are kept. */
const LENGTH_MAX = 1000;
const PIECE = 4 * 1024 * 1024;
/** Bytes of all texts together, which stay in memory: a million rows of six long cells. */
const BYTES_MAX = 192 * 1024 * 1024;
const COUNT_MAX = 8_000_000;

/**
 * Texts one after another in plain memory, outside the heap: millions of strings would cost many
 * times as much. Where each begins is kept beside it.
 */
class PackedTexts implements SharedStrings {
  readonly #pieces: Buffer[] = [];
  #starts = new Float64Array(1024);
  #count = 0;
  #end = 0;

  add(text: string): void {
    const bytes = Buffer.from(text.slice(0, LENGTH_MAX));
    const room = this.#pieces.length * PIECE - this.#end;
    // A text stands whole in one piece.
    if (bytes.length > room) {
      this.#end = this.#pieces.length * PIECE;
      this.#pieces.push(Buffer.allocUnsafeSlow(PIECE));
    }
    if (this.#end > BYTES_MAX || this.#count >= COUNT_MAX)
      throw new ImportFault('TOO_LARGE_UNPACKED');
    if (this.#count === this.#starts.length) {
      const more = new Float64Array(2 * this.#count);
      more.set(this.#starts);
      this.#starts = more;
    }
    const start = this.#end % PIECE;
    this.#pieces[Math.floor(this.#end / PIECE)]?.set(bytes, start);
    // Place and length in one number: a length has less than 13 bits.
    this.#starts[this.#count] = this.#end * 8192 + bytes.length;
    this.#count += 1;
    this.#end += bytes.length;
  }

  get count(): number {
    return this.#count;
  }

  at(number: number): string {
    const mark = this.#starts[number] ?? 0;
    if (number >= this.#count) throw new ImportFault('FILE_UNREADABLE');
    const length = mark % 8192;
    const place = (mark - length) / 8192;
    const start = place % PIECE;
    const piece = this.#pieces[Math.floor(place / PIECE)];
    return piece?.toString('utf8', start, start + length) ?? '';
  }
}

/** Reads shared texts, as many as are wanted. */
export async function readStrings(
  stream: Readable | null,
  wanted = Number.POSITIVE_INFINITY,
): Promise<SharedStrings> {
  const texts = new PackedTexts();
  if (!stream) return texts;
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
  for await (const count of hearXml(stream, ears, () => texts.count)) if (count >= wanted) break;
  stream.destroy();
  return texts;
}
