import { readFile } from 'node:fs/promises';
import { workerData } from 'node:worker_threads';
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFStream,
} from '@cantoo/pdf-lib';
import { type PdfVerdict, VERDICTS } from './uploads-pdf.ts';

/** Keys of scripts and embedded files, and the actions and annotations that start or hold them. */
const ACTIVE = new Set([
  'JS',
  'JavaScript',
  'EF',
  'EmbeddedFile',
  'EmbeddedFiles',
  'Launch',
  'RichMedia',
  'XFA',
]);

/** True if an object has such a key or value, at any depth. Indirect objects are checked separately. */
function isActive(object: PDFObject | undefined): boolean {
  if (object instanceof PDFName) return ACTIVE.has(object.decodeText());
  if (object instanceof PDFArray) return object.asArray().some(isActive);
  const dict = object instanceof PDFStream ? object.dict : object;
  return dict instanceof PDFDict && dict.entries().flat().some(isActive);
}

async function verdictOf(file: string): Promise<PdfVerdict> {
  try {
    // Many official documents are encrypted with an empty password.
    const options = { password: '', updateMetadata: false, preserveXFA: true };
    const { context } = await PDFDocument.load(await readFile(file), options);
    const objects = context.enumerateIndirectObjects().map(([, object]) => object);
    return objects.some(isActive) ? 'active' : 'plain';
  } catch {
    return 'unreadable';
  }
}

process.exit(VERDICTS.indexOf(await verdictOf(String(workerData))));
