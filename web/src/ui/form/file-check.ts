import type { FilePart } from '@tegeka/contract/kit/endpoint.ts';
import { showSize } from '#platform/call/file-save.ts';

const CSV = 'text/csv';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const ODS = 'application/vnd.oasis.opendocument.spreadsheet';

const NAMES: Record<string, string> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPG',
  'image/png': 'PNG',
  'application/xml': 'XML',
  'text/plain': 'text',
  [CSV]: 'CSV',
  [XLSX]: 'Excel (.xlsx)',
};

/** The first bytes of file types. The server checks the whole file; this avoids a useless upload. */
const BEGINNINGS: readonly { type: string; bytes: Iterable<number>; at?: number }[] = [
  { type: 'application/pdf', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'application/x-cfb', bytes: [0xd0, 0xcf, 0x11, 0xe0] },
  // OpenDocument: a ZIP file with its media type at byte 38. Any other ZIP file may be a workbook.
  { type: ODS, bytes: new TextEncoder().encode(ODS), at: 38 },
  { type: XLSX, bytes: [0x50, 0x4b, 0x03, 0x04] },
];

/** How many bytes are searched for control characters, which tell binary files from text. */
const TEXT_LOOK = 4096;
/** Tab, line breaks, form feed, and Ctrl-Z at the end of old files. */
const TEXT_CONTROLS = [0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a];
/** The byte order marks of UTF-16. */
const WIDE_TEXT = ['255,254', '254,255'];

/** True for text. CSV and XML have no first bytes of their own, so any text is accepted. */
function isText(head: Uint8Array): boolean {
  if (WIDE_TEXT.includes(head.slice(0, 2).join(','))) return true;
  return head.every((byte) => byte >= 0x20 || TEXT_CONTROLS.includes(byte));
}

/** The accepted types as people say them: `PDF, JPG or PNG`. */
export function showTypes(part: FilePart): string {
  const names = part.accepts.map((type) => NAMES[type] ?? type);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** The media type by a file's first bytes, or null. For text, the text type that is accepted. */
async function typeOf(file: Blob, { accepts }: FilePart): Promise<string | null> {
  const head = new Uint8Array(await file.slice(0, TEXT_LOOK).arrayBuffer());
  const found = BEGINNINGS.find(({ bytes, at = 0 }) =>
    [...bytes].every((byte, place) => head[at + place] === byte),
  );
  const text = accepts.find((type) => type.startsWith('text/'));
  return found?.type ?? (isText(head) ? (text ?? null) : null);
}

/** What is wrong with a chosen file, in words, or null. Judged by content, never by name. */
export async function errorOfFile(file: Blob, part: FilePart): Promise<string | null> {
  if (file.size === 0) return 'This file is empty. Please choose another one.';
  if (file.size > part.maxSize) {
    return `This file has ${showSize(file.size)}. We take up to ${showSize(part.maxSize)}.`;
  }
  try {
    const type = await typeOf(file, part);
    if (type !== null && part.accepts.includes(type)) return null;
    const advice = type === null ? undefined : part.advice?.[type];
    return advice ?? `This is not a ${showTypes(part)} file. Please choose another one.`;
  } catch {
    // A file that was moved, renamed or changed since it was chosen can not be read any more.
    return 'This file can no longer be read. Please choose it again.';
  }
}
