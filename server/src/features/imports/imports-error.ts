import type { ImportFailure } from '@tegeka/contract/customer-import-rules.ts';

/** A whole file that can not be read as a table of customers, by name. */
export class ImportError extends Error {
  override readonly name = 'ImportFault';
  readonly code: ImportFailure;
  /** The row of the file that is to blame, if one is. */
  readonly row: number | null;

  constructor(code: ImportFailure, cause?: unknown, row: number | null = null) {
    super(code, { cause });
    this.code = code;
    this.row = row;
  }
}

/** Work that somebody else has taken over, or that a person has ended: nothing of it counts. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}
