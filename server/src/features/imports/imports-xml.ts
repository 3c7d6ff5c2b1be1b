import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import { ImportError } from './imports-error.ts';

/** What a reader of XML wants to hear; names come without their prefix. */
export interface SaxHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  text(text: string): void;
}

/** Letters between two tags at the most: the parser gathers them before it tells. */
const TEXT_MAX = 4 * 1024 * 1024;

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Reads XML as it comes and tells what it finds; after each piece it yields what the caller takes of
 * it. Entities of a document's own are not expanded.
 */
export async function* parseXml<T>(
  stream: Readable,
  ears: SaxHandler,
  take: () => T,
): AsyncGenerator<T> {
  const parser = new SaxesParser();
  let silent = 0;
  const heard = () => (silent = 0);
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    heard();
    ears.open(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    heard();
    ears.close(localName(name));
  });
  parser.on('text', (text) => ears.text(text));
  parser.on('cdata', (text) => ears.text(text));
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    const text = decoder.decode(chunk, { stream: true });
    silent += text.length;
    if (silent > TEXT_MAX) throw new ImportError('TOO_LARGE_UNPACKED');
    parser.write(text);
    yield take();
  }
  parser.write(decoder.decode()).close();
  yield take();
}

/** Escapes of workbooks for what XML can not say: `_x000D_` is a carriage return. */
export function workbookText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
