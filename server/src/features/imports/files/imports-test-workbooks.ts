import { crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive; `announced` is the size it claims to unpack to, if not its own. */
export interface PackedFile {
  name: string;
  content: Buffer;
  announced?: number;
  encrypted?: boolean;
}

const u16 = (value: number) => Buffer.from(Uint16Array.of(value).buffer);
const u32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer);

export function zipOf(files: readonly PackedFile[]): Uint8Array<ArrayBuffer> {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, announced = content.length, encrypted = false } of files) {
    const packed = deflateRawSync(content);
    const flags = u16(encrypted ? 1 : 0);
    const facts = Buffer.concat([
      u16(20),
      flags,
      u16(8),
      u32(0),
      u32(crc32(content)),
      u32(packed.length),
      u32(announced),
      u16(name.length),
      u16(0),
    ]);
    const local = Buffer.concat([u32(0x04034b50), facts, Buffer.from(name), packed]);
    const rest = [u16(0), u16(0), u16(0), u32(0), u32(offset), Buffer.from(name)];
    directory.push(Buffer.concat([u32(0x02014b50), u16(20), facts, ...rest]));
    bodies.push(local);
    offset += local.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = u16(files.length);
  const end = [u32(0x06054b50), u16(0), u16(0), count, count, u32(size), u32(offset), u16(0)];
  return new Uint8Array(Buffer.concat([...bodies, ...directory, ...end]));
}

const TYPES = `<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`;
const mainOf = (date1904: boolean) => `<workbook xmlns:r="r">
<workbookPr${date1904 ? ' date1904="1"' : ''}/><sheets><sheet name="Customers" sheetId="1" r:id="rId7"/>
<sheet name="Notes" sheetId="2" r:id="rId8"/></sheets></workbook>`;
const RELATIONS = `<Relationships><Relationship Id="rId8" Target="worksheets/sheet1.xml"/>
<Relationship Id="rId7" Target="worksheets/sheet9.xml"/></Relationships>`;
const STYLES = ['dd\\/mm\\/yyyy', '0 "days"'];
/** Styles of cells: 0 General, 1 a built-in date, 2 and 3 those above, from 4 on those of the workbook. */
function stylesOf(formats: readonly string[]): string {
  const codes = [...STYLES, ...formats].map((code) => code.replaceAll('"', '&quot;'));
  const custom = codes.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`);
  const cells = codes.map((_, at) => `<xf numFmtId="${164 + at}"/>`);
  return `<styleSheet><numFmts>${custom.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/>${cells.join('')}</cellXfs></styleSheet>`;
}

/** What a workbook of a test holds, as XML of its parts; the second sheet must not be read. */
export interface TestWorkbook {
  /** The rows of the first sheet. */
  rows: string;
  /** The items of the shared texts. */
  strings?: readonly string[];
  more?: readonly PackedFile[];
  /** Formats of numbers, for the styles from 4 on. */
  formats?: readonly string[];
  /** Its dates count from 1904, as those of old Macs do. */
  date1904?: boolean;
}

/** A workbook of two sheets, as spreadsheet programs write it. */
export function workbookOf({
  rows,
  strings = [],
  more = [],
  formats = [],
  date1904 = false,
}: TestWorkbook) {
  const sheet = `<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`;
  const other =
    '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>';
  const texts = `<sst>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`;
  const parts = {
    '[Content_Types].xml': TYPES,
    'xl/workbook.xml': mainOf(date1904),
    'xl/_rels/workbook.xml.rels': RELATIONS,
    'xl/styles.xml': stylesOf(formats),
    'xl/worksheets/sheet1.xml': other,
    'xl/worksheets/sheet9.xml': sheet,
    ...(strings.length > 0 && { 'xl/sharedStrings.xml': texts }),
  };
  const files = Object.entries(parts).map(([name, xml]) => ({ name, content: Buffer.from(xml) }));
  return zipOf([...files, ...more]);
}

/** A cell with an inline text. */
export const inline = (at: string, text: string) =>
  `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;

/** A row of cells with inline texts, from column A on. */
export const inlineRow = (number: number, texts: readonly string[]) =>
  `<row r="${number}">${texts.map((text, at) => inline(`${'ABCDEFGH'[at]}${number}`, text)).join('')}</row>`;
