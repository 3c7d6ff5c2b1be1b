import type { Import, DetailedImport } from '@tegeka/contract/imports/import-shapes.ts';
import {
  IMPORT_MACHINE,
  type ImportKind,
  type ImportState,
} from '@tegeka/contract/imports/import-kind.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { formatCount } from '#ui/list/list-query.ts';

/** The stage of an upload: its state, or `COLUMNS` while it waits for the column mapping. */
export type ImportStage = ImportState | 'COLUMNS';

/** The badge of a stage: the value that determines its colour, and its text. */
export const STAGES: Record<ImportStage, { value: string; label: string }> = {
  COLUMNS: { value: 'PENDING', label: 'Columns to match' },
  UPLOADED: { value: 'PROCESSING', label: 'Checking' },
  CHECKED: { value: 'PENDING', label: 'Waiting for you' },
  CONFIRMED: { value: 'PROCESSING', label: 'Importing' },
  DONE: { value: 'COMPLETED', label: 'Imported' },
  CANCELLED: { value: 'CANCELLED', label: 'Cancelled' },
  FAILED: { value: 'FAILED', label: 'Failed' },
};

type StageOf = Pick<Import, 'state' | 'mappingNeeded'>;

export const stageOf = ({ state, mappingNeeded }: StageOf): ImportStage =>
  state === 'UPLOADED' && mappingNeeded ? 'COLUMNS' : state;

/** True while a job works on it, or is about to. */
export const isAtWork = (upload: StageOf) => ['UPLOADED', 'CONFIRMED'].includes(stageOf(upload));

/** True for an upload that has not ended; there can be only one at a time. */
export const isOpen = ({ state }: Pick<Import, 'state'>) => !IMPORT_MACHINE.final.includes(state);

/** True if rows are refused, and all of them because they exist already. */
export const areKnown = ({ refusals }: Pick<Import, 'refusals'>) =>
  refusals.length > 0 && refusals.every(({ code }) => code === 'TAKEN');

/** True where rows are refused that could be corrected. */
export const isWrong = (upload: Pick<Import, 'refusedRows' | 'refusals'>) =>
  Boolean(upload.refusedRows) && !areKnown(upload);

/** A share in whole percent. 100 only when nothing is left. Null while the total is not known. */
export function percentOf(part: number, whole: number | null): number | null {
  if (whole === null) return null;
  if (whole <= 0) return 0;
  return part >= whole ? 100 : Math.min(99, Math.floor((part / whole) * 100));
}

/** A count and its noun: `1 row`, `2,000 rows`. */
const rowsText = (count: number) => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`;

/** A count of what an import makes: `1 customer`, `2,000 customers`. */
export const madeOf = ({ one, many }: ImportKind, count: number) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** How far a job is, in words. */
export function progressText(progress: { rows: number; total: number | null } | null): string {
  if (!progress) return 'Waiting for its turn…';
  const { rows, total } = progress;
  return total === null ? `${rowsText(rows)} so far` : `${formatCount(rows)} of ${rowsText(total)}`;
}

/** The first rows of a group of refusals, with how many more there are: `2, 5, 9 and 12 more`. */
export function firstRowsText(firstRows: readonly number[], rows: number): string {
  const more = rows - firstRows.length;
  const shown = firstRows.map((row) => formatCount(row)).join(', ');
  return more > 0 ? `${shown} and ${formatCount(more)} more` : shown;
}

/** The result or the progress of an upload, in a few words for the list. */
export function resultText(kind: ImportKind, upload: Import): string {
  const { imported, goodRows, refusedRows, state, failure } = upload;
  if (isAtWork(upload)) return progressText(upload.progress);
  if (state === 'FAILED') return failure?.message ?? '';
  if (state === 'CANCELLED') return 'Nothing added';
  const refused = refusedRows ? `, ${formatCount(refusedRows)} refused` : '';
  if (imported !== null) return `${madeOf(kind, imported)} added${refused}`;
  return goodRows === null ? '' : `${formatCount(goodRows)} good${refused}`;
}

/** Told to a person who has left the screen when an upload arrives. */
export const arrivedText = ({
  fileName,
  mappingNeeded,
}: Pick<Import, 'fileName' | 'mappingNeeded'>) =>
  mappingNeeded
    ? `${fileName} has arrived. Open it and match its columns.`
    : `${fileName} has arrived and is being checked.`;

/** Why the present state of an upload can not be shown. */
export function pollingText(error: Error): string {
  const why =
    error instanceof CallFailed && error.offline
      ? 'There is no connection to the server.'
      : 'The present state of this upload could not be loaded.';
  return `${why} The work on your file goes on, and this page tries again by itself.`;
}

/** A column's place as spreadsheets count: A, B, … Z, AA. */
export function columnLetters(place: number): string {
  const last = String.fromCodePoint(65 + (place % 26));
  return place < 26 ? last : columnLetters(Math.floor(place / 26) - 1) + last;
}

/** The first filled rows of a file to choose from, each with its number and what it begins with. */
export const headerChoices = (rows: DetailedImport['topRows']) =>
  rows.map(({ row, cells }) => {
    const text = cells.filter((cell) => cell !== '').join(', ');
    const shown = text.length > 60 ? `${text.slice(0, 59).trimEnd()}…` : text;
    return { value: String(row), label: `Row ${formatCount(row)}: ${shown}` };
  });

/** The file's columns to choose from, each with its place: some have no name, or the same one. */
export const columnChoices = (columns: readonly string[]) =>
  columns.map((column, place) => ({
    value: String(place),
    label: `${columnLetters(place)}: ${column.trim() || '(no name)'}`,
  }));
