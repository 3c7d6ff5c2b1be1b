import { randomBytes, randomInt } from 'node:crypto';

/** The time, injected so that tests can move it. */
export interface Clock {
  now(): Date;
}

export const wallClock: Clock = { now: () => new Date() };

/** Random values, injected: identifiers, codes and secrets. */
export interface Ids {
  /** A UUID version 7: sorted by time, so that indexes grow at one end. */
  uuid(at: Date): string;
  /** A number of so many random decimal digits, with leading zeros. */
  digits(count: number): string;
  /** 32 random bytes as base64url. */
  secret(): string;
}

/** Random bytes are fetched for many uses at once: asking the system costs more than an id. */
const STOCK = 4096;
let stock = Buffer.alloc(0);

export function takeRandom(count: number): Buffer {
  if (stock.length < count) stock = randomBytes(STOCK);
  const taken = stock.subarray(0, count);
  stock = stock.subarray(count);
  return taken;
}

/** Formats the first 16 bytes as a UUID. */
export function uuidText(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return [0, 8, 12, 16, 20].map((start, n) => hex.slice(start, [8, 12, 16, 20, 32][n])).join('-');
}

function uuid(at: Date): string {
  const bytes = takeRandom(16);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return uuidText(bytes);
}

/** Identifiers from the system's random source. */
export const systemIds: Ids = {
  uuid,
  digits: (count) => String(randomInt(0, 10 ** count)).padStart(count, '0'),
  secret: () => takeRandom(32).toString('base64url'),
};
