import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { refuse } from '#platform/http/refusal.ts';

const derive = promisify(argon2);

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Hashings at once: 4 × 19 MiB, and as many threads as Node keeps for such work. */
const AT_ONCE = 4;
/** Hashings that may wait for their turn; a flood beyond that is turned away. */
const WAITING = 64;

let running = 0;
const queue: (() => void)[] = [];

/** Runs the work when there is room for it. Refuses TOO_MANY_REQUESTS when too much waits. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (queue.length >= WAITING) throw refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: 5 });
    await new Promise<void>((resolve) => queue.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = queue.shift();
    // A waiting one takes over the place; only without one it becomes free.
    if (next) next();
    else running -= 1;
  }
}

function hash(password: string, nonce: Buffer, cost: typeof COST, tagLength: number) {
  // The same characters can be typed as different code points (é); NFC makes them one.
  const parameters: Argon2Parameters = {
    message: password.normalize('NFC'),
    nonce,
    tagLength,
    ...cost,
  };
  return inTurn(() => derive('argon2id', parameters));
}

const code = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

function written(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${code(salt)}$${code(tag)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/** What there is to compare with when no account has the email: nobody's password. */
const NOBODY = written(Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES));

/** Hashes a password; the answer names algorithm, cost and salt beside the hash (PHC notation). */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return written(salt, await hash(password, salt, COST, HASH_BYTES));
}

/**
 * Compares a password with a stored hash; without one it takes as long and answers false.
 * `outdated` says that the hash was made at another cost and is due for a new one.
 */
export async function checkPassword(
  password: string,
  stored: string | null,
): Promise<{ matches: boolean; outdated: boolean }> {
  const found = PHC.exec(stored ?? NOBODY);
  if (!found) throw new Error('a stored password hash can not be read');
  const [, memory, passes, parallelism, salt = '', tag = ''] = found;
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const right = Buffer.from(tag, 'base64');
  const given = await hash(password, Buffer.from(salt, 'base64'), cost, right.length);
  const matches = timingSafeEqual(right, given) && stored !== null;
  const outdated = JSON.stringify(cost) !== JSON.stringify(COST);
  return { matches, outdated };
}
