import { parseJson } from '@tegeka/contract/kit/json.ts';
import {
  columnLabel,
  columnNamesOf,
  type ImportKind,
} from '@tegeka/contract/imports/import-kind.ts';
import { sql, type SqlBool } from 'kysely';
import * as z from 'zod/mini';
import { listSource } from '#platform/lists/list-source.ts';
import type { Keys } from '#platform/security/keys.ts';
import { type FileImport, plainNumber } from './imports-kind.ts';
import { decryptCells } from './imports-rows.ts';
import { type ImportRow, refusalText } from './imports-store.ts';

const cellsShape = z.array(z.string());
const errorsShape = z.array(
  z.object({
    column: z.nullable(z.string()),
    code: z.string(),
    message: z.optional(z.string()),
  }),
);

type StoredRow = { row_number: number | null; cells: string | null; refusals: unknown };

const masked = (text: string) => (text.length < 9 ? text && '••••' : `•••• ${text.slice(-4)}`);

/** Returns a function that opens the cells of a refused row and masks account numbers. */
function reader(keys: Keys, kind: ImportKind, { organization_id: tenant, mapping }: ImportRow) {
  const columns = columnNamesOf(kind).flatMap((name) => {
    const shape = kind.columns[name]?.secret;
    return shape ? [{ shape, place: mapping[name] }] : [];
  });
  const isUnmapped = columns.some(({ place }) => place === undefined);
  /** Where the secret column is not known, every cell can be an account number. */
  const isSecret = (cell: string, at: number, isAnywhere: boolean) =>
    columns.some(
      ({ shape, place }) =>
        place === at || (isAnywhere && shape.safeParse(plainNumber(cell.trim())).success),
    );
  return ({ row_number: row, cells, refusals }: StoredRow) => {
    const errors = errorsShape.parse(refusals);
    const isAnywhere = isUnmapped || errors.some(({ code }) => code === 'RAGGED');
    return {
      row: row ?? 0,
      cells: parseJson(cellsShape, decryptCells(keys, tenant, cells ?? '[]')).map((cell, at) =>
        isSecret(cell, at, isAnywhere) ? masked(cell) : cell,
      ),
      refusals: errors.map((one) => ({
        column: one.column,
        code: one.code,
        message: refusalText(kind, one),
      })),
    };
  };
}

type RefusedRow = ReturnType<ReturnType<typeof reader>>;

/** The refused rows of an import by their numbers, and the columns of their export. */
export function refusedList(keys: Keys, { kind, endpoints }: FileImport, row: ImportRow) {
  const read = reader(keys, kind, row);
  const source = listSource({
    endpoint: endpoints.refused,
    entity: 'import_rows',
    states: [],
    rows: (tx) =>
      tx
        .selectFrom('import_refused_rows')
        .select(['row_number', 'cells', 'refusals'])
        .where('organization_id', '=', row.organization_id)
        .where('import_id', '=', row.id)
        .where('attempt', '=', row.checked_attempt ?? -1),
    item: read,
    id: 'row_number',
    idType: 'integer',
    sorts: { row: ['row_number'] },
    // No search words are stored for them, so a search finds nothing.
    search: () => [sql<SqlBool>`false`],
  });
  const known = new WeakMap<StoredRow, RefusedRow>();
  /** A column of the export. A row is opened once for all columns. */
  const column = (label: string, text: (refused: RefusedRow) => string) => ({
    label,
    text: (stored: StoredRow) => {
      const refused = known.get(stored) ?? read(stored);
      known.set(stored, refused);
      return text(refused);
    },
  });
  const columns = row.columns.map((label, at) => column(label, ({ cells }) => cells[at] ?? ''));
  const reasons = column('Why it is refused', ({ refusals }) =>
    refusals
      .map((one) => (one.column ? `${columnLabel(kind, one.column)}: ` : '') + one.message)
      .join(' '),
  );
  const beyond = column('Cells beyond the columns', ({ cells }) =>
    cells.slice(columns.length).join(', '),
  );
  const isRagged = row.refusals?.some(({ code }) => code === 'RAGGED');
  return {
    source,
    columns: [...columns, reasons, ...(isRagged ? [beyond] : [])],
    name: 'refused-rows',
  };
}
