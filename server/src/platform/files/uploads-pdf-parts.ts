import {
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFObjectParser,
  PDFParser,
  PDFRawStream,
  type PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';

/** What stands in a PDF, as the parser came upon it. */
export interface PdfParts {
  /**
   * Every object, also one that another of the same number replaces: a viewer may take either. Those in object
   * streams are among them.
   */
  objects: PDFObject[];
  /** Every name, with its escapes (`#4A`) decoded; also that of a key that stands twice in a dictionary. */
  names: Set<string>;
  /** Where the objects' headers, such as `7 0 obj`, end. */
  headers: Set<number>;
  /** True where an object can not be read. */
  isBroken: boolean;
}

/** What the parser keeps to itself, as of version 2.11 of pdf-lib. */
interface Inside {
  bytes: { offset(): number; moveTo(offset: number): void };
  parseDocument: (this: Inside) => Promise<PDFContext>;
  parseIndirectObjectHeader: (this: Inside) => PDFRef;
  parseObject: (this: Inside) => PDFObject;
  parseName: (this: Inside) => PDFName;
  tryToParseInvalidIndirectObject: (this: Inside) => void;
}
interface InsideContext {
  assign: (this: InsideContext, ref: PDFRef, object: PDFObject) => void;
}

const XREF = PDFName.of('XRef');
const TYPE = PDFName.of('Type');

/** Parses an object that failed without decryption: a cross-reference stream is never encrypted. */
function isReference(parser: Inside): boolean {
  const start = parser.bytes.offset();
  try {
    parser.parseIndirectObjectHeader();
    const object = parser.parseObject();
    return object instanceof PDFRawStream && object.dict.get(TYPE) === XREF;
  } catch {
    return false;
  } finally {
    parser.bytes.moveTo(start);
  }
}

const noParts = (): PdfParts => ({
  objects: [],
  names: new Set(),
  headers: new Set(),
  isBroken: false,
});
let parts = noParts();

/**
 * Makes the parser tell what it comes upon: it keeps only the last object of a number, and skips what it can not
 * read. For the thread that checks one file, as it changes the parser for good. The parser's methods are not
 * public, hence the casts.
 */
function watchParser(): void {
  const reader = PDFObjectParser.prototype as unknown as Inside;
  const parser = PDFParser.prototype as unknown as Inside;
  const { parseName } = reader;
  const { parseDocument, parseIndirectObjectHeader, tryToParseInvalidIndirectObject } = parser;
  const context = PDFContext.prototype as unknown as InsideContext;
  const { assign } = context;
  parser.parseDocument = function () {
    // An encrypted file is parsed a second time, to be decrypted: only that time counts.
    parts = noParts();
    return parseDocument.call(this);
  };
  reader.parseName = function () {
    const name = parseName.call(this);
    parts.names.add(name.decodeText());
    return name;
  };
  parser.parseIndirectObjectHeader = function () {
    const ref = parseIndirectObjectHeader.call(this);
    parts.headers.add(this.bytes.offset());
    return ref;
  };
  parser.tryToParseInvalidIndirectObject = function () {
    parts.isBroken ||= !isReference(this);
    tryToParseInvalidIndirectObject.call(this);
  };
  context.assign = function (ref, object) {
    parts.objects.push(object);
    assign.call(this, ref, object);
  };
}

watchParser();

/** Throws where the file is no PDF, or has a password. */
export async function partsOfPdf(bytes: Uint8Array): Promise<PdfParts> {
  // Many official documents are encrypted with an empty password.
  const options = { password: '', updateMetadata: false, preserveXFA: true };
  await PDFDocument.load(bytes, options);
  return parts;
}

/** The objects below an object, itself included. Throws where they are nested too deeply to be read by viewers. */
export function* objectsBelow(object: PDFObject, depth = 0): Generator<PDFObject> {
  if (depth > 100) throw new Error('Nested too deeply');
  yield object;
  if (object instanceof PDFStream) yield* objectsBelow(object.dict, depth);
  const inner =
    object instanceof PDFArray
      ? object.asArray()
      : object instanceof PDFDict
        ? object.values()
        : [];
  for (const one of inner) yield* objectsBelow(one, depth + 1);
}
