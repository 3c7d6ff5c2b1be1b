import type { FilePart } from '@tegeka/contract/endpoint.ts';

const NAMES: Record<string, string> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPG',
  'image/png': 'PNG',
};

/** How files of a type begin. The server looks at the whole; this spares a wasted upload. */
const BEGINNINGS: readonly { type: string; bytes: readonly number[] }[] = [
  { type: 'application/pdf', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
];

/** A size as people read it: `820 bytes`, `35 KB`, `2.4 MB`. */
export function showSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1).replace(/\.0$/, '')} MB`;
}

/** The accepted types as people say them: `PDF, JPG or PNG`. */
export function showTypes(part: FilePart): string {
  const names = part.accepts.map((type) => NAMES[type] ?? type);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** The media type that a file's first bytes tell, or null. */
async function typeOf(file: Blob): Promise<string | null> {
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  const found = BEGINNINGS.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte));
  return found?.type ?? null;
}

/** What is wrong with a chosen file, in words, or null. Judged by content, never by name. */
export async function faultOfFile(file: Blob, part: FilePart): Promise<string | null> {
  if (file.size === 0) return 'This file is empty. Please choose another one.';
  if (file.size > part.maxSize) {
    return `This file has ${showSize(file.size)}. We take up to ${showSize(part.maxSize)}.`;
  }
  try {
    const type = await typeOf(file);
    if (type !== null && part.accepts.includes(type)) return null;
    return `This is not a ${showTypes(part)} file. Please choose another one.`;
  } catch {
    // A file that was moved, renamed or changed since it was chosen can not be read any more.
    return 'This file can no longer be read. Please choose it again.';
  }
}
