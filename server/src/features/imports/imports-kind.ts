import { dayShape, parseDay } from '@tegeka/contract/kit/day.ts';
import { amountShape } from '@tegeka/contract/kit/money.ts';
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
  /** Where it says more than that of the code. */
  message?: string;
}

/** The cells of a row under the names of our columns; '' where it has none. */
export type NamedCells<C extends string = string> = Record<C, string>;

/** A row after its check by itself. */
export interface JudgedRow {
  /** What no other row of the file may say too; null where that is not good in itself. */
  key: string | null;
  /** What the row says, as JSON; null where it is refused. */
  value: object | null;
  errors: readonly RowError[];
}

/** Whose rows are looked at, and with whose permissions. */
export interface ImportOwner {
  organizationId: string;
  permissions: ReadonlySet<string>;
  now: Date;
}

/** Rows `r` with `key` and `value` that are refused for something that the database knows. */
export interface Mark {
  where: RawBuilder<unknown>;
  /** Errors, or a JSON array of them as an expression over the row. */
  errors: readonly RowError[] | RawBuilder<unknown>;
}

/** A file that something is made of, and who confirmed it. */
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
  /** What else our columns are called in other people's tables, in small letters without signs. */
  synonyms: Readonly<Record<keyof K['columns'] & string, string>>;
  /** The column that is refused where the key of a row is in the file twice. */
  keyColumn: keyof K['columns'] & string;
  /** Reads what the check of rows needs; gives the check of one row. */
  open(
    ctx: AppContext,
    tx: Tx,
    owner: ImportOwner,
  ): Promise<(cells: NamedCells<keyof K['columns'] & string>) => JudgedRow>;
  /** What only the database knows; looked at after the check, and again before rows are written. */
  marks(tx: PlatformTx, owner: ImportOwner): Promise<readonly Mark[]>;
  /** Makes what good rows say; gives how many. */
  write(ctx: AppContext, tx: PlatformTx, batch: Batch): Promise<number>;
  /** Seals anew what values of rows hold. */
  reseal?(keys: Keys, organizationId: string, value: unknown): object;
}

/** Writes a kind of import down; the engine does not know the names of its columns. */
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
  // Cut to what was shown, the last digits are lost: that is no number any more.
  const isCut = power !== '0' && digits.length <= 5;
  return isWhole && !isCut ? whole + digits.padEnd(Number(power), '0') : text;
}

/** Whole shillings as people write them: 250,000, USh 250000 or 250,000/=; NaN where it is none. */
export function shillingsOf(text: string): number {
  const [, digits] =
    /^(?:USh|UGX)?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.0{1,2})?(?:\/=)?$/i.exec(text.trim()) ?? [];
  const parsed = amountShape.safeParse(Number(digits?.replaceAll(',', '')));
  return parsed.success ? parsed.data : NaN;
}

/** A day as people write it, or as `2026-11-21`; null where it is none that can be meant. */
export function dayOf(text: string): string | null {
  const parsed = dayShape.safeParse(parseDay(text) ?? text);
  return parsed.success ? parsed.data : null;
}
