import { fileURLToPath } from 'node:url';
import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import PdfDocument from 'pdfkit';

/** A table; its head is repeated on each page. */
export interface PdfTable {
  kind: 'table';
  /** The widths are shares of the page's; amounts are right-aligned. */
  columns: readonly { label: string; share: number; amounts?: boolean }[];
  cells: readonly (readonly string[])[];
}

/** A part of a document, below the one before. */
export type PdfBlock =
  | { kind: 'title' | 'heading' | 'text' | 'small'; text: string }
  /** The values of `amounts` are right-aligned. */
  | { kind: 'rows' | 'amounts'; rows: readonly (readonly [label: string, value: string])[] }
  | PdfTable
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

type Pdf = InstanceType<typeof PdfDocument>;

/** Points. */
const MARGIN = 56;
const LABEL_WIDTH = 140;
const AMOUNT_WIDTH = 120;
/** Room that a heading and the first lines below it need. */
const HEADING_ROOM = 54;
const STYLES = {
  title: { size: 18, lineGap: 3, after: 12, font: 'bold' },
  heading: { size: 12, lineGap: 4, after: 4, font: 'bold' },
  text: { size: 10, lineGap: 3.4, after: 8, font: 'plain' },
  small: { size: 8, lineGap: 1.7, after: 6, font: 'plain' },
} as const;
const INK = '#0f172a';
const MUTED = '#475569';

// DejaVu writes every letter of the languages of Uganda; the standard fonts of PDF lack some.
const PLAIN = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
const BOLD = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'));

/** Control characters but line breaks, and marks that turn the direction of a text: no font draws them. */
const HIDDEN = /(?!\n)[\p{Cc}\p{Cf}]/gu;
const visible = (text: string) => text.replaceAll(HIDDEN, ' ');

const widthOf = ({ page }: Pdf) => page.width - 2 * MARGIN;

function needRoom(pdf: Pdf, height: number): void {
  if (pdf.y + height > pdf.page.height - MARGIN) pdf.addPage();
}

function drawText(pdf: Pdf, kind: keyof typeof STYLES, text: string): void {
  const { font, size, lineGap, after } = STYLES[kind];
  if (kind === 'heading') needRoom(pdf, HEADING_ROOM);
  pdf.font(font).fontSize(size);
  pdf.fillColor(kind === 'small' ? MUTED : INK);
  pdf.text(visible(text), MARGIN, pdf.y, { width: widthOf(pdf), lineGap });
  pdf.y += after;
}

function drawRow(
  pdf: Pdf,
  kind: 'rows' | 'amounts',
  [label, value]: readonly [label: string, value: string],
): void {
  const { font, size, lineGap } = STYLES.text;
  const [left, right] = [visible(label), visible(value)];
  const labels = { width: LABEL_WIDTH - 12, lineGap };
  const values =
    kind === 'amounts'
      ? ({ width: AMOUNT_WIDTH, align: 'right', lineGap } as const)
      : { width: widthOf(pdf) - LABEL_WIDTH, lineGap };
  pdf.font(font).fontSize(size);
  const height = Math.max(pdf.heightOfString(left, labels), pdf.heightOfString(right, values));
  needRoom(pdf, height);
  const { page, y } = pdf;
  pdf.fillColor(MUTED).text(left, MARGIN, y, labels);
  pdf.fillColor(INK).text(right, MARGIN + LABEL_WIDTH, y, values);
  // A value that is longer than a page has continued on another one.
  if (pdf.page === page) pdf.y = y + height;
  pdf.y += 2;
}

function drawCells(
  pdf: Pdf,
  { columns }: PdfTable,
  { cells, font, onPage }: { cells: readonly string[]; font: 'plain' | 'bold'; onPage: () => void },
): void {
  const { size, lineGap } = STYLES.small;
  const style = () => pdf.font(font).fontSize(size).fillColor(INK);
  style();
  const total = columns.reduce((sum, { share }) => sum + share, 0);
  let left = MARGIN;
  const drawn = columns.map(({ share, amounts = false }, n) => {
    const whole = (widthOf(pdf) * share) / total;
    const at = left;
    left += whole;
    const align = amounts ? ('right' as const) : ('left' as const);
    return { text: visible(cells[n] ?? ''), at, box: { width: whole - 6, align, lineGap } };
  });
  const height = Math.max(...drawn.map(({ text, box }) => pdf.heightOfString(text, box)));
  if (pdf.y + height > pdf.page.height - MARGIN) {
    pdf.addPage();
    onPage();
    style();
  }
  const { y } = pdf;
  for (const { text, at, box } of drawn) pdf.text(text, at, y, box);
  pdf.y = y + height + 2;
}

function drawTable(pdf: Pdf, table: PdfTable): void {
  const head = () =>
    drawCells(pdf, table, {
      cells: table.columns.map(({ label }) => label),
      font: 'bold',
      onPage: () => {},
    });
  head();
  for (const cells of table.cells) drawCells(pdf, table, { cells, font: 'plain', onPage: head });
  pdf.y += STYLES.text.after;
}

function drawLine(pdf: Pdf, label: string): void {
  needRoom(pdf, 48);
  const y = pdf.y + 30;
  pdf.moveTo(MARGIN, y).lineTo(MARGIN + widthOf(pdf), y);
  pdf.stroke(MUTED);
  pdf.y = y + 4;
  drawText(pdf, 'small', label);
}

function drawBlock(pdf: Pdf, block: PdfBlock): void {
  if ('rows' in block) {
    for (const row of block.rows) drawRow(pdf, block.kind, row);
    pdf.y += STYLES.text.after;
  } else if (block.kind === 'table') drawTable(pdf, block);
  else if (block.kind === 'line') drawLine(pdf, block.label);
  else drawText(pdf, block.kind, block.text);
}

function numberPages(pdf: Pdf, footer: string): void {
  const { count } = pdf.bufferedPageRange();
  for (let n = 0; n < count; n += 1) {
    pdf.switchToPage(n);
    // The footer is below the margin. Without this PDFKit would start a new page.
    pdf.page.margins.bottom = 0;
    pdf.font('plain').fontSize(STYLES.small.size).fillColor(MUTED);
    const text = `${footer}, page ${n + 1} of ${count}`;
    pdf.text(text, MARGIN, pdf.page.height - 40, { lineBreak: false });
  }
}

/** Draws a document. Returns a readable stream of its bytes. */
export function drawPdf({ title, blocks, at }: PdfCommand): Pdf {
  const pdf = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Producer: PRODUCT_NAME, CreationDate: at, ModDate: at },
  });
  pdf.registerFont('plain', PLAIN).registerFont('bold', BOLD);
  for (const block of blocks) drawBlock(pdf, block);
  numberPages(pdf, title);
  pdf.end();
  return pdf;
}
