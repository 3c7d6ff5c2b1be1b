export interface XmlElement {
  /** The local name, with the namespace in front where that is not the one of the message. */
  name: string;
  /** The attribute `Ccy`, the only one with a meaning; empty where it is missing or no code. */
  currency: string;
  text: string;
  children: XmlElement[];
}

/** Why a file is refused as a whole, and where. */
export class XmlRejected extends Error {
  override readonly name = 'XmlRejected';
}

export const ISO_NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:';

/** Reads the items of one message. Returns null for an element that is no item. */
export interface ItemReader<Item> {
  /** An element, and the opened one that it stands in. */
  element(element: XmlElement, parent: string): Item | null;
  end(name: string): Item | null;
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
      throw new XmlRejected(`${element.name} has more than one ${path}`);
  return found;
}

/** The text at a path; null where there is none. Refuses the file where there are two. */
export function textAt(element: XmlElement, path: string): string | null {
  return onlyAt(element, path)?.text || null;
}

/** As {@link textAt}, and refuses the file where it is missing. */
export function needText(element: XmlElement, path: string): string {
  const text = textAt(element, path);
  if (text === null) throw new XmlRejected(`${element.name} has no ${path}`);
  return text;
}
