import { TextDecoder } from 'node:util';

/** Encodings that are read, by their names in XML declarations, as {@link TextDecoder} calls them. */
const DECODERS = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['ascii', 'utf-8'],
  // Programs that write a text in memory declare UTF-16 and then store it as UTF-8.
  ['utf-16', 'utf-8'],
  ['iso-8859-1', 'iso-8859-1'],
  ['latin1', 'iso-8859-1'],
  ['iso-8859-15', 'iso-8859-15'],
  ['windows-1252', 'windows-1252'],
]);

/** What a file of an encoding with more than one byte for each letter begins with: its mark, or `<?` or `<D`. */
const BEGINNINGS: readonly [RegExp, string | null][] = [
  [/^(\0\0þÿ|ÿþ\0\0|\0\0\0<|<\0\0\0)/, null],
  [/^(þÿ|\0<\0[?A-Za-z])/, 'utf-16be'],
  [/^(ÿþ|<\0[?A-Za-z]\0)/, 'utf-16le'],
  [/^ï»¿/, 'utf-8'],
];

/** Enough for a byte order mark and an XML declaration. */
const BEGINNING = 200;

/** Returns the decoder for a file that begins with these bytes. Its mark counts more than its declaration. */
function decoderFor(beginning: Buffer, refuse: (why: string) => never): TextDecoder {
  const text = beginning.toString('latin1');
  const found = BEGINNINGS.find(([pattern]) => pattern.test(text));
  const [, declared = 'UTF-8'] =
    /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"']{0,40})["']/.exec(text) ?? [];
  const label = found ? found[1] : DECODERS.get(declared.toLowerCase());
  if (!label)
    return refuse(
      `the encoding ${found ? 'UTF-32' : declared} is not one that is read here: UTF-8, UTF-16, ISO-8859-1, ISO-8859-15, windows-1252`,
    );
  return new TextDecoder(label, { fatal: true });
}

/** Decodes the bytes of an XML file in the encoding that it is in. */
export function openDecoder(refuse: (why: string) => never): (bytes?: Uint8Array) => string {
  let beginning: Buffer | null = Buffer.alloc(0);
  let decoder: TextDecoder | null = null;

  /** Pass nothing at the end. */
  return (bytes) => {
    let next = bytes;
    if (beginning) {
      beginning = Buffer.concat(bytes ? [beginning, bytes] : [beginning]);
      if (bytes && beginning.length < BEGINNING) return '';
      next = beginning;
      beginning = null;
    }
    decoder ??= decoderFor(Buffer.from((next ?? Buffer.alloc(0)).subarray(0, BEGINNING)), refuse);
    try {
      return decoder.decode(next, { stream: bytes !== undefined });
    } catch {
      return refuse(`the text is not ${decoder.encoding.toUpperCase()}`);
    }
  };
}
