import { columnNamesOf, type ImportMapping } from '@tegeka/contract/imports/import-kind.ts';
import { plainText } from '@tegeka/contract/kit/text.ts';
import { withoutDefusing } from '#platform/files/text-files.ts';
import type { Keys } from '#platform/security/keys.ts';
import type { EncryptionScope } from '#platform/security/encrypted-text.ts';
import { COLUMNS_MAX, type FileRow } from '#platform/spreadsheets/spreadsheet-rows.ts';
import type { FileImport, JudgedRow, NamedCells } from './imports-kind.ts';
import type { ImportRow } from './imports-store.ts';

export function nameCells(
  names: readonly string[],
  cells: readonly string[],
  mapping: ImportMapping,
): NamedCells {
  const named: Record<string, string> = {};
  // Our own exports can be imported again.
  for (const name of names)
    named[name] = withoutDefusing(plainText(cells[mapping[name] ?? -1] ?? ''));
  return named;
}

/**
 * True where a row of a text file has more cells than its header: a separator inside a cell has moved them. In
 * a shorter row the last cells are empty. Additional empty cells do not count, and none do where the header
 * was cut off at COLUMNS_MAX.
 */
function isRagged(cells: readonly string[], columns: number): boolean {
  return columns !== COLUMNS_MAX && cells.slice(columns).some((cell) => cell.trim() !== '');
}

/** What spreadsheets show in place of the value of a formula that has failed. */
const FAILED = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|#+)$/;

/** The cells of a row; those that identify something as the spreadsheet shows them. */
function cellsOf({ cells, shown }: FileRow, identifiers: ReadonlySet<number | undefined>) {
  if (!shown) return cells;
  return cells.map((cell, at) => (identifiers.has(at) ? (shown.get(at) ?? cell) : cell));
}

/** Characters of a cell that are stored, to show refused rows. */
const CELL_MAX = 500;

const RAGGED: JudgedRow = { key: null, value: null, errors: [{ column: null, code: 'RAGGED' }] };

/** The scope in which cells are encrypted. Only kinds with a secret column encrypt them. */
const rowCells = (tenant: string): EncryptionScope => ({ tenant, purpose: 'import row' });

export const encryptCells = (keys: Keys, tenant: string, cells: string) =>
  keys.encrypt(rowCells(tenant), cells);

/** The cells of a row as JSON, whether they are encrypted or not. */
export function decryptCells(keys: Keys, tenant: string, stored: string): string {
  return stored.startsWith('[') ? stored : keys.decrypt(rowCells(tenant), stored);
}

/** Table and columns of COPY for the lines of {@link lineWriter}. */
export const LINES_TARGET =
  'import_rows (organization_id, import_id, attempt, row_number, key, value, cells, refusals)';

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function field(text: string | null): string {
  return text?.replaceAll(/[\\\n\r\t]/g, (sign) => ESCAPES[sign] ?? sign) ?? '\\N';
}

/** Returns a function that checks a row and writes it as a line for COPY. */
export function lineWriter(
  keys: Keys,
  given: FileImport,
  judge: (cells: NamedCells) => JudgedRow,
  row: Pick<ImportRow, 'organization_id' | 'id' | 'dialect' | 'columns' | 'mapping'>,
  attempt: number,
): (row: FileRow) => string {
  const { organization_id: tenant, id, dialect, columns, mapping } = row;
  const names = columnNamesOf(given.kind);
  const start = [tenant, id, attempt].join('\t');
  const ours = given.kind.columns;
  const encrypted = Object.values(ours).some(({ secret }) => secret);
  const identifiers = new Set(
    names.filter((name) => ours[name]?.identifier).map((name) => mapping[name]),
  );
  const judgeCells = (named: NamedCells): JudgedRow => {
    const failed = names.filter((name) => FAILED.test(named[name] ?? ''));
    const errors = failed.map((column) => ({ column, code: 'NO_RESULT' }));
    return failed.length > 0 ? { key: null, value: null, errors } : judge(named);
  };
  return (fileRow) => {
    const { number } = fileRow;
    const cells = cellsOf(fileRow, identifiers);
    const ragged = dialect !== null && isRagged(cells, columns.length);
    const { key, value, errors } = ragged ? RAGGED : judgeCells(nameCells(names, cells, mapping));
    const kept = JSON.stringify(cells.map((cell) => cell.slice(0, CELL_MAX)));
    const fields = [
      key,
      value && JSON.stringify(value),
      encrypted ? encryptCells(keys, tenant, kept) : kept,
      errors.length === 0 ? null : JSON.stringify(errors),
    ];
    return `${start}\t${number}\t${fields.map(field).join('\t')}\n`;
  };
}
