import * as z from 'zod/mini';

export const PASSWORD_MAX = 128;

/** An email address as typed, trimmed and in lower case, up to 254 characters (RFC 5321). */
export const emailShape = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email());

/** Makes a shape optional: null, an empty text and a missing value become null. */
export function maybe<S extends z.ZodMiniType>(shape: S) {
  return z._default(
    z.nullable(
      z.union([
        z.pipe(
          z.literal(''),
          z.transform(() => null),
        ),
        shape,
      ]),
    ),
    null,
  );
}

const lineChecks = (least: number, most: number) =>
  [
    z.trim(),
    z.minLength(least),
    z.maxLength(most),
    z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u, 'Enter plain text on one line'),
  ] as const;

/**
 * One line of text, trimmed, without these invisible characters: control characters, line and
 * paragraph separators, and those that change the direction of the text.
 */
export function line(least: number, most: number) {
  return z.string().check(...lineChecks(least, most));
}

/** Text from an input with several lines: its line breaks become spaces, and the rest is as in {@link line}. */
export function joinedLines(least: number, most: number) {
  const join = z.overwrite<string>((text) => text.replaceAll(/\s*[\r\n\u2028\u2029]\s*/g, ' '));
  return z.string().check(join, ...lineChecks(least, most));
}

/** The body of a change that is made for a reason. */
export const reasonShape = z.object({ reason: joinedLines(3, 300) });

export const nameText = (most: number) => line(1, most);
