import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FileAnswer } from '#platform/http/serve.ts';

/** A part of a document, below the one before. */
export type PdfBlock =
  | { kind: 'title' | 'heading' | 'text' | 'small'; text: string }
  | { kind: 'rows'; rows: readonly (readonly [label: string, value: string])[] }
  /** A line for handwriting, with its label below. */
  | { kind: 'line'; label: string };

/** A document that is made for one reader; nothing of it is stored. */
export interface PdfCommand {
  /** In the properties of the PDF, and in the footer with the page number. */
  title: string;
  fileName: string;
  blocks: readonly PdfBlock[];
  at: Date;
}

/** Writes a document as a PDF. PDFKit is large, and is loaded with the first document. */
export async function writePdf(command: PdfCommand): Promise<FileAnswer> {
  const { drawPdf } = await import('./pdf-writer.ts');
  const bytes = await buffer(drawPdf(command));
  const { fileName: name } = command;
  return { stream: Readable.from([bytes]), mediaType: 'application/pdf', name, size: bytes.length };
}
