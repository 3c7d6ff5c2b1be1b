import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createDeflateRaw, crc32 } from 'node:zlib';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const KIND = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The namespace of a sheet and of its shared strings (ECMA-376). */
const SHEET_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** What is the same in every workbook of one sheet and shared texts, by its name in the archive. */
const WORKBOOK_PARTS = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${KIND}.sheet.main+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${KIND}.sharedStrings+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${KIND}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${SHEET_NAMESPACE}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
};

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Little-endian fields of 2 or 4 bytes. */
function numbers(...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  return Buffer.concat(
    fields.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes);
      field.writeUIntLE(value, 0, bytes);
      return field;
    }),
  );
}

/** A ZIP archive that is written part by part. */
class Archive {
  readonly #file: FileHandle;
  readonly #directory: Buffer[] = [];
  #end = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async pack(name: string, pieces: Iterable<string>): Promise<void> {
    const at = this.#end;
    this.#end += 30 + name.length;
    const start = this.#end;
    let [crc, size] = [0, 0];
    function* bytes(): Generator<Buffer> {
      for (const piece of pieces) {
        const part = Buffer.from(piece);
        crc = crc32(part, crc);
        size += part.length;
        yield part;
      }
    }
    await pipeline(bytes, createDeflateRaw(), async (packed: AsyncIterable<Buffer>) => {
      for await (const part of packed) await this.#put(part);
    });
    const facts = numbers(
      [2, 20],
      [2, 0],
      [2, 8],
      [4, 33],
      [4, crc],
      [4, this.#end - start],
      [4, size],
      [2, name.length],
      [2, 0],
    );
    // The local header has checksum and sizes, which are known only now.
    await this.#file.write(
      Buffer.concat([numbers([4, 0x04034b50]), facts, Buffer.from(name)]),
      0,
      null,
      at,
    );
    const rest = numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, at]);
    this.#directory.push(numbers([4, 0x02014b50], [2, 20]), facts, rest, Buffer.from(name));
  }

  async finish(): Promise<void> {
    const count = this.#directory.length / 4;
    const directory = Buffer.concat(this.#directory);
    const totals = numbers([2, count], [2, count], [4, directory.length], [4, this.#end], [2, 0]);
    await this.#put(Buffer.concat([directory, numbers([4, 0x06054b50], [2, 0], [2, 0]), totals]));
  }

  async #put(bytes: Buffer): Promise<void> {
    await this.#file.write(bytes, 0, bytes.length, this.#end);
    this.#end += bytes.length;
  }
}

type Cell = (at: string, text: string) => string;

function* sheet(table: Iterable<string[][]>, cell: Cell): Generator<string> {
  yield `${DECLARATION}<worksheet xmlns="${SHEET_NAMESPACE}"><sheetData>`;
  let row = 0;
  const rowOf = (texts: string[]) => {
    row += 1;
    const cells = texts.map((text, at) => (text === '' ? '' : cell(`${'ABCDEF'[at]}${row}`, text)));
    return `<row r="${row}" spans="1:6">${cells.join('')}</row>`;
  };
  for (const rows of table) yield rows.map((texts) => rowOf(texts)).join('');
  yield '</sheetData></worksheet>';
}

function* sharedStrings(texts: Iterable<string>, count: number): Generator<string> {
  yield `${DECLARATION}<sst xmlns="${SHEET_NAMESPACE}" count="${count}" uniqueCount="${count}">`;
  let piece = '';
  for (const text of texts) {
    piece += `<si><t>${text}</t></si>`;
    if (piece.length < 65_536) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}</sst>`;
}

/** Where a workbook has its texts: in shared strings, as Excel writes them, or inline in the cells. */
export type TextPlace = 'shared' | 'inline';

/** Writes a table of plain letters and digits to a workbook. */
export async function writeWorkbook(
  file: string,
  table: Iterable<string[][]>,
  place: TextPlace,
): Promise<void> {
  const texts = new Map<string, number>();
  const cell: Cell = (at, text) => {
    if (place === 'inline') return `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const number = texts.get(text) ?? texts.size;
    if (number === texts.size) texts.set(text, number);
    return `<c r="${at}" t="s"><v>${number}</v></c>`;
  };
  const handle = await open(file, 'w');
  try {
    const archive = new Archive(handle);
    for (const [name, xml] of Object.entries(WORKBOOK_PARTS))
      await archive.pack(name, [DECLARATION + xml]);
    await archive.pack('xl/worksheets/sheet1.xml', sheet(table, cell));
    await archive.pack('xl/sharedStrings.xml', sharedStrings(texts.keys(), texts.size));
    await archive.finish();
  } finally {
    await handle.close();
  }
}
