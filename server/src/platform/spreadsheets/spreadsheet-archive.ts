import { SaxesParser } from 'saxes';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { SpreadsheetError } from './spreadsheet-rows.ts';

/** Files in a workbook at the most; a table of customers has about ten. */
const ENTRIES_MAX = 1000;
/** Bytes that a workbook unpacks to at the most; 100,000 rows of six cells make about 40 MB. */
const UNPACKED_MAX = 128 * 1024 * 1024;
/** The largest compression ratio of a large file; sheets reach 10 to 40. */
const RATIO_MAX = 150;
const LARGE = 20 * 1024 * 1024;
/** Most characters between two tags: the parser collects them before it calls a handler. */
const TEXT_MAX = 4 * 1024 * 1024;

/** Handlers of the XML parser. Names have no namespace prefix. */
export interface SaxHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** The files in a workbook by their paths in lower case. */
export interface Archive {
  zip: ZipFile;
  entries: ReadonlyMap<string, Entry>;
}

/** Throws a SpreadsheetError by the sizes that the archive declares, before anything is unpacked. */
async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > ENTRIES_MAX) throw new SpreadsheetError('TOO_LARGE_UNPACKED');
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new SpreadsheetError('FILE_UNREADABLE');
    const { uncompressedSize, compressedSize } = entry;
    unpacked += uncompressedSize;
    const isBomb = uncompressedSize > LARGE && uncompressedSize > RATIO_MAX * compressedSize;
    if (isBomb || unpacked > UNPACKED_MAX) throw new SpreadsheetError('TOO_LARGE_UNPACKED');
    entries.set(entry.fileName.toLowerCase(), entry);
  }
  return entries;
}

/** Opens a workbook's archive. Throws a SpreadsheetError for one that unpacks to too much. */
export async function openArchive(file: string): Promise<Archive> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false });
  try {
    return { zip, entries: await listEntries(zip) };
  } catch (error) {
    zip.close();
    throw error;
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Parses a file as XML while it is unpacked, and yields the handler after each chunk. Yields nothing if
 * there is no such file. Throws if it unpacks to more than the archive declares. Entities that the
 * document defines are not expanded.
 */
export async function* parseXml<H extends SaxHandler>(
  { zip, entries }: Archive,
  path: string,
  handler: H,
): AsyncGenerator<H> {
  const entry = entries.get(path.toLowerCase());
  if (!entry) return;
  const parser = new SaxesParser();
  let silent = 0;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    silent = 0;
    handler.open(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    silent = 0;
    handler.close?.(localName(name));
  });
  parser.on('text', (text) => handler.text?.(text));
  parser.on('cdata', (text) => handler.text?.(text));
  const decoder = new TextDecoder();
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    const text = decoder.decode(chunk, { stream: true });
    silent += text.length;
    if (silent > TEXT_MAX) throw new SpreadsheetError('TOO_LARGE_UNPACKED');
    parser.write(text);
    yield handler;
  }
  parser.write(decoder.decode()).close();
  yield handler;
}

/** Parses a whole file of an archive as XML; nothing happens if there is no such file. */
export async function parseAll(archive: Archive, path: string, handler: SaxHandler): Promise<void> {
  const pieces = parseXml(archive, path, handler);
  for (let piece = await pieces.next(); !piece.done;) piece = await pieces.next();
}
