import { dayShape, parseDay } from '@tegeka/contract/kit/day.ts';
import { amountShape, parseMoney } from '@tegeka/contract/kit/money.ts';
import type { ImportEndpoints } from '@tegeka/contract/imports/import-endpoints.ts';
import type { ImportKind } from '@tegeka/contract/imports/import-kind.ts';
import type { RawBuilder } from 'kysely';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import type { Keys } from '#platform/security/keys.ts';

/** Why a row is refused: which of our columns, null for the row as a whole, and what is wrong. */
export interface RowError {
  column: string | null;
  code: string;
  /** Replaces the message of the code where it is more precise. */
  message?: string;
}

/** The cells of a row under the names of our columns; '' where it has none. */
export type NamedCells<C extends string = string> = Record<C, string>;

/** A row that was checked without the other rows of the file. */
export interface JudgedRow {
  /** Must be unique within the file; null where the row has no valid key. */
  key: string | null;
  /** The parsed row, stored as JSON; null where it is refused. */
  value: object | null;
  errors: readonly RowError[];
}

/** The organization whose rows are checked, and permissions of who uploaded or decided last. */
export interface ImportOwner {
  organizationId: string;
  permissions: ReadonlySet<string>;
  now: Date;
}

/** A refusal that depends on the database, as SQL over rows `r` with `key` and `value`. */
export interface RowRule {
  where: RawBuilder<unknown>;
  /** Errors, or a JSON array of them as an expression over the row. */
  errors: readonly RowError[] | RawBuilder<unknown>;
}

/** The file that entities are created from, and who confirmed it. */
export interface ImportSource {
  id: string;
  organizationId: string;
  fileName: string;
  by: { id: string; name: string };
  at: Date;
}

/** Good rows that are written together. */
export interface Batch {
  /** A subquery: `row_number`, `key` and `value`, in the order of `row_number`. */
  rows: RawBuilder<unknown>;
  count: number;
  source: ImportSource;
}

/** A kind of import as the engine works with it. A feature names its kinds in its manifest. */
export interface FileImport<K extends ImportKind = ImportKind> {
  kind: K;
  endpoints: ImportEndpoints;
  /** Other header words for our columns, separated by white space: lower case, letters and digits only. */
  synonyms: Readonly<Record<keyof K['columns'] & string, string>>;
  /** The column that is refused where the key of a row is in the file twice. */
  keyColumn: keyof K['columns'] & string;
  /** Reads what the check of rows needs. Returns the function that checks one row. */
  open(
    ctx: AppContext,
    tx: Tx,
    owner: ImportOwner,
  ): Promise<(cells: NamedCells<keyof K['columns'] & string>) => JudgedRow>;
  /** Refusals that depend on the database; applied after the check, and again before rows are written. */
  rules?(tx: PlatformTx, owner: ImportOwner): Promise<readonly RowRule[]>;
  /** The same by code instead of SQL: what is wrong with each of the values of some rows. */
  examine?(
    tx: PlatformTx,
    owner: ImportOwner,
    values: readonly unknown[],
  ): Promise<readonly (readonly RowError[])[]>;
  /** Creates the entities of good rows. Returns how many. */
  write(ctx: AppContext, tx: PlatformTx, batch: Batch): Promise<number>;
  /** Encrypts the secrets in the value of a row again, with the present key. */
  reencrypt?(keys: Keys, organizationId: string, value: unknown): object;
}

/** Declares a kind of import. The result has no exact column names: the engine does not know them. */
export function fileImport<const K extends ImportKind>(declared: FileImport<K>): FileImport {
  return declared;
}

/**
 * A long number as spreadsheets show it, and write it into a CSV: 2.56772E+11, or with a comma. They
 * leave five digits after the point at the most, and the others are lost.
 */
const SHORTENED = /^\d[.,]\d{1,5}E\+\d\d$/i;

/** True of a number whose last digits are lost: it identifies nothing. */
export const isShortened = (text: string) => SHORTENED.test(text);

/** A number as spreadsheets and programs write it (772123456.0, 2,56772123456E+11) in plain digits. */
export function plainNumber(text: string): string {
  const [, whole = '', fraction = '', power = '0'] =
    /^(\d+)[.,](\d+)(?:E\+?(\d{1,2}))?$/i.exec(text) ?? [];
  const digits = fraction.replace(/0+$/, '');
  const isWhole = whole !== '' && digits.length <= Number(power);
  // The spreadsheet has shortened it and the last digits are lost: the text stays as it is.
  const isCut = power !== '0' && digits.length <= 5;
  return isWhole && !isCut ? whole + digits.padEnd(Number(power), '0') : text;
}

/** Whole shillings as people write them; NaN where it is no amount. */
export const shillingsOf = (text: string) => amountShape.safeParse(parseMoney(text)).data ?? NaN;

/** Returns a day as people and programs write it as `2026-11-21`; null if it is not a valid day. */
export const dayOf = (text: string) => dayShape.safeParse(parseDay(text)).data ?? null;
