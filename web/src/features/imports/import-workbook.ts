const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** The parts of a workbook with one sheet that are the same whatever is in it. */
const FRAME = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${WORKBOOK}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${WORKBOOK}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${WORKBOOK}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Customers" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  // Style 1 is text (format 49), so that a spreadsheet keeps the 0 in front of a phone number.
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
} as const;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function cellXml(text: string, style: 1 | 2): string {
  const safe = text.replaceAll(/[&<>]/g, (sign) => ESCAPES[sign] ?? '');
  return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${safe}</t></is></c>`;
}

function sheetXml(rows: readonly (readonly string[])[]): string {
  const width = Math.max(...rows.map((cells) => cells.length));
  const xml = rows.map(
    (cells, at) => `<row>${cells.map((text) => cellXml(text, at === 0 ? 2 : 1)).join('')}</row>`,
  );
  return `<worksheet xmlns="${MAIN}"><cols><col min="1" max="${width}" width="26" style="1" customWidth="1"/></cols><sheetData>${xml.join('')}</sheetData></worksheet>`;
}

function crcOf(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** Numbers in the order of bytes that ZIP has; those of two bytes are told by name. */
function fields(...numbers: readonly (number | { short: number })[]): Uint8Array {
  const bytes = numbers.flatMap((one) => {
    const [value, size] = typeof one === 'number' ? [one, 4] : [one.short, 2];
    return Array.from({ length: size }, (_, at) => (value >>> (8 * at)) & 0xff);
  });
  return Uint8Array.from(bytes);
}

const short = (value: number) => ({ short: value });
/** The first day that ZIP knows: a template is the same whenever it is made. */
const DAY = (1 << 5) | 1;

/** A ZIP file of parts that are stored as they are: a template is too small to be worth packing. */
function zip(parts: Readonly<Record<string, string>>): Blob {
  const body: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  for (const [path, text] of Object.entries(parts)) {
    const [name, content] = [encode(path), encode(text)];
    const facts = [short(20), short(0), short(0), short(0), short(DAY), crcOf(content)] as const;
    const sizes = [content.length, content.length, short(name.length), short(0)] as const;
    const local = [new Uint8Array(fields(0x04034b50, ...facts, ...sizes)), name, content];
    const rest = [short(0), short(0), short(0), 0, at] as const;
    directory.push(
      new Uint8Array(fields(0x02014b50, short(20), ...facts, ...sizes, ...rest)),
      name,
    );
    body.push(...local);
    at += local.reduce((sum, bytes) => sum + bytes.length, 0);
  }
  const count = short(Object.keys(parts).length);
  const size = directory.reduce((sum, bytes) => sum + bytes.length, 0);
  const end = fields(0x06054b50, short(0), short(0), count, count, size, at, short(0));
  return new Blob([...body, ...directory, new Uint8Array(end)], { type: `${WORKBOOK}.sheet` });
}

const encode = (text: string) => new TextEncoder().encode(text);

/** A workbook with one sheet, its first row in bold, every cell text. */
export function workbookOf(rows: readonly (readonly string[])[]): Blob {
  const parts = { ...FRAME, 'xl/worksheets/sheet1.xml': sheetXml(rows) };
  return zip(Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, HEAD + xml])));
}
