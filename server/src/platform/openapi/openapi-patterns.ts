/** The code points of Unicode properties, for tools whose regular expressions do not know `\p`. */
const CODE_POINTS: Readonly<Record<string, string>> = {
  Cc: String.raw`\u0000-\u001f\u007f-\u009f`,
  Zl: String.raw`\u2028`,
  Zp: String.raw`\u2029`,
  Bidi_Control: String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`,
};

/** What Python or Java reads otherwise or not at all: properties, named groups, lookbehind, long code points. */
const NOT_PORTABLE = /\\[pPkc]|\\u\{|\(\?(?:<|P)|--|&&|\[[^\]]*\[/;

/**
 * A pattern as JavaScript, Python and Java read it alike, with `\p{…}` in a class written as code points.
 * Undefined where there is none: then the document leaves the pattern out, and the server still checks it.
 */
export function portablePattern(pattern: string): string | undefined {
  const written = pattern.replaceAll(/\[(?:\\.|[^\]\\])*\]/g, (set) =>
    set.replaceAll(/\\p\{(\w+)\}/g, (property, name: string) => CODE_POINTS[name] ?? property),
  );
  return NOT_PORTABLE.test(written) ? undefined : written;
}
