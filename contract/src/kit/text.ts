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

/**
 * One line of text, trimmed, without these invisible characters: control characters, line and
 * paragraph separators, and those that change the direction of the text.
 */
export function line(least: number, most: number) {
  const seen = /^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u;
  return z
    .string()
    .check(
      z.trim(),
      z.minLength(least),
      z.maxLength(most),
      z.regex(seen, 'Enter plain text on one line'),
    );
}

/** The body of a change that is made for a reason. */
export const reasonShape = z.object({ reason: line(3, 300) });

export const nameText = (most: number) => line(1, most);
