import { type Archive, openArchive, type SaxHandler } from './spreadsheet-archive.ts';
import { COLUMNS_MAX, type FileRow, SpreadsheetError } from './spreadsheet-rows.ts';

const FIRST_SHEET = 'xl/worksheets/sheet1.xml';
/** Letters of a cell that are kept. */
const LENGTH_MAX = 1000;
/** Shared texts that are held in memory: 100,000 rows name fewer, of fewer letters. */
const TEXTS_MAX = 1_000_000;
const LETTERS_MAX = 64 * 1024 * 1024;
const DAY = 24 * 60 * 60 * 1000;
/** Day 0 of workbooks; they take 1900 for a leap year, so it holds from March 1900 on. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
/** Formats of numbers that are dates, and the letters by which a custom format is one. */
const isBuiltInDate = (format: number) =>
  (format >= 14 && format <= 17) || format === 22 || (format >= 27 && format <= 36);
const DATE_LETTERS = /[dy]/i;

/** What the cells of a sheet refer to. */
interface SheetContext {
  texts: readonly string[];
  /** The numbers of the styles that show dates. */
  dateStyles: ReadonlySet<number>;
}

interface Cell {
  column: number;
  type: string;
  style: number;
  text: string;
}

async function parseAll(archive: Archive, path: string, handler: SaxHandler): Promise<void> {
  const pieces = archive.parse(path, handler);
  for (let piece = await pieces.next(); !piece.done;) piece = await pieces.next();
}

/** Where the first sheet lies: the first that the workbook names, by its own directory. */
async function findSheet(archive: Archive): Promise<string> {
  let id: string | undefined;
  await parseAll(archive, 'xl/workbook.xml', {
    open: (name, attributes) => {
      if (name === 'sheet') id ??= attributes['r:id'] ?? Object.values(attributes).at(-1);
    },
  });
  let target: string | undefined;
  await parseAll(archive, 'xl/_rels/workbook.xml.rels', {
    open: (name, attributes) => {
      if (name === 'Relationship' && attributes['Id'] === id) target = attributes['Target'];
    },
  });
  if (!target) return FIRST_SHEET;
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

async function findDateStyles(archive: Archive): Promise<Set<number>> {
  const formats = new Map<number, boolean>();
  const dates = new Set<number>();
  let isCells = false;
  let style = 0;
  await parseAll(archive, 'xl/styles.xml', {
    open: (name, attributes) => {
      if (name === 'cellXfs') isCells = true;
      const format = Number(attributes['numFmtId'] ?? 0);
      if (name === 'numFmt') {
        // Words in quotes and brackets are shown as they are.
        const messages = (attributes['formatCode'] ?? '').replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, '');
        formats.set(format, DATE_LETTERS.test(messages));
      }
      if (name !== 'xf' || !isCells) return;
      if (formats.get(format) ?? isBuiltInDate(format)) dates.add(style);
      style += 1;
    },
    close: (name) => {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return dates;
}

/** Escapes of workbooks for what XML can not say: `_x000D_` is a carriage return. */
function workbookText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** The texts that cells name by number. Throws a SpreadsheetError where they are too many. */
async function readTexts(archive: Archive): Promise<string[]> {
  const texts: string[] = [];
  let [text, isText, phonetic, messages] = ['', false, 0, 0];
  await parseAll(archive, 'xl/sharedStrings.xml', {
    open: (name) => {
      if (name === 'si') text = '';
      // How a word is pronounced is no part of it.
      if (name === 'rPh') phonetic += 1;
      isText = name === 't' && phonetic === 0;
    },
    text: (part) => {
      if (isText && text.length < LENGTH_MAX) text += part;
    },
    close: (name) => {
      if (name === 'rPh') phonetic -= 1;
      if (name === 't') isText = false;
      if (name !== 'si') return;
      messages += text.length;
      if (texts.length >= TEXTS_MAX) throw new SpreadsheetError('WORKBOOK_TOO_LONG');
      if (messages > LETTERS_MAX) throw new SpreadsheetError('TOO_LARGE_UNPACKED');
      // Through bytes: a part of a string keeps the whole piece of the file that it was cut from.
      texts.push(Buffer.from(workbookText(text)).toString());
    },
  });
  return texts;
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

function cellText({ type, style, text }: Cell, { texts, dateStyles }: SheetContext): string {
  if (type === 's') {
    const shared = texts[Number(text)];
    if (shared === undefined) throw new SpreadsheetError('FILE_UNREADABLE');
    return shared;
  }
  if (type === 'str' || type === 'inlineStr') return workbookText(text);
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE';
  return type === 'n' ? numberText(text, dateStyles.has(style)) : text;
}

/** Gathers the rows of a sheet. */
class SheetHandler implements SaxHandler {
  readonly rows: FileRow[] = [];
  readonly #context: SheetContext;
  #number = 0;
  #cells: string[] = [];
  #cell: Cell | null = null;
  #isText = false;
  #next = 0;

  constructor(context: SheetContext) {
    this.#context = context;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      // Numbers of rows rise, whatever the file says.
      this.#number = Math.max(this.#number + 1, Math.min(Number(attributes['r']) || 0, 2 ** 21));
      this.#cells = [];
      this.#next = 0;
    } else if (name === 'c') {
      const column = columnOf(attributes['r'], this.#next);
      this.#next = column + 1;
      const style = Number(attributes['s'] ?? 0);
      this.#cell = { column, type: attributes['t'] ?? 'n', style, text: '' };
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
    if (name === 'row') this.rows.push({ number: this.#number, cells: this.#cells });
  }

  #put(cell: Cell): void {
    if (cell.column >= COLUMNS_MAX || (cell.text === '' && cell.type !== 'inlineStr')) return;
    while (this.#cells.length < cell.column) this.#cells.push('');
    this.#cells[cell.column] = cellText(cell, this.#context);
  }
}

async function* readSheet(archive: Archive): AsyncGenerator<FileRow[]> {
  const path = await findSheet(archive);
  if (!archive.has(path)) throw new SpreadsheetError('FILE_UNREADABLE');
  const dateStyles = await findDateStyles(archive);
  const handler = new SheetHandler({ texts: await readTexts(archive), dateStyles });
  for await (const { rows } of archive.parse(path, handler)) {
    if (rows.length > 0) yield rows.splice(0);
  }
}

/**
 * The rows of a workbook's first sheet in batches as they come; in memory are its shared texts alone.
 * Throws a SpreadsheetError for one that can not be read, or unpacks to too much.
 */
export async function* readWorkbook(file: string): AsyncGenerator<FileRow[]> {
  let archive: Archive | undefined;
  try {
    archive = await openArchive(file);
    yield* readSheet(archive);
  } catch (error) {
    // What a damaged workbook throws is its own fault; what the system throws is not.
    const isSystem = error instanceof Error && 'syscall' in error;
    throw error instanceof SpreadsheetError || isSystem
      ? error
      : new SpreadsheetError('FILE_UNREADABLE', error);
  } finally {
    archive?.close();
  }
}
