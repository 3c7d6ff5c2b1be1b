import * as z from 'zod/mini';
import { described } from './described.ts';

export const PASSWORD_MAX = 128;

/**
 * A text without its invisible marks, with plain blanks, trimmed. Contacts, chats and web pages bring marks
 * along that nobody sees: zero-width spaces and joiners, marks of direction, soft hyphens, byte order marks
 * (Unicode: Default_Ignorable_Code_Point). They would make two equal references differ. Joiners are removed
 * from names too: see docs/decisions/0036-files-are-read-as-people-see-them.md.
 */
export function plainText(text: string): string {
  // Nearly all texts are ASCII, and this test is much cheaper.
  if (/^[\x20-\x7e]*$/.test(text)) return text.trim();
  const visible = text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return visible.replaceAll(/\p{Zs}/gu, ' ').trim();
}

/** The first check of every text that people type: reads it as {@link plainText}. */
export const typed = () => z.overwrite(plainText);

/** An email address as typed, in lower case, up to 254 characters (RFC 5321). */
export const emailShape = described(
  'An email address.',
  z.string().check(typed(), z.toLowerCase(), z.maxLength(254), z.email()),
);

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

const lineChecks = (least: number, max: number) =>
  [
    typed(),
    z.minLength(least),
    z.maxLength(max),
    z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Enter plain text on one line'),
  ] as const;

/** One line of text as {@link plainText}. Control characters and line or paragraph separators are refused. */
export function line(least: number, max: number) {
  return z.string().check(...lineChecks(least, max));
}

/** Text from an input with several lines: its line breaks become spaces, and the rest is as in {@link line}. */
export function joinedLines(least: number, max: number) {
  const join = z.overwrite<string>((text) => text.replaceAll(/\s*[\r\n\u2028\u2029]\s*/g, ' '));
  return z.string().check(join, ...lineChecks(least, max));
}

/** The body of a change that is made for a reason. */
export const reasonShape = z.object({
  reason: described('Why; it is kept in the history.', joinedLines(3, 300)),
});

export const nameText = (max: number) => line(1, max);
