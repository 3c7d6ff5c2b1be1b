import { SaxesParser } from 'saxes';

export interface XmlElement {
  /** The local name, with the namespace in front where that is not the one of the message. */
  name: string;
  attributes: Readonly<Record<string, { value: string }>>;
  text: string;
  children: XmlElement[];
}

/** Why a file is refused as a whole, and where. */
export class XmlRefused extends Error {
  override readonly name = 'XmlRefused';
}

/** A file of 100,000 items has less than this. */
const BYTES_MAX = 400 * 1024 * 1024;
/** No message of ISO 20022 is nested so deep. */
const DEPTH_MAX = 40;
const TEXT_MAX = 10_000;
const ELEMENTS_MAX = 5000;
const PIECE = 64 * 1024;
/** Bytes without a tag: a text, a comment or an attribute without an end. */
const TEXT_WITHOUT_TAG_MAX = 8 * PIECE;
/** Document is 1, the message 2, what it consists of 3. */
const ITEM_DEPTH = 3;

interface Place {
  line: number;
  column: number;
}

/** What a message consists of, in its order. */
export type MessagePart = { place: Place } & (
  | { kind: 'ROOT'; /** `pain.012.001.05`, as its namespace ends. */ message: string }
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
    if (!(error instanceof XmlRefused)) throw error;
    throw new XmlRefused(`Line ${place.line}, column ${place.column}: ${error.message}`);
  }
}

/** Reads the items of one message. Returns null for an element that is no item. */
export interface ItemReader<Item> {
  /** An element, and the opened one that it stands in. */
  element(element: XmlElement, parent: string): Item | null;
  end(name: string): Item | null;
}

export const ISO_NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:';
const NOTHING_OPENED: ReadonlySet<string> = new Set();

function* piecesOf(chunk: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < chunk.length; from += PIECE) yield chunk.subarray(from, from + PIECE);
}

/**
 * Reads a message as a stream: first its root, then its elements. Elements named in `opened` are not kept
 * as a whole: their children come one by one, such as the entries of a statement. Refuses what is no XML, has
 * a document type or entities of its own, or is larger or deeper than a message can be.
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
  let elements = 0;
  let withoutTag = 0;
  const placeNow = (): Place => ({ line: parser.line, column: parser.column });
  const refuse = (why: string): never => {
    throw new XmlRefused(`Line ${parser.line}, column ${parser.column}: ${why}`);
  };
  parser.on('error', (error) => refuse(error.message.replace(/^\d+:\d+: /, '')));
  parser.on('doctype', () => refuse('a document type is not allowed'));
  parser.on('opentag', ({ local, uri, attributes }) => {
    // What is of another namespace is never taken for a part of the message.
    const name = depth === 0 || uri === namespace ? local : `${uri} ${local}`;
    depth += 1;
    elements += 1;
    withoutTag = 0;
    if (depth > DEPTH_MAX) refuse('elements are nested too deep');
    if (elements > ELEMENTS_MAX) refuse('an item has too many elements');
    if (depth === 1) {
      if (local !== 'Document' || !uri.startsWith(ISO_NAMESPACE))
        refuse('this is no ISO 20022 message');
      namespace = uri;
      ready.push({ kind: 'ROOT', message: uri.slice(ISO_NAMESPACE.length), place: placeNow() });
    }
    if (depth < ITEM_DEPTH) return;
    const outer = open.at(-1);
    if (!outer && opened.has(name)) {
      inside.push(name);
      return;
    }
    const element = { name, attributes, text: '', children: [] };
    if (outer) outer.children.push(element);
    else place = placeNow();
    open.push(element);
  });
  const addText = (text: string) => {
    const element = open.at(-1);
    if (!element) return;
    element.text += text;
    if (element.text.length > TEXT_MAX) refuse('a text is too long');
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    depth -= 1;
    withoutTag = 0;
    const closed = open.pop();
    if (closed) {
      closed.text = closed.text.trim();
      if (open.length > 0) return;
      ready.push({ kind: 'ELEMENT', element: closed, parent: inside.at(-1) ?? '', place });
      elements = 0;
    } else {
      const name = inside.pop();
      if (name !== undefined) ready.push({ kind: 'END', name, place: placeNow() });
    }
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      return refuse('the text is not UTF-8');
    }
  };
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
  yield* ready.splice(0);
}

const steps = new Map<string, readonly string[]>();

/** The names of a path, cached. The cache stays small: all paths are literals in the code. */
function stepsOf(path: string): readonly string[] {
  const known = steps.get(path);
  if (known) return known;
  const names = path.split('/');
  steps.set(path, names);
  return names;
}

// Plain loops: these are the most frequent calls of all.
function childOf({ children }: XmlElement, name: string): XmlElement | undefined {
  for (const child of children) if (child.name === name) return child;
  return undefined;
}

/** The element at a path below another one, `OrgnlMndt/OrgnlMndtId`; undefined where there is none. */
export function elementAt(element: XmlElement, path: string): XmlElement | undefined {
  let found: XmlElement | undefined = element;
  for (const name of stepsOf(path)) {
    found = childOf(found, name);
    if (!found) return undefined;
  }
  return found;
}

/** As {@link elementAt}, and refuses the file where there are two: which one counts is not guessed. */
export function onlyAt(element: XmlElement, path: string): XmlElement | undefined {
  let [outer, found]: [XmlElement, XmlElement | undefined] = [element, element];
  for (const name of stepsOf(path)) {
    outer = found;
    found = childOf(outer, name);
    if (!found) return undefined;
  }
  for (const child of outer.children)
    if (child !== found && child.name === found.name)
      throw new XmlRefused(`${element.name} has more than one ${path}`);
  return found;
}

/** The text at a path; null where there is none. Refuses the file where there are two. */
export function textAt(element: XmlElement, path: string): string | null {
  return onlyAt(element, path)?.text || null;
}

/** As {@link textAt}, and refuses the file where it is missing. */
export function needText(element: XmlElement, path: string): string {
  const text = textAt(element, path);
  if (text === null) throw new XmlRefused(`${element.name} has no ${path}`);
  return text;
}
