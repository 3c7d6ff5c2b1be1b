import { readFileSync } from 'node:fs';
import { PASSWORD_MAX } from '@tegeka/contract/kit/text.ts';

/** Minimum length of a password. */
const PASSWORD_MIN = 10;

/** Minimum length of what remains of a password after the owner's own words are removed. */
const OWN_PART = 8;

const COMMON = new Set(
  readFileSync(new URL('passwords-common.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);

/** Rows of the keyboard, the alphabet and the digits, each also reversed. */
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const RUNS = ROWS.flatMap((row) => [row, row.split('').toReversed().join('')]);

/** Publicly known data of the password's owner. A password must not consist of it. */
export interface PasswordOwner {
  email: string;
  firstName: string;
  lastName: string;
  businessName: string;
}

function isCommon(lower: string): boolean {
  const core = lower.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return COMMON.has(lower) || COMMON.has(core);
}

/** True for one short text repeated (aaaaaaaaaa, abcabcabcabc) and for runs (1234567890). */
function isPattern(lower: string): boolean {
  if (/^(.{1,4}?)\1+.{0,3}$/u.test(lower)) return true;
  const doubled = RUNS.map((run) => run + run);
  return doubled.some((run) => run.includes(lower));
}

function wordsOf(owner: PasswordOwner): string[] {
  const [local = ''] = owner.email.split('@');
  const whole = [owner.email, local, owner.businessName, owner.firstName, owner.lastName];
  const parts = whole.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  const joined = whole.map((text) => text.replaceAll(/[^\p{L}\p{N}]+/gu, ''));
  return [...whole, ...joined, ...parts]
    .map((text) => text.toLowerCase())
    .filter((text) => text.length >= 3)
    .toSorted((one, other) => other.length - one.length);
}

function isOwn(lower: string, owner: PasswordOwner): boolean {
  const left = wordsOf(owner).reduce((text, word) => text.replaceAll(word, ''), lower);
  return left !== lower && left.length < OWN_PART;
}

/**
 * Why a password is refused, as a sentence for the person who typed it. Null if it is accepted.
 * All characters are allowed, 10 to 128 of them.
 */
export function passwordError(password: string, owner: PasswordOwner): string | null {
  const lower = password.normalize('NFC').toLowerCase();
  const { length } = Array.from(lower);
  if (length < PASSWORD_MIN) return `Use at least ${PASSWORD_MIN} characters.`;
  if (length > PASSWORD_MAX) return `Use at most ${PASSWORD_MAX} characters.`;
  if (isCommon(lower)) return 'This is one of the most common passwords. Please choose another.';
  if (isPattern(lower)) return 'This is easy to guess. Please choose something less regular.';
  if (isOwn(lower, owner)) return 'Do not use your email, your name or the name of your business.';
  return null;
}
