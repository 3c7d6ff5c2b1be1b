import { open } from 'node:fs/promises';
import type { FilePart } from '@tegeka/contract/kit/endpoint.ts';
import { fileTypeFromFile } from 'file-type';
import { textEncodingOf } from './text-files.ts';

/** End marks of complete files by type. A file that was cut off in transfer lacks it. */
const ENDINGS: Record<string, { tail: number; bytes: Buffer }> = {
  'image/png': { tail: 12, bytes: Buffer.from('IEND') },
  'image/jpeg': { tail: 64, bytes: Buffer.from([0xff, 0xd9]) },
  'application/pdf': { tail: 1024, bytes: Buffer.from('%%EOF') },
};

/** Display names of types whose media type subtype is not a common name. */
const NAMES: Record<string, string> = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'XLSX',
  'text/plain': 'text',
};

/** Formats that are text themselves: what they begin with is no accident. */
const WRITTEN_AS_TEXT = /pdf|postscript|rtf|xml|html|vcard|calendar/;
const TEXT_NAME = /\.(csv|tsv|txt)$/i;

/**
 * The media type of a file by its content. Text of an unknown type gets the text type that is accepted; text
 * in a file that is called a text too, even where it begins as a picture does: `BM No,First Name`.
 */
export async function uploadedTypeOf(file: string, name: string, rule: FilePart): Promise<string> {
  const known = (await fileTypeFromFile(file))?.mime;
  const isByAccident = TEXT_NAME.test(name) && !WRITTEN_AS_TEXT.test(known ?? '');
  if (known && !isByAccident) return known;
  const text = rule.accepts.find((type) => type.startsWith('text/'));
  const isText = text !== undefined && (await textEncodingOf(file)) !== null;
  return isText ? text : (known ?? 'application/octet-stream');
}

/** True if the file has the end mark of its type. */
export async function endsWell(file: string, size: number, mediaType: string): Promise<boolean> {
  const ending = ENDINGS[mediaType];
  if (!ending) return true;
  const handle = await open(file);
  try {
    const length = Math.min(ending.tail, size);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.includes(ending.bytes);
  } finally {
    await handle.close();
  }
}

export function typeAdvice(rule: FilePart, mediaType: string): string {
  const names = rule.accepts.map((type) => NAMES[type] ?? type.split('/')[1]?.toUpperCase());
  return rule.advice?.[mediaType] ?? `The file is not one of ${names.join(', ')}.`;
}
