import { columnNamesOf, type ImportMapping } from '@tegeka/contract/imports/import-kind.ts';
import { withoutDefusing } from '#platform/files/text-files.ts';
import type { Keys } from '#platform/security/keys.ts';
import type { SealScope } from '#platform/security/sealed-text.ts';
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
  for (const name of names) named[name] = withoutDefusing(cells[mapping[name] ?? -1]?.trim() ?? '');
  return named;
}

/**
 * True where the number of cells in a row of a text file differs from its header. Additional empty cells
 * do not count, and none do where the header was cut off at COLUMNS_MAX.
 */
function isRagged(cells: readonly string[], columns: number): boolean {
  if (cells.length < columns) return true;
  return columns !== COLUMNS_MAX && cells.slice(columns).some((cell) => cell.trim() !== '');
}

/** Characters of a cell that are stored, to show refused rows. */
const CELL_MAX = 500;

const RAGGED: JudgedRow = { key: null, value: null, errors: [{ column: null, code: 'RAGGED' }] };

/** The scope in which cells are sealed. Only kinds with a secret column seal them. */
const rowCells = (tenant: string): SealScope => ({ tenant, purpose: 'import row' });

export const sealCells = (keys: Keys, tenant: string, cells: string) =>
  keys.seal(rowCells(tenant), cells);

/** The cells of a row as JSON, whether they are sealed or not. */
export function openCells(keys: Keys, tenant: string, stored: string): string {
  return stored.startsWith('[') ? stored : keys.open(rowCells(tenant), stored);
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
  const sealed = Object.values(given.kind.columns).some(({ secret }) => secret);
  return ({ number, cells }) => {
    const ragged = dialect !== null && isRagged(cells, columns.length);
    const { key, value, errors } = ragged ? RAGGED : judge(nameCells(names, cells, mapping));
    const kept = JSON.stringify(cells.map((cell) => cell.slice(0, CELL_MAX)));
    const fields = [
      key,
      value && JSON.stringify(value),
      sealed ? sealCells(keys, tenant, kept) : kept,
      errors.length === 0 ? null : JSON.stringify(errors),
    ];
    return `${start}\t${number}\t${fields.map(field).join('\t')}\n`;
  };
}
