import type { Readable } from 'node:stream';
import type { FileRow } from './imports-csv.ts';
import { ImportError } from './imports-error.ts';
import { readSheet, type SheetWords } from './imports-sheet.ts';
import { readStrings } from './imports-strings.ts';
import { parseXml, type SaxHandler } from './imports-xml.ts';
import { type Archive, openArchive } from './imports-zip.ts';

/** A workbook's first sheet. */
export interface Workbook {
  /** Its rows, with the texts they name. */
  rows(): AsyncGenerator<FileRow[]>;
  /** The rows at its beginning, reading no more of the shared texts than they name. */
  head(): AsyncGenerator<FileRow[]>;
  close(): void;
}

const MAIN = 'xl/workbook.xml';
const FIRST = 'xl/worksheets/sheet1.xml';
/** Rows at the beginning among which a header has to stand. */
const HEAD_ROWS = 1000;
/** Formats of numbers that are dates, and the signs by which a format of one's own is one. */
const isBuiltInDate = (format: number) =>
  (format >= 14 && format <= 17) || format === 22 || (format >= 27 && format <= 36);
const DATE_SIGNS = /[dy]/i;

type Open = SaxHandler['open'];

async function parseAll(stream: Readable | null, open: Open, close?: SaxHandler['close']) {
  if (!stream) return;
  const ears = { open, close: close ?? (() => undefined), text: () => undefined };
  const pieces = parseXml(stream, ears, () => null);
  for (let piece = await pieces.next(); !piece.done;) piece = await pieces.next();
}

/** Where the first sheet lies: the first that the workbook names, by its own directory. */
async function findSheet(archive: Archive): Promise<string> {
  let id: string | undefined;
  await parseAll(await archive.read(MAIN), (name, attributes) => {
    if (name === 'sheet') id ??= attributes['r:id'] ?? Object.values(attributes).at(-1);
  });
  let target: string | undefined;
  await parseAll(await archive.read('xl/_rels/workbook.xml.rels'), (name, attributes) => {
    if (name === 'Relationship' && attributes['Id'] === id) target = attributes['Target'];
  });
  if (!target) return FIRST;
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

/** The numbers of the styles that show dates. */
async function findDateStyles(archive: Archive): Promise<Set<number>> {
  const formats = new Map<number, boolean>();
  const dates = new Set<number>();
  let [isCells, style] = [false, 0];
  const open: Open = (name, attributes) => {
    if (name === 'cellXfs') isCells = true;
    const format = Number(attributes['numFmtId'] ?? 0);
    if (name === 'numFmt') {
      // Words in quotes and brackets are shown as they are.
      const signs = (attributes['formatCode'] ?? '').replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, '');
      formats.set(format, DATE_SIGNS.test(signs));
    }
    if (name !== 'xf' || !isCells) return;
    if (formats.get(format) ?? isBuiltInDate(format)) dates.add(style);
    style += 1;
  };
  await parseAll(await archive.read('xl/styles.xml'), open, (name) => {
    if (name === 'cellXfs') isCells = false;
  });
  return dates;
}

/** What a damaged workbook throws is its own fault; what the system throws is not. */
function errorOf(error: unknown): unknown {
  const ours = error instanceof Error && 'syscall' in error;
  return error instanceof ImportError || ours ? error : new ImportError('FILE_UNREADABLE', error);
}

async function* readable<T>(items: () => AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items();
  } catch (error) {
    throw errorOf(error);
  }
}

async function openSheet(archive: Archive, path: string): Promise<Readable> {
  const stream = await archive.read(path);
  if (!stream) throw new ImportError('FILE_UNREADABLE');
  return stream;
}

const STRINGS = 'xl/sharedStrings.xml';

/** The last text that the first rows name: their sheet is read twice, to learn how many it takes. */
async function lastOfHead(archive: Archive, path: string, isDate: SheetWords['isDate']) {
  let most = -1;
  let rows = 0;
  const string = (number: number) => {
    most = Math.max(most, number);
    return '?';
  };
  const stream = await openSheet(archive, path);
  for await (const batch of readSheet(stream, { string, isDate })) {
    rows += batch.length;
    if (rows > HEAD_ROWS) break;
  }
  stream.destroy();
  return most;
}

/**
 * Opens a workbook in a folder of its own, where its texts are laid beside it. Throws an ImportFault
 * for one that can not be read, or unpacks to too much.
 */
export async function openWorkbook(file: string): Promise<Workbook> {
  const archive = await openArchive(file).catch((error: unknown) => {
    throw errorOf(error);
  });
  async function* sheet(part: 'all' | 'head'): AsyncGenerator<FileRow[]> {
    const path = await findSheet(archive);
    const dates = await findDateStyles(archive);
    const isDate = (style: number) => dates.has(style);
    const wanted =
      part === 'head' ? (await lastOfHead(archive, path, isDate)) + 1 : Number.POSITIVE_INFINITY;
    const texts = wanted > 0 ? await archive.read(STRINGS) : null;
    const strings = await readStrings(texts, `${file}-texts`, wanted);
    try {
      const words = { string: (number: number) => strings.at(number), isDate };
      yield* readSheet(await openSheet(archive, path), words);
    } finally {
      strings.close();
    }
  }
  return {
    rows: () => readable(() => sheet('all')),
    head: () => readable(() => sheet('head')),
    close: () => archive.close(),
  };
}
