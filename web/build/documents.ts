import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import PdfDocument from 'pdfkit';

type Pdf = InstanceType<typeof PdfDocument>;

const INK = '#0f172a';
const MUTED = '#52617a';
const ACCENT = '#087f5b';
const DRAFT = 'Draft for legal review';
const MARGIN = 64;

function drawBlock(pdf: Pdf, block: Block): void {
  if (block.kind === 'title') {
    pdf.font('Helvetica-Bold').fontSize(22).fillColor(INK).text(block.text);
    pdf.moveDown(0.3).font('Helvetica-Bold').fontSize(11).fillColor(ACCENT).text(DRAFT);
  } else if (block.kind === 'section') {
    pdf.moveDown(0.9).font('Helvetica-Bold').fontSize(13).fillColor(INK).text(block.text);
  } else if (block.kind === 'point') {
    pdf.moveDown(0.3).font('Helvetica').fontSize(10.5).fillColor(INK);
    pdf.text(`•  ${block.text}`, { indent: 0, lineGap: 2.5 });
  } else {
    pdf.moveDown(0.5).font('Helvetica').fontSize(10.5).fillColor(INK);
    pdf.text(block.text, { lineGap: 2.5 });
  }
}

/** 'Page 1 of 3' and the draft mark, on every page. */
function drawFooters(pdf: Pdf, title: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page);
    // The footer is below the margin. Without this PDFKit would start a new page.
    pdf.page.margins.bottom = 0;
    pdf.font('Helvetica').fontSize(9).fillColor(MUTED);
    pdf.text(`${title} - ${DRAFT} - page ${page + 1} of ${count}`, MARGIN, pdf.page.height - 44, {
      lineBreak: false,
    });
  }
}

async function writeDocument(source: string, target: string): Promise<void> {
  const blocks = blocksOf(await readFile(source, 'utf8'));
  const title = blocks.find((block) => block.kind === 'title')?.text ?? path.basename(source);
  // The date of the file name, so that the build is reproducible.
  const date = new Date(`${/\d{4}-\d\d-\d\d/.exec(source)?.[0] ?? '2024-01-01'}T00:00:00Z`);
  const pdf = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: 'en-GB',
    displayTitle: true,
    info: { Title: title, Author: 'Tegeka', CreationDate: date, ModDate: date },
  });
  const file = createWriteStream(target);
  pdf.pipe(file);
  for (const block of blocks) drawBlock(pdf, block);
  drawFooters(pdf, title);
  pdf.end();
  await finished(file);
}

/** Creates a PDF of every text in a folder. */
export async function writeDocuments(texts: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  const names = (await readdir(texts)).filter((name) => name.endsWith('.md'));
  await Promise.all(
    names.map((name) =>
      writeDocument(path.join(texts, name), path.join(target, name.replace(/md$/, 'pdf'))),
    ),
  );
}

/** A block of a legal text. */
export interface Block {
  kind: 'title' | 'section' | 'point' | 'paragraph';
  text: string;
}

function blockOf(part: string): Block[] {
  const text = part.replaceAll(/\s*\n\s*/g, ' ').trim();
  if (part.startsWith('# ')) return [{ kind: 'title', text: text.slice(2) }];
  if (part.startsWith('## ')) return [{ kind: 'section', text: text.slice(3) }];
  if (!part.startsWith('- ')) return text ? [{ kind: 'paragraph', text }] : [];
  return part.split(/\n(?=- )/).map((point) => ({
    kind: 'point',
    text: point
      .slice(2)
      .replaceAll(/\s*\n\s*/g, ' ')
      .trim(),
  }));
}

/** Parses the Markdown subset of build/documents: a title, sections, paragraphs and list items. */
export function blocksOf(markdown: string): Block[] {
  return markdown.split(/\n{2,}/).flatMap((part) => blockOf(part.trim()));
}
