import { pino } from 'pino';

/** A structured log: one JSON object a line. Never personal data, never a secret. */
export interface Log {
  debug(entry: object, message: string): void;
  info(entry: object, message: string): void;
  warn(entry: object, message: string): void;
  error(entry: object, message: string): void;
}

/**
 * The log of the process, on standard error so that standard output stays for people. Lines are
 * written in the background: waiting for each halves the calls a second. At exit the rest is written.
 */
export function openLog({ logLevel: level }: { logLevel: string }): Log {
  return pino({ level, base: null }, pino.destination({ dest: 2, sync: false }));
}

/**
 * A reason why the server cannot start, told in one sentence to whoever started it; main.ts prints the
 * message and ends with exit code 1.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** What may be logged of an error: its name, code and stack, and no values of rows. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = 'code' in error ? String(error.code) : undefined;
  // PostgreSQL repeats the row's values in `detail`, which is therefore left out.
  return { error: error.name, code, text: error.message, stack: error.stack };
}
