import { ISO_NAMESPACE } from './iso-xml.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

// XML 1.0 allows no control characters but tab, line feed and carriage return; parsers turn the last into a
// line feed.
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const PLAIN = /^[\w .,:;/+()'-]*$/;

/** A part of a message that is XML already. */
export interface Xml {
  readonly xml: string;
}

const escaped = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text.replaceAll(FORBIDDEN, '').replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

function written(part: Xml | readonly Xml[] | string | null | undefined): string {
  if (typeof part === 'string') return escaped(part);
  if (part === null || part === undefined) return '';
  return 'xml' in part ? part.xml : part.map(written).join('');
}

const templates = new WeakMap<TemplateStringsArray, readonly string[]>();

/** The texts of a template without the line breaks of the code. */
function textsOf(texts: TemplateStringsArray): readonly string[] {
  const known = templates.get(texts);
  if (known) return known;
  const found = texts.map((text) => text.replaceAll(/\n\s*/g, ''));
  templates.set(texts, found);
  return found;
}

/** Template tag for XML: inserted texts are escaped, null inserts nothing, line breaks are left out. */
export function xml(
  template: TemplateStringsArray,
  ...parts: (Xml | readonly Xml[] | string | null)[]
): Xml {
  const texts = textsOf(template);
  let text = texts[0] ?? '';
  for (let n = 0; n < parts.length; n += 1) text += written(parts[n]) + (texts[n + 1] ?? '');
  return { xml: text };
}

/** A whole message: its name gives the namespace. */
export const document = (message: string, body: Xml): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${ISO_NAMESPACE}${message}">${body.xml}</Document>\n`;
