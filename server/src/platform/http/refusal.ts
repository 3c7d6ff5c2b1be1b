import { type ErrorCode, type FieldError, statusOf, textOf } from '@tegeka/contract/kit/errors.ts';
import { violatedConstraint } from '#platform/database/database.ts';

/** Additional data of an AppError. */
export interface AppErrorDetail {
  fields?: FieldError[];
  retryAfterSeconds?: number;
}

/** An expected error with its code. Everything else that is thrown is a bug and answers 500. */
export class AppError extends Error {
  override readonly name = 'Refusal';
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

/** What stands in the way of a row, and the field that says so. */
type Taken = readonly [code: ErrorCode, field?: string, message?: string];

/** For `catch`: refuses what violates a unique constraint, by the names of the constraints. */
export function refuseTaken(taken: Readonly<Record<string, Taken>>) {
  return (error: unknown): never => {
    const [code, field, message = ''] = taken[violatedConstraint(error) ?? ''] ?? [];
    if (code === undefined) throw error;
    throw refuse(code, field === undefined ? {} : { fields: [{ field, message }] });
  };
}
