import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { PASSWORD_MAX } from '@tegeka/contract/kit/text.ts';
import { refuse, refuseField } from '#platform/http/refusal.ts';

const derive = promisify(argon2);

/** OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Maximum of hashings under way or waiting for one of Node's four threads. */
const MAX_QUEUED = 64;
let queued = 0;

/** Hashes a password. Refuses TOO_MANY_REQUESTS while too many others wait. */
async function hash(password: string, nonce: Buffer, cost: typeof COST, tagLength: number) {
  if (queued >= MAX_QUEUED) throw refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: 5 });
  queued += 1;
  try {
    // The same character can be typed as different code points (é). NFC normalizes them.
    const message = password.normalize('NFC');
    return await derive('argon2id', { message, nonce, tagLength, ...cost });
  } finally {
    queued -= 1;
  }
}

const code = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

function phcText(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${code(salt)}$${code(tag)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/** A dummy hash for emails without an account, so that the check takes the same time. */
const DUMMY_HASH = phcText(Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES));

/** Hashes a password. Returns PHC notation: algorithm, cost, salt and hash in one text. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return phcText(salt, await hash(password, salt, COST, HASH_BYTES));
}

/**
 * Compares a password with a stored hash. Without a hash it takes the same time and answers false.
 * `outdated` means that the hash was made with another cost and should be renewed.
 */
export async function checkPassword(
  password: string,
  stored: string | null,
): Promise<{ matches: boolean; outdated: boolean }> {
  const found = PHC.exec(stored ?? DUMMY_HASH);
  if (!found) throw new Error('a stored password hash can not be read');
  const [, memory, passes, parallelism, salt = '', tag = ''] = found;
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const right = Buffer.from(tag, 'base64');
  const given = await hash(password, Buffer.from(salt, 'base64'), cost, right.length);
  const matches = timingSafeEqual(right, given) && stored !== null;
  const outdated = JSON.stringify(cost) !== JSON.stringify(COST);
  return { matches, outdated };
}

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
interface PasswordOwner {
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
function passwordError(password: string, owner: PasswordOwner): string | null {
  const lower = password.normalize('NFC').toLowerCase();
  const { length } = Array.from(lower);
  if (length < PASSWORD_MIN) return `Use at least ${PASSWORD_MIN} characters.`;
  if (length > PASSWORD_MAX) return `Use at most ${PASSWORD_MAX} characters.`;
  if (isCommon(lower)) return 'This is one of the most common passwords. Please choose another.';
  if (isPattern(lower)) return 'This is easy to guess. Please choose something less regular.';
  if (isOwn(lower, owner)) return 'Do not use your email, your name or the name of your business.';
  return null;
}

/** Refuses PASSWORD_WEAK with the reason. */
export function expectStrong(password: string, owner: PasswordOwner): void {
  const message = passwordError(password, owner);
  if (message !== null) throw refuseField('password', message, 'PASSWORD_WEAK');
}
