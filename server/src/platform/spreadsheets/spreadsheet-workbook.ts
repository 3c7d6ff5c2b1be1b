import {
  type Archive,
  openArchive,
  parseAll,
  parseXml,
  type SaxHandler,
} from './spreadsheet-archive.ts';
import { type NumberFormat, readFormats, readNumber } from './spreadsheet-numbers.ts';
import { COLUMNS_MAX, type FileRow, SpreadsheetError } from './spreadsheet-rows.ts';

/** Letters of a cell that are kept. */
const LENGTH_MAX = 1000;
/** Shared texts that are held in memory: 100,000 rows name fewer, of fewer letters. */
const TEXTS_MAX = 1_000_000;
const LETTERS_MAX = 64 * 1024 * 1024;
/** Days by which the dates of a workbook that counts from 1904 are later. */
const DAYS_TO_1904 = 1462;
/** A formula without a stored result, as programs write it that do not calculate. */
const NO_RESULT = '#N/A';

/** What a workbook names its sheets by: the id of a relationship, which has the path. */
interface SheetPlace {
  id: string | undefined;
  isHidden: boolean;
}

/**
 * The path of the first sheet that people see, in the order of the workbook's own directory; and the days
 * that are added to its dates. Charts can be sheets too: they have no rows.
 */
async function findSheet(archive: Archive): Promise<{ path: string; daysLater: number }> {
  const sheets: SheetPlace[] = [];
  const targets = new Map<string | undefined, string>();
  let daysLater = 0;
  await parseAll(archive, 'xl/workbook.xml', {
    open: (name, attributes) => {
      if (name === 'workbookPr' && /^(1|true)$/.test(attributes['date1904'] ?? ''))
        daysLater = DAYS_TO_1904;
      if (name === 'sheet')
        sheets.push({
          id: attributes['r:id'] ?? Object.values(attributes).at(-1),
          isHidden: /hidden$/i.test(attributes['state'] ?? ''),
        });
    },
  });
  await parseAll(archive, 'xl/_rels/workbook.xml.rels', {
    open: (name, { Id: id, Target: target, Type: type = '' }) => {
      const isTable = !/\/(chart|dialog|macro)sheet$/i.test(type);
      if (name === 'Relationship' && target !== undefined && isTable) targets.set(id, target);
    },
  });
  const tables = sheets.filter(({ id }) => targets.has(id));
  const seen = tables.find(({ isHidden }) => !isHidden) ?? tables[0];
  const target = targets.get(seen?.id) ?? 'worksheets/sheet1.xml';
  return { path: target.startsWith('/') ? target.slice(1) : `xl/${target}`, daysLater };
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

interface Cell {
  column: number;
  type: string;
  style: number;
  text: string;
  isFormula: boolean;
}

const GENERAL: NumberFormat = { isDate: false, isScientific: false, code: '' };

/** Returns a function that reads the text of a cell; of a number also how it is shown. */
async function decryptCells(
  archive: Archive,
  daysLater: number,
): Promise<(cell: Cell) => { text: string; shown?: string }> {
  const formats = await readFormats(archive);
  const texts = await readTexts(archive);
  return ({ type, style, text, isFormula }) => {
    if (text === '') return { text: type === 'n' && isFormula ? NO_RESULT : '' };
    if (type === 's') {
      const shared = texts[Number(text)];
      if (shared === undefined) throw new SpreadsheetError('FILE_UNREADABLE');
      return { text: shared };
    }
    if (type === 'str' || type === 'inlineStr') return { text: workbookText(text) };
    if (type === 'b') return { text: text === '1' ? 'TRUE' : 'FALSE' };
    // A date of ISO 8601, mostly with a time.
    if (type === 'd') return { text: text.replace(/T.*$/, '') };
    if (type !== 'n') return { text };
    return readNumber(text, formats[style] ?? GENERAL, daysLater);
  };
}

async function* readSheet(archive: Archive): AsyncGenerator<FileRow[]> {
  const { path, daysLater } = await findSheet(archive);
  if (!archive.entries.has(path.toLowerCase())) throw new SpreadsheetError('FILE_UNREADABLE');
  const readCell = await decryptCells(archive, daysLater);
  let row: { number: number; cells: string[]; shown?: Map<number, string> } = {
    number: 0,
    cells: [],
  };
  let cell: Cell = { column: -1, type: '', style: 0, text: '', isFormula: false };
  let isText = false;
  const rows: FileRow[] = [];
  const sheet: SaxHandler & { rows: FileRow[] } = {
    rows,
    open: (name, attributes) => {
      if (name === 'row') {
        // Row numbers must increase, whatever the file says.
        const told = Math.min(Number(attributes['r']) || 0, 2 ** 21);
        row = { number: Math.max(row.number + 1, told), cells: [] };
        cell.column = -1;
      } else if (name === 'c') {
        const column = columnOf(attributes['r'], cell.column + 1);
        const style = Number(attributes['s'] ?? 0);
        cell = { column, type: attributes['t'] ?? 'n', style, text: '', isFormula: false };
      } else if (name === 'f') cell.isFormula = true;
      // `v` is the value, of a formula its last result; `t` is an inline text.
      isText = name === 'v' || name === 't';
    },
    text: (part) => {
      if (isText && cell.text.length < LENGTH_MAX) cell.text += part;
    },
    close: (name) => {
      isText = false;
      if (name === 'row') rows.push(row);
      if (name !== 'c' || cell.column >= COLUMNS_MAX) return;
      const { text, shown = text } = readCell(cell);
      if (text === '') return;
      while (row.cells.length < cell.column) row.cells.push('');
      row.cells[cell.column] = text;
      if (shown !== text) (row.shown ??= new Map()).set(cell.column, shown);
    },
  };
  for await (const { rows: read } of parseXml(archive, path, sheet))
    if (read.length > 0) yield read.splice(0);
}

/**
 * The rows of the first sheet of a workbook that is not hidden, streamed in batches; only its shared texts are held in memory.
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
