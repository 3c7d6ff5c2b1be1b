import { SaxesParser } from 'saxes';
import { openDecoder } from './iso-encoding.ts';
import { ISO_NAMESPACE, type XmlElement, XmlRejected } from './iso-xml.ts';

/** A file of 100,000 items has less than this. */
const BYTES_MAX = 400 * 1024 * 1024;
/** No message of ISO 20022 is nested so deep. */
const DEPTH_MAX = 40;
const TEXT_MAX = 10_000;
const ELEMENTS_MAX = 5000;
/** Characters in the texts of an item: one is a whole, and kept as a whole. */
const ITEM_TEXT_MAX = 200_000;
/** Attributes of an element, and the characters of one. The root has namespaces and the place of a schema. */
const ATTRIBUTES_MAX = 50;
const ATTRIBUTE_MAX = 2000;
const CURRENCY_LENGTH = 3;
const PIECE = 64 * 1024;
/** Bytes without a tag: a text, a comment or an attribute without an end. */
const TEXT_WITHOUT_TAG_MAX = 8 * PIECE;
/** From Document on: it is 1, the message 2, what it consists of 3. */
const ITEM_DEPTH = 3;

interface Place {
  line: number;
  column: number;
}

/** What a message consists of, in its order. */
export type MessagePart = { place: Place } & (
  | { kind: 'ROOT'; /** `pain.012.001.05`, as its namespace ends. */ message: string }
  | {
      kind: 'APPLICATION_HEADER';
      /** Before the root, where an envelope has one. */ element: XmlElement;
    }
  | {
      kind: 'ELEMENT';
      /** As a whole, with everything in it. */
      element: XmlElement;
      /** The opened element that it stands in; empty for the message itself. */
      parent: string;
    }
  | { kind: 'END'; /** The opened element. */ name: string }
);

/** Calls `read`, and adds the place of the part to the error where it refuses the file. */
export function atPlace<T>({ place }: MessagePart, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof XmlRejected)) throw error;
    throw new XmlRejected(`Line ${place.line}, column ${place.column}: ${error.message}`);
  }
}

/** The business application header, of any version. */
const HEADER_NAMESPACE = `${ISO_NAMESPACE}head.001.`;
const NOTHING_OPENED: ReadonlySet<string> = new Set();

function* piecesOf(chunk: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < chunk.length; from += PIECE) yield chunk.subarray(from, from + PIECE);
}

/** The attributes of an element are bounded, and not kept: a file of them would fill the memory. */
function currencyOf(
  attributes: Readonly<Record<string, { value: string }>>,
  refuse: (why: string) => never,
): string {
  let count = 0;
  for (const name in attributes) {
    count += 1;
    const { length } = attributes[name]?.value ?? '';
    if (count > ATTRIBUTES_MAX) refuse('an element has too many attributes');
    if (length > ATTRIBUTE_MAX) refuse('an attribute is too long');
  }
  const code = attributes['Ccy']?.value ?? '';
  return code.length === CURRENCY_LENGTH ? code : '';
}

/**
 * Reads a message as a stream: first its root, then its elements. Elements named in `opened` are not kept
 * as a whole: their children come one by one, such as the entries of a statement. Elements around the message
 * are left out, except for its application header. Refuses what is no XML, has a document type or entities of
 * its own, or is larger or deeper than a message can be.
 */
export async function* readMessage(
  source: AsyncIterable<Uint8Array>,
  opened: ReadonlySet<string> = NOTHING_OPENED,
): AsyncGenerator<MessagePart> {
  // One handler more puts the parser object into dictionary mode (V8): parsing is then three times slower.
  const parser = new SaxesParser({ xmlns: true, position: true });
  const ready: MessagePart[] = [];
  const inside: string[] = [];
  const open: XmlElement[] = [];
  let place = { line: 1, column: 0 };
  let namespace = '';
  let depth = 0;
  /** The depth of Document; 0 while there is none. */
  let root = 0;
  let isEnded = false;
  let elements = 0;
  let textSize = 0;
  let withoutTag = 0;
  const placeNow = (): Place => ({ line: parser.line, column: parser.column });
  const refuse = (why: string): never => {
    throw new XmlRejected(`Line ${parser.line}, column ${parser.column}: ${why}`);
  };
  parser.on('error', (error) => refuse(error.message.replace(/^\d+:\d+: /, '')));
  parser.on('doctype', () => refuse('a document type is not allowed'));

  /** Opens what stands outside of Document. True for the application header, which is kept. */
  function openOutside(local: string, uri: string): boolean {
    if (local === 'AppHdr' && uri.startsWith(HEADER_NAMESPACE)) {
      if (isEnded) refuse('the application header stands after its message');
      namespace = uri;
      return true;
    }
    if (local !== 'Document' || !uri.startsWith(ISO_NAMESPACE)) return false;
    if (isEnded) refuse('there is more than one message in the file');
    root = depth;
    namespace = uri;
    ready.push({ kind: 'ROOT', message: uri.slice(ISO_NAMESPACE.length), place: placeNow() });
    return false;
  }

  parser.on('opentag', ({ local, uri, attributes }) => {
    depth += 1;
    elements += 1;
    withoutTag = 0;
    if (depth > DEPTH_MAX) refuse('elements are nested too deep');
    if (elements > ELEMENTS_MAX) refuse('an item has too many elements');
    const currency = currencyOf(attributes, refuse);
    const outer = open.at(-1);
    if (root === 0 && !outer && !openOutside(local, uri)) return;
    if (root > 0 && depth - root < ITEM_DEPTH - 1) return;
    // What is of another namespace is never taken for a part of the message.
    const name = uri === namespace ? local : `${uri} ${local}`;
    if (!outer && opened.has(name)) {
      inside.push(name);
      return;
    }
    const element = { name, currency, text: '', children: [] };
    if (outer) outer.children.push(element);
    else place = placeNow();
    open.push(element);
  });
  const addText = (text: string) => {
    const element = open.at(-1);
    if (!element) return;
    element.text += text;
    textSize += text.length;
    if (element.text.length > TEXT_MAX || textSize > ITEM_TEXT_MAX) refuse('a text is too long');
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    depth -= 1;
    withoutTag = 0;
    if (depth < root) {
      root = 0;
      isEnded = true;
    }
    const closed = open.pop();
    if (closed) {
      closed.text = closed.text.trim();
      if (open.length > 0) return;
      ready.push(
        root === 0
          ? { kind: 'APPLICATION_HEADER', element: closed, place }
          : { kind: 'ELEMENT', element: closed, parent: inside.at(-1) ?? '', place },
      );
      elements = 0;
      textSize = 0;
    } else {
      const name = inside.pop();
      if (name !== undefined) ready.push({ kind: 'END', name, place: placeNow() });
    }
  });
  const decode = openDecoder(refuse);
  let bytes = 0;
  for await (const chunk of source)
    for (const piece of piecesOf(chunk)) {
      bytes += piece.length;
      if (bytes > BYTES_MAX) refuse('the file is too large');
      parser.write(decode(piece));
      withoutTag += piece.length;
      if (withoutTag > TEXT_WITHOUT_TAG_MAX) refuse('a text is too long');
      yield* ready.splice(0);
    }
  parser.write(decode());
  parser.close();
  if (!isEnded) refuse('this is no ISO 20022 message');
  yield* ready.splice(0);
}
