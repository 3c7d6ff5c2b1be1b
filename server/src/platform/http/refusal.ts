import { type ErrorCode, type FieldError, statusOf, textOf } from '@tegeka/contract/kit/errors.ts';
import { sql } from 'kysely';
import { type Tx, violatedConstraint } from '#platform/database/database.ts';

/** Additional data of an AppError. */
export interface AppErrorDetail {
  fields?: FieldError[];
  retryAfterSeconds?: number;
}

/** An expected error with its code. Everything else that is thrown is a bug and answers 500. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: AppErrorDetail;

  constructor(code: ErrorCode, detail: AppErrorDetail) {
    super(textOf(code));
    this.code = code;
    this.status = statusOf(code);
    this.detail = detail;
  }
}

/** Creates an error to throw: `throw refuse('EMAIL_TAKEN')`. */
export function refuse(code: ErrorCode, detail: AppErrorDetail = {}): AppError {
  return new AppError(code, detail);
}

/** Creates an error at one field of the input: `throw refuseField('day', 'Choose a later day')`. */
export function refuseField(
  field: string,
  message: string,
  code: ErrorCode = 'INPUT_INVALID',
): AppError {
  return refuse(code, { fields: [{ field, message }] });
}

/** The error for a violated unique constraint, and the field that it belongs to. */
type Taken = readonly [code: ErrorCode, field?: string, message?: string];

/** Returns a handler for `catch`: violated unique constraints become errors, by their names. */
export function refuseDuplicate(taken: Readonly<Record<string, Taken>>) {
  return (error: unknown): never => {
    const [code, field, message = ''] = taken[violatedConstraint(error) ?? ''] ?? [];
    if (code === undefined) throw error;
    throw field === undefined ? refuse(code) : refuseField(field, message, code);
  };
}

/**
 * Runs work in a savepoint, which may have others within it. Returns null, or the AppError that it threw, after
 * rolling it back.
 */
export async function refusalOf(tx: Tx, work: () => Promise<void>): Promise<AppError | null> {
  await sql`savepoint attempt`.execute(tx);
  const refusal = await work().then(
    () => null,
    async (error: unknown) => {
      // Any other error is a bug and rolls back the whole call.
      if (!(error instanceof AppError)) throw error;
      await sql`rollback to savepoint attempt`.execute(tx);
      return error;
    },
  );
  // Without it a refusal of outer work would be rolled back to here.
  await sql`release savepoint attempt`.execute(tx);
  return refusal;
}

/** Dry run: runs work in a savepoint and rolls it back. Throws the errors that it would throw later. */
export async function tryOut(tx: Tx, work: () => Promise<void>): Promise<void> {
  await sql`savepoint tried`.execute(tx);
  await work();
  await sql`rollback to savepoint tried`.execute(tx);
}
