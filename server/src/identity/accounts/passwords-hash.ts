import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { refuse } from '#platform/http/refusal.ts';

const derive = promisify(argon2);

/** OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/**
 * Maximum of concurrent hashings: 4 × 19 MiB of memory, and the default size of Node's thread
 * pool.
 */
const MAX_CONCURRENT = 4;
/** Maximum length of the queue. Further requests are refused. */
const MAX_QUEUED = 64;

let running = 0;
const queue: (() => void)[] = [];

/** Limits concurrency. Waits for a free slot; refuses TOO_MANY_REQUESTS if the queue is full. */
async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_CONCURRENT) {
    if (queue.length >= MAX_QUEUED) throw refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: 5 });
    await new Promise<void>((resolve) => queue.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = queue.shift();
    // The slot passes to the next in the queue. It becomes free only if the queue is empty.
    if (next) next();
    else running -= 1;
  }
}

function hash(password: string, nonce: Buffer, cost: typeof COST, tagLength: number) {
  // The same character can be typed as different code points (é). NFC normalizes them.
  const parameters: Argon2Parameters = {
    message: password.normalize('NFC'),
    nonce,
    tagLength,
    ...cost,
  };
  return withSlot(() => derive('argon2id', parameters));
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
