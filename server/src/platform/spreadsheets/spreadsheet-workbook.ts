import { type Archive, openArchive, parseXml, type SaxHandler } from './spreadsheet-archive.ts';
import { COLUMNS_MAX, type FileRow, SpreadsheetError } from './spreadsheet-rows.ts';

/** Letters of a cell that are kept. */
const LENGTH_MAX = 1000;
/** Shared texts that are held in memory: 100,000 rows name fewer, of fewer letters. */
const TEXTS_MAX = 1_000_000;
const LETTERS_MAX = 64 * 1024 * 1024;
const DAY = 24 * 60 * 60 * 1000;
/** Day 0 of workbooks; they take 1900 for a leap year, so it holds from March 1900 on. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
/** Days by which the dates of a workbook that counts from 1904 are later. */
const DAYS_TO_1904 = 1462;
/** Formats of cells; workbooks that Excel opens have fewer. */
const FORMATS_MAX = 65_536;
/** Formats of numbers that are dates. */
const isBuiltInDate = (format: number) =>
  (format >= 14 && format <= 17) || format === 22 || (format >= 27 && format <= 36);

async function parseAll(archive: Archive, path: string, handler: SaxHandler): Promise<void> {
  const pieces = parseXml(archive, path, handler);
  for (let piece = await pieces.next(); !piece.done;) piece = await pieces.next();
}

/**
 * The path of the first sheet, the first that the workbook names, by its own directory; and the days that
 * are added to its dates.
 */
async function findSheet(archive: Archive): Promise<{ path: string; daysLater: number }> {
  let id: string | undefined;
  let daysLater = 0;
  let target = 'worksheets/sheet1.xml';
  await parseAll(archive, 'xl/workbook.xml', {
    open: (name, attributes) => {
      if (name === 'workbookPr' && /^(1|true)$/.test(attributes['date1904'] ?? ''))
        daysLater = DAYS_TO_1904;
      if (name === 'sheet') id ??= attributes['r:id'] ?? Object.values(attributes).at(-1);
    },
  });
  await parseAll(archive, 'xl/_rels/workbook.xml.rels', {
    open: (name, attributes) => {
      if (name === 'Relationship' && attributes['Id'] === id)
        target = attributes['Target'] ?? target;
    },
  });
  return { path: target.startsWith('/') ? target.slice(1) : `xl/${target}`, daysLater };
}

async function findDateStyles(archive: Archive): Promise<Set<number>> {
  const custom = new Map<number, boolean>();
  const formats: number[] = [];
  let isCells = false;
  await parseAll(archive, 'xl/styles.xml', {
    open: (name, attributes) => {
      if (formats.length + custom.size > FORMATS_MAX)
        throw new SpreadsheetError('TOO_LARGE_UNPACKED');
      if (name === 'cellXfs') isCells = true;
      const format = Number(attributes['numFmtId'] ?? 0);
      if (name === 'xf' && isCells) formats.push(format);
      if (name !== 'numFmt') return;
      // Words in quotes and brackets are shown as they are.
      const letters = (attributes['formatCode'] ?? '').replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, '');
      custom.set(format, /[dy]/i.test(letters));
    },
    close: (name) => {
      if (name === 'cellXfs') isCells = false;
    },
  });
  const dates = formats.map((format) => custom.get(format) ?? isBuiltInDate(format));
  return new Set(dates.flatMap((isDate, style) => (isDate ? [style] : [])));
}

/** Decodes escapes such as `_x000D_`, a carriage return. Replaces NUL and lone surrogates. */
function workbookText(text: string): string {
  return text
    .replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replaceAll('\0', ' ')
    .toWellFormed();
}

/** The shared texts, which cells refer to by index. Throws a SpreadsheetError if they are too many. */
async function readTexts(archive: Archive): Promise<string[]> {
  const texts: string[] = [];
  let [text, isText, phonetic, letters] = ['', false, 0, 0];
  await parseAll(archive, 'xl/sharedStrings.xml', {
    open: (name) => {
      if (name === 'si') text = '';
      // Phonetic hints (rPh) are not part of the text.
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
      letters += text.length;
      if (texts.length >= TEXTS_MAX) throw new SpreadsheetError('WORKBOOK_TOO_LONG');
      if (letters > LETTERS_MAX) throw new SpreadsheetError('TOO_LARGE_UNPACKED');
      // Copied through bytes: a substring keeps the whole chunk of the file in memory.
      texts.push(Buffer.from(workbookText(text)).toString());
    },
  });
  return texts;
}

