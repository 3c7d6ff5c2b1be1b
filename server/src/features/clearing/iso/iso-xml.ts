import { SaxesParser } from 'saxes';

/** An element of a message, without its namespace. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** Its own text, trimmed. */
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
/** Elements of one item. */
const ELEMENTS_MAX = 5000;

/** The root of a message, told before its items. */
export interface MessageRoot {
  /** `urn:iso:std:iso:20022:tech:xsd:pain.012.001.05` as `pain.012.001.05`. */
  message: string;
}

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:';

/**
 * Reads a message as a stream: first its root, then each element at a depth as a whole (Document is
 * 1), in their order. Memory holds one of them. Refuses what is no XML, has a document type or
 * entities of its own, or is larger or deeper than a message can be.
 */
export async function* readMessage(
  source: AsyncIterable<Uint8Array>,
  itemDepth = 3,
): AsyncGenerator<MessageRoot | XmlElement> {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const ready: (MessageRoot | XmlElement)[] = [];
  const open: XmlElement[] = [];
  let depth = 0;
  let elements = 0;
  const refuse = (why: string): never => {
    throw new XmlRefused(`Line ${parser.line}, column ${parser.column}: ${why}`);
  };
  parser.on('error', (error) => refuse(error.message.replace(/^\d+:\d+: /, '')));
  parser.on('doctype', () => refuse('a document type is not allowed'));
  parser.on('opentag', ({ local, uri, attributes }) => {
    depth += 1;
    elements += 1;
    if (depth > DEPTH_MAX) refuse('elements are nested too deep');
    if (elements > ELEMENTS_MAX) refuse('an item has too many elements');
    if (depth === 1) {
      if (local !== 'Document' || !uri.startsWith(NAMESPACE))
        refuse('this is no ISO 20022 message');
      ready.push({ message: uri.slice(NAMESPACE.length) });
    }
    if (depth < itemDepth) return;
    const own = Object.entries(attributes).map(([name, { value }]) => [name, value] as const);
    const element = {
      name: local,
      attributes: Object.fromEntries(own),
      text: '',
      children: [],
    };
    open.at(-1)?.children.push(element);
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
    const closed = open.pop();
    if (!closed) return;
    closed.text = closed.text.trim();
    if (open.length > 0) return;
    ready.push(closed);
    elements = 0;
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
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > BYTES_MAX) refuse('the file is too large');
    parser.write(decode(chunk));
    yield* ready.splice(0);
  }
  parser.write(decode());
  parser.close();
  yield* ready.splice(0);
}

/** The element at a path below another one, `OrgnlMndt/OrgnlMndtId`; undefined where there is none. */
function elementAt(element: XmlElement, path: string): XmlElement | undefined {
  return path
    .split('/')
    .reduce<XmlElement | undefined>(
      (found, name) => found?.children.find((child) => child.name === name),
      element,
    );
}

/** The text at a path; null where there is none. */
export function textAt(element: XmlElement, path: string): string | null {
  return elementAt(element, path)?.text || null;
}

/** As {@link textAt}, and refuses the file where it is missing. */
export function needText(element: XmlElement, path: string): string {
  const text = textAt(element, path);
  if (text === null) throw new XmlRefused(`${element.name} has no ${path}`);
  return text;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A part of a message that is XML already. */
export interface Xml {
  readonly xml: string;
}

function written(part: Xml | readonly Xml[] | string | null): string {
  if (part === null) return '';
  if (typeof part === 'string')
    // XML 1.0 has no control characters but these three.
    return part
      .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
      .replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
  return 'xml' in part ? part.xml : part.map(written).join('');
}

/** Template tag for XML: inserted texts are escaped, null inserts nothing, line breaks are left out. */
export function xml(
  texts: TemplateStringsArray,
  ...parts: (Xml | readonly Xml[] | string | null)[]
): Xml {
  const raw = texts.map((text) => text.replaceAll(/\n\s*/g, ''));
  return { xml: String.raw({ raw }, ...parts.map(written)) };
}

/** A whole message: its name gives the namespace. */
export function document(message: string, body: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${NAMESPACE}${message}">${body.xml}</Document>\n`;
}
