import { readFile } from 'node:fs/promises';
import * as fontkit from '@cantoo/fontkit';
import { PDFDocument, type PDFFont, type PDFPage, rgb } from '@cantoo/pdf-lib';
import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import type { PdfBlock, PdfCommand } from './pdf-document.ts';

/** A4, in points. */
const PAGE = { width: 595.28, height: 841.89, margin: 56 };
const LABEL_WIDTH = 140;
const STYLES = {
  title: { size: 18, lead: 24, after: 12, bold: true },
  heading: { size: 12, lead: 18, after: 4, bold: true },
  text: { size: 10, lead: 15, after: 8, bold: false },
  small: { size: 8, lead: 11, after: 6, bold: false },
} as const;
const INK = rgb(0.06, 0.09, 0.16);
const QUIET = rgb(0.28, 0.33, 0.41);

// DejaVu writes every letter of the languages of Uganda; the standard fonts of PDF lack some.
const PLAIN = import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
const BOLD = import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf');
const fontOf = (address: string) => readFile(new URL(address));
let fonts: Promise<[plain: Buffer, bold: Buffer]> | null = null;

/** What no font draws as a letter: control characters, and marks that turn the direction of a text. */
const HIDDEN = /[\p{Cc}\p{Cf}]/gu;

function wrapped(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  const fits = (part: string) => font.widthOfTextAtSize(part, size) <= width;
  for (const word of text.replaceAll(HIDDEN, ' ').split(' ').filter(Boolean)) {
    let rest = word;
    if (line !== '' && fits(`${line} ${rest}`)) {
      line = `${line} ${rest}`;
      continue;
    }
    if (line !== '') lines.push(line);
    // A word that is wider than the page, such as a hash, is cut into parts that surely fit.
    if (!fits(rest)) {
      const part = Math.floor(width / font.widthOfTextAtSize('W', size));
      const parts = rest.match(new RegExp(`.{1,${part}}`, 'gu')) ?? [];
      lines.push(...parts.slice(0, -1));
      rest = parts.at(-1) ?? '';
    }
    line = rest;
  }
  return [...lines, line];
}

/** Writes blocks one below the other, on as many pages as they need. */
class PdfWriter {
  readonly #document: PDFDocument;
  readonly #plain: PDFFont;
  readonly #bold: PDFFont;
  #page: PDFPage;
  #y: number;

  constructor(document: PDFDocument, plain: PDFFont, bold: PDFFont) {
    this.#document = document;
    this.#plain = plain;
    this.#bold = bold;
    this.#page = document.addPage([PAGE.width, PAGE.height]);
    this.#y = PAGE.height - PAGE.margin;
  }

  /** Makes room for so much; on a new page where this one is full. */
  #need(height: number): void {
    if (this.#y - height >= PAGE.margin) return;
    this.#page = this.#document.addPage([PAGE.width, PAGE.height]);
    this.#y = PAGE.height - PAGE.margin;
  }

  #draw(text: string, x: number, { size, bold }: { size: number; bold: boolean }, quiet = false) {
    const font = bold ? this.#bold : this.#plain;
    this.#page.drawText(text, { x, y: this.#y - size, size, font, color: quiet ? QUIET : INK });
  }

  #text(kind: keyof typeof STYLES, text: string): void {
    const style = STYLES[kind];
    const font = style.bold ? this.#bold : this.#plain;
    const lines = text
      .split('\n')
      .flatMap((part) => wrapped(part, font, style.size, PAGE.width - 2 * PAGE.margin));
    if (kind === 'heading') this.#need(style.lead * 3);
    for (const line of lines) {
      this.#need(style.lead);
      this.#draw(line, PAGE.margin, style, kind === 'small');
      this.#y -= style.lead;
    }
    this.#y -= style.after;
  }

  #row(label: string, value: string): void {
    const { text } = STYLES;
    const width = PAGE.width - 2 * PAGE.margin - LABEL_WIDTH;
    const names = wrapped(label, this.#plain, text.size, LABEL_WIDTH - 12);
    const values = value
      .split('\n')
      .flatMap((part) => wrapped(part, this.#plain, text.size, width));
    for (let n = 0; n < Math.max(names.length, values.length); n += 1) {
      this.#need(text.lead);
      this.#draw(names[n] ?? '', PAGE.margin, text, true);
      this.#draw(values[n] ?? '', PAGE.margin + LABEL_WIDTH, text);
      this.#y -= text.lead;
    }
    this.#y -= 2;
  }

  #line(label: string): void {
    this.#need(48);
    this.#y -= 30;
    const end = { x: PAGE.width - PAGE.margin, y: this.#y };
    this.#page.drawLine({ start: { x: PAGE.margin, y: this.#y }, end, color: QUIET });
    this.#y -= 4;
    this.#draw(label, PAGE.margin, STYLES.small, true);
    this.#y -= 14;
  }

  write(block: PdfBlock): void {
    if (block.kind === 'rows') {
      for (const [label, value] of block.rows) this.#row(label, value);
      this.#y -= STYLES.text.after;
    } else if (block.kind === 'line') this.#line(block.label);
    else this.#text(block.kind, block.text);
  }

  /** Numbers the pages, below each. */
  number(footer: string): void {
    const pages = this.#document.getPages();
    pages.forEach((page, n) => {
      const text = `${footer}, page ${n + 1} of ${pages.length}`;
      const { size } = STYLES.small;
      page.drawText(text, { x: PAGE.margin, y: 32, size, font: this.#plain, color: QUIET });
    });
  }
}

/** Writes a document as a PDF with fonts of its own. */
export async function pdfBytes({ title, blocks, at }: PdfCommand): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.registerFontkit(fontkit);
  fonts ??= Promise.all([fontOf(PLAIN), fontOf(BOLD)]);
  const [plain, bold] = await fonts;
  const writer = new PdfWriter(
    document,
    await document.embedFont(plain, { subset: true }),
    await document.embedFont(bold, { subset: true }),
  );
  for (const block of blocks) writer.write(block);
  writer.number(title);
  document.setTitle(title, { showInWindowTitleBar: true });
  document.setLanguage('en');
  document.setProducer(PRODUCT_NAME);
  document.setCreationDate(at);
  document.setModificationDate(at);
  return Buffer.from(await document.save());
}
