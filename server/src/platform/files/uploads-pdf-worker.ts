import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { PDFArray, PDFDict, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib';
import { objectsBelow, partsOfPdf, type PdfParts } from './uploads-pdf-parts.ts';

/** Results of the check of a PDF: only pages, unreadable, or with scripts or files in it. */
export type PdfResult = 'plain' | 'unreadable' | 'active';

/** Names of what runs, starts, sends, or holds another file, wherever they stand. */
const ACTIVE = [
  'AA',
  'EF',
  'EmbeddedFile',
  'EmbeddedFiles',
  'GoToE',
  'GoToR',
  'ImportData',
  'JS',
  'JavaScript',
  'Launch',
  'Rendition',
  'RichMedia',
  'SubmitForm',
  'XFA',
];

/** Actions that only show another page, or open a web address once somebody clicks on it. */
const SHOWING = ['GoTo', 'URI'];
/** Keys of actions. `A` is also a key of attributes, which have no `S`. */
const CLICKED = ['A', 'Next', 'PA'];

const S = PDFName.of('S');
const F = PDFName.of('F');
const TYPE = PDFName.of('Type');
const nameOf = (object: PDFObject | undefined) =>
  object instanceof PDFName ? object.decodeText() : null;

/** True if a value is an action, or has one in a list of them, that is none of these. */
function isOtherAction(value: PDFObject | undefined, allowed: readonly string[]): boolean {
  if (value instanceof PDFArray)
    return value.asArray().some((_, at) => isOtherAction(value.lookup(at), allowed));
  if (!(value instanceof PDFDict) || !value.has(S)) return false;
  return !allowed.includes(nameOf(value.lookup(S)) ?? '');
}

/** True if an object starts something, or shows bytes of another file. */
function isActive(object: PDFObject): boolean {
  if (object instanceof PDFStream) return object.dict.has(F);
  if (!(object instanceof PDFDict)) return false;
  const actions = CLICKED.map((key) => object.lookup(PDFName.of(key)));
  return (
    actions.some((action) => isOtherAction(action, SHOWING)) ||
    isOtherAction(object.lookup(PDFName.of('OpenAction')), ['GoTo']) ||
    (nameOf(object.lookup(TYPE)) === 'Action' && isOtherAction(object, SHOWING))
  );
}

/** True for a stream of objects whose type is not written in it: the parser takes it for other bytes. */
function isUnnamedStream(object: PDFObject): boolean {
  if (!(object instanceof PDFStream)) return false;
  const { dict } = object;
  return (
    dict.has(PDFName.of('First')) &&
    dict.has(PDFName.of('N')) &&
    nameOf(dict.get(TYPE)) !== 'ObjStm'
  );
}

const GAP = String.raw`(?:[\s\0]|%[^\r\n]*[\r\n])`;
const HEADER = new RegExp(String.raw`\d${GAP}+\d+${GAP}*$`);
/** Bytes before the word `obj` in which the numbers of its object have to stand. */
const HEADER_MAX = 200;

/** True if an object stands where the parser reads none, such as within a stream: a viewer may be led to it. */
function hidesObject(bytes: Buffer, { headers }: PdfParts): boolean {
  for (let at = bytes.indexOf('obj'); at >= 0; at = bytes.indexOf('obj', at + 3)) {
    if (headers.has(at + 3)) continue;
    const before = bytes.toString('latin1', Math.max(0, at - HEADER_MAX), at);
    if (HEADER.test(before)) return true;
  }
  return false;
}

async function resultOf(file: string): Promise<PdfResult> {
  try {
    const bytes = await readFile(file);
    const parts = await partsOfPdf(bytes);
    const objects = parts.objects.flatMap((object) => [...objectsBelow(object)]);
    if (ACTIVE.some((name) => parts.names.has(name)) || objects.some(isActive)) return 'active';
    const isReadable =
      !parts.isBroken && !objects.some(isUnnamedStream) && !hidesObject(bytes, parts);
    return isReadable ? 'plain' : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

parentPort?.postMessage(await resultOf(String(workerData)), []);
