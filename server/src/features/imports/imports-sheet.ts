import type { Readable } from 'node:stream';
import type { FileRow } from './imports-csv.ts';
import { parseXml, workbookText } from './imports-xml.ts';

/** Columns of a sheet that are read. */
const COLUMNS_MAX = 200;
/** Letters of a cell that are kept. */
const LENGTH_MAX = 1000;
const DAY = 24 * 60 * 60 * 1000;
/** Day 0 of workbooks; they take 1900 for a leap year, so it holds from March 1900 on. */
const DAY_ZERO = Date.UTC(1899, 11, 30);

/** What the cells of a sheet refer to. */
export interface SheetWords {
  /** A shared text by its number. */
  string(number: number): string;
  /** Whether a cell of this style shows its number as a date. */
  isDate(style: number): boolean;
}

interface Cell {
  column: number;
  type: string;
  style: number;
  text: string;
}

/** `AB12` is column 27, counted from 0; without a name it is the next one. */
function columnOf(name: string | undefined, next: number): number {
  const messages = /^[A-Z]+/.exec(name ?? '')?.[0];
  if (!messages) return next;
  return (
    Array.from(messages).reduce((sum, message) => sum * 26 + message.charCodeAt(0) - 64, 0) - 1
  );
}

/** A number as people typed it: whole ones without a point or a power, dates as 2026-03-04. */
function numberText(text: string, isDate: boolean): string {
  const number = Number(text);
  if (text === '' || !Number.isFinite(number)) return text;
  if (!isDate || number < 61 || number > 2_958_465) return String(number);
  return new Date(DAY_ZERO + Math.floor(number) * DAY).toISOString().slice(0, 10);
}

function cellText({ type, style, text }: Cell, words: SheetWords): string {
  if (type === 's') return words.string(Number(text));
  if (type === 'str' || type === 'inlineStr') return workbookText(text);
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE';
  return type === 'n' ? numberText(text, words.isDate(style)) : text;
}

class SheetHandler {
  #rows: FileRow[] = [];
  readonly #words: SheetWords;
  #number = 0;
  #cells: string[] = [];
  #cell: Cell | null = null;
  #isText = false;
  #next = 0;

  constructor(words: SheetWords) {
    this.#words = words;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      // Numbers of rows rise, whatever the file says.
      this.#number = Math.max(this.#number + 1, Math.min(Number(attributes['r']) || 0, 2 ** 21));
      [this.#cells, this.#next] = [[], 0];
    } else if (name === 'c') {
      const column = columnOf(attributes['r'], this.#next);
      this.#next = column + 1;
      const [type, style] = [attributes['t'] ?? 'n', Number(attributes['s'] ?? 0)];
      this.#cell = { column, type, style, text: '' };
    }
    // The value, also that of a formula as it was last worked out, or the text that stands in it.
    this.#isText = name === 'v' || name === 't';
  }

  text(part: string): void {
    if (this.#isText && this.#cell && this.#cell.text.length < LENGTH_MAX) this.#cell.text += part;
  }

  close(name: string): void {
    this.#isText = false;
    if (name === 'c' && this.#cell) this.#put(this.#cell);
    if (name === 'c') this.#cell = null;
    if (name === 'row') this.#rows.push({ number: this.#number, cells: this.#cells });
  }

  /** The rows that were heard since the last time. */
  take(): FileRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  #put(cell: Cell): void {
    if (cell.column >= COLUMNS_MAX || (cell.text === '' && cell.type !== 'inlineStr')) return;
    while (this.#cells.length < cell.column) this.#cells.push('');
    this.#cells[cell.column] = cellText(cell, this.#words);
  }
}

/** The rows of a sheet in batches as they come; memory does not grow with it. */
export async function* readSheet(stream: Readable, words: SheetWords): AsyncGenerator<FileRow[]> {
  const ears = new SheetHandler(words);
  for await (const rows of parseXml(stream, ears, () => ears.take())) {
    if (rows.length > 0) yield rows;
  }
}
