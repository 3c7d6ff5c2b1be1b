import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { stringify } from 'csv-stringify/sync';

export const TEXT_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

/** Number of bytes at the beginning that must not contain control characters. */
const HEAD = 4096;
/** Control characters, except tabs, line breaks, form feed, and Ctrl-Z at the end of old files. */
const isControl = (byte: number) => byte < 32 && byte !== 26 && (byte < 9 || byte > 13);

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** UTF-16 by its mark; without one, as some programs write it, by the zeros at every second byte of a text. */
function wideEncodingOf(head: Buffer): TextEncoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const max = Math.max(even, odd);
  // Names and numbers are nearly all ASCII; a workbook or a picture has zeros at both.
  if (max < head.length * 0.4 || max !== even + odd) return null;
  return even === 0 ? 'utf-16le' : 'utf-16be';
}

/**
 * The encoding of a text file, or null if the file is not text. A byte order mark identifies
 * UTF-16; what is not valid UTF-8 is Windows-1252, in which every byte is valid. The whole file is
 * read: the first byte that is not UTF-8 may be in the last line.
 */
export async function textEncodingOf(file: string): Promise<TextEncoding | null> {
  const head = await headOf(file);
  const wide = wideEncodingOf(head);
  if (wide) return wide;
  if (head.some(isControl)) return null;
  const strict = new TextDecoder('utf-8', { fatal: true });
  let whole = true;
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 18 })) {
    const bytes = Buffer.from(chunk);
    if (bytes.includes(0)) return null;
    whole &&= isDecoded(() => strict.decode(bytes, { stream: true }));
  }
  whole &&= isDecoded(() => strict.decode());
  return whole ? 'utf-8' : 'windows-1252';
}

function isDecoded(decode: () => string): boolean {
  try {
    decode();
    return true;
  } catch {
    return false;
  }
}

/** Byte order mark. Spreadsheet programs read the file as UTF-8 if it begins with it. */
export const CSV_MARK = '\uFEFF';

/** The start of a formula inside a cell, if a program opens the file with another separator. */
const INNER_FORMULA = /([,;\t|\r\n]"*)(?=[=+\-@])/g;

/** A text without the apostrophes with which {@link csvText} keeps spreadsheets from running it. */
export function withoutDefusing(text: string): string {
  // Most cells have none, and a search for one letter is much cheaper.
  if (!text.includes("'")) return text;
  return text.replaceAll(/(^|[,;\t|\r\n]"*)'(?=[=+\-@])/g, '$1');
}

/**
 * Rows as CSV by RFC 4180, each ended by CR LF. What a spreadsheet would run as a formula gets a leading
 * apostrophe and becomes text: a cell that begins with = + - @, a tab or a carriage return, and what
 * begins so after a separator or a line break inside a cell. Cells of the type number keep their minus.
 */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  return stringify(
    rows.map((cells) =>
      cells.map((cell) =>
        typeof cell === 'string' ? cell.replaceAll(INNER_FORMULA, "$1'") : cell,
      ),
    ),
    { record_delimiter: 'windows', escape_formulas: true, quoted_match: /[\r\n]/ },
  );
}