/** `AB12` is column 27, counted from 0; without a name it is the next one. */
function columnOf(name: string | undefined, next: number): number {
  const letters = /^[A-Z]+/.exec(name ?? '')?.[0];
  if (!letters) return next;
  return Array.from(letters).reduce((sum, sign) => sum * 26 + sign.charCodeAt(0) - 64, 0) - 1;
}

/** A number as people typed it: whole ones without a point or a power, dates as 2026-03-04. */
function numberText(text: string, isDate: boolean, daysLater: number): string {
  const number = Number(text);
  if (text === '' || !Number.isFinite(number)) return text;
  const day = Math.floor(number) + daysLater;
  if (!isDate || day < 61 || day > 2_958_465) return String(number);
  return new Date(DAY_ZERO + day * DAY).toISOString().slice(0, 10);
}

interface Cell {
  column: number;
  type: string;
  style: number;
  text: string;
}

async function* readSheet(archive: Archive): AsyncGenerator<FileRow[]> {
  const { path, daysLater } = await findSheet(archive);
  if (!archive.entries.has(path.toLowerCase())) throw new SpreadsheetError('FILE_UNREADABLE');
  const dateStyles = await findDateStyles(archive);
  const texts = await readTexts(archive);
  const textOf = ({ type, style, text }: Cell): string => {
    if (type === 's') {
      const shared = texts[Number(text)];
      if (shared === undefined) throw new SpreadsheetError('FILE_UNREADABLE');
      return shared;
    }
    if (type === 'str' || type === 'inlineStr') return workbookText(text);
    if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE';
    return type === 'n' ? numberText(text, dateStyles.has(style), daysLater) : text;
  };
  let number = 0;
  let cells: string[] = [];
  let cell: Cell = { column: -1, type: '', style: 0, text: '' };
  let isText = false;
  const rows: FileRow[] = [];
  const sheet: SaxHandler & { rows: FileRow[] } = {
    rows,
    open: (name, attributes) => {
      if (name === 'row') {
        // Row numbers must increase, whatever the file says.
        number = Math.max(number + 1, Math.min(Number(attributes['r']) || 0, 2 ** 21));
        cells = [];
        cell.column = -1;
      } else if (name === 'c') {
        const column = columnOf(attributes['r'], cell.column + 1);
        const style = Number(attributes['s'] ?? 0);
        cell = { column, type: attributes['t'] ?? 'n', style, text: '' };
      }
      // `v` is the value, of a formula its last result; `t` is an inline text.
      isText = name === 'v' || name === 't';
    },
    text: (part) => {
      if (isText && cell.text.length < LENGTH_MAX) cell.text += part;
    },
    close: (name) => {
      isText = false;
      if (name === 'row') rows.push({ number, cells });
      const isEmpty = cell.text === '' && cell.type !== 'inlineStr';
      if (name !== 'c' || isEmpty || cell.column >= COLUMNS_MAX) return;
      while (cells.length < cell.column) cells.push('');
      cells[cell.column] = textOf(cell);
    },
  };
  for await (const { rows: read } of parseXml(archive, path, sheet))
    if (read.length > 0) yield read.splice(0);
}

/**
 * The rows of a workbook's first sheet, streamed in batches; only its shared texts are held in memory.
 * Throws a SpreadsheetError for one that can not be read, or unpacks to too much.
 */
export async function* readWorkbook(file: string): AsyncGenerator<FileRow[]> {
  let archive: Archive | undefined;
  try {
    archive = await openArchive(file);
    yield* readSheet(archive);
  } catch (error) {
    // Errors of system calls are passed on. Any other error means that the workbook is damaged.
    const isSystem = error instanceof Error && 'syscall' in error;
    throw error instanceof SpreadsheetError || isSystem
      ? error
      : new SpreadsheetError('FILE_UNREADABLE', error);
  } finally {
    archive?.zip.close();
  }
}
