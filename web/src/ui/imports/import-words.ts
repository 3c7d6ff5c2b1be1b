import type { Import } from '@tegeka/contract/imports/import-endpoints.ts';
import {
  columnLabel,
  columnNamesOf,
  IMPORT_MACHINE,
  type ImportFailure,
  type ImportKind,
  type ImportMapping,
  type ImportState,
  mappingErrors,
} from '@tegeka/contract/imports/import-kind.ts';
import { countWords } from '#ui/list/list-query.ts';

/** Where an upload stands for the person: its state, with the wait for columns apart. */
export type ImportStage = ImportState | 'COLUMNS';

/** A stage on its badge, and what is said of an open upload where it is only mentioned. */
export const STAGES: Record<ImportStage, { value: string; words: string; open: string }> = {
  COLUMNS: {
    value: 'PENDING',
    words: 'Columns to match',
    open: 'waits for you to match its columns',
  },
  UPLOADED: { value: 'PROCESSING', words: 'Checking', open: 'is being checked' },
  CHECKED: { value: 'PENDING', words: 'Waiting for you', open: 'is checked and waits for you' },
  CONFIRMED: { value: 'PROCESSING', words: 'Importing', open: 'is being imported' },
  DONE: { value: 'COMPLETED', words: 'Imported', open: '' },
  CANCELLED: { value: 'CANCELLED', words: 'Cancelled', open: '' },
  FAILED: { value: 'FAILED', words: 'Failed', open: '' },
};

type StageOf = Pick<Import, 'state' | 'mappingNeeded'>;

export const stageOf = ({ state, mappingNeeded }: StageOf): ImportStage =>
  state === 'UPLOADED' && mappingNeeded ? 'COLUMNS' : state;

/** True while a job is at work on it, or about to be. */
export const isAtWork = (upload: StageOf) => ['UPLOADED', 'CONFIRMED'].includes(stageOf(upload));

/** True for an upload that has not ended; there can be only one at a time. */
export const isOpen = ({ state }: Pick<Import, 'state'>) => !IMPORT_MACHINE.final.includes(state);

/** True where columns can be said anew: the check then starts over. */
export const canRemap = ({ state, columns }: Pick<Import, 'state' | 'columns'>) =>
  columns.length > 0 && (state === 'UPLOADED' || state === 'CHECKED');

/** True where rows are refused, and all of them only because they are customers already: nothing is wrong. */
export const areKnown = ({ refusals }: Pick<Import, 'refusals'>) =>
  refusals.length > 0 && refusals.every(({ code }) => code === 'TAKEN');

/** True where rows are refused that could be corrected. */
export const isWrong = (upload: Pick<Import, 'refusedRows' | 'refusals'>) =>
  Boolean(upload.refusedRows) && !areKnown(upload);

/** A share in whole percent; 100 only when nothing is left; null while the whole is not known. */
export function percentOf(part: number, whole: number | null | undefined): number | null {
  if (whole === null || whole === undefined) return null;
  if (whole <= 0) return 0;
  return part >= whole ? 100 : Math.min(99, Math.floor((part / whole) * 100));
}

/** A count and its noun: `1 row`, `2,000 rows`. */
export const countOf = (count: number | null, noun: 'row' | 'refused row') =>
  `${countWords(count ?? 0)} ${noun}${count === 1 ? '' : 's'}`;

/** A count of what an import makes: `1 customer`, `2,000 customers`. */
export const madeOf = ({ one, many }: ImportKind, count: number | null) =>
  `${countWords(count ?? 0)} ${count === 1 ? one : many}`;

const FAILURE_REMEDIES: Record<ImportFailure, string> = {
  FILE_UNREADABLE: 'Open it in a spreadsheet, save it as CSV or XLSX, and upload that.',
  ROW_ENDLESS: 'Close the quote or take it out, and upload the file again.',
  FILE_EMPTY: 'Add a row for each {one} below the names of the columns, and upload it again.',
  TOO_MANY_ROWS: 'Upload the parts one after the other.',
  WORKBOOK_TOO_LONG: 'A CSV file may have 1,000,000 rows.',
  TOO_LARGE_UNPACKED: 'Copy the rows into a new file, or save it as CSV, and upload that.',
  UNEXPECTED: 'If it fails again, tell support.',
};

/** What can be done about a file that failed. */
export const remedyOf = ({ one }: ImportKind, failure: ImportFailure) =>
  FAILURE_REMEDIES[failure].replace('{one}', one);

/** How far a job is, in words. */
export function progressWords(progress: { rows: number; total: number | null } | null): string {
  if (!progress) return 'Waiting for its turn…';
  const { rows, total } = progress;
  return total === null
    ? `${countOf(rows, 'row')} so far`
    : `${countWords(rows)} of ${countOf(total, 'row')}`;
}

/** The first rows of a group of refusals, with how many more there are: `2, 5, 9 and 12 more`. */
export function firstRowsWords(firstRows: readonly number[], rows: number): string {
  const more = rows - firstRows.length;
  const shown = firstRows.map((row) => countWords(row)).join(', ');
  return more > 0 ? `${shown} and ${countWords(more)} more` : shown;
}

/** What has become of an upload, or how far it is, in a few words for the list. */
export function resultWords(kind: ImportKind, upload: Import): string {
  const { imported, goodRows, refusedRows, state } = upload;
  if (isAtWork(upload)) return progressWords(upload.progress);
  if (state === 'FAILED') return upload.failure?.message ?? '';
  if (state === 'CANCELLED') return 'Nothing added';
  const refused = refusedRows ? `, ${countWords(refusedRows)} refused` : '';
  if (imported !== null) return `${madeOf(kind, imported)} added${refused}`;
  return goodRows === null ? '' : `${countWords(goodRows)} good${refused}`;
}

/** Labels of the columns that are needed and have not been recognised. */
export function missingLabels(kind: ImportKind, mapping: ImportMapping): string[] {
  const errors = mappingErrors(kind, mapping);
  const { columns } = kind.oneOf;
  const labels = (names: readonly string[]) => names.map((name) => columnLabel(kind, name));
  return columnNamesOf(kind)
    .filter((name) => errors[name] && mapping[name] === undefined)
    .map((name) => labels(name === columns[0] ? columns : [name]).join(' or '));
}

/** A column's place as spreadsheets count: A, B, … Z, AA. */
export function columnLetters(place: number): string {
  const last = String.fromCodePoint(65 + (place % 26));
  return place < 26 ? last : columnLetters(Math.floor(place / 26) - 1) + last;
}

/** The file's columns to choose from. Those without a name, or with the same one, say where they are. */
export function columnChoices(columns: readonly string[]): { value: string; label: string }[] {
  return columns.map((column, place) => {
    const name = column.trim();
    const unclear = columns.filter((other) => other.trim() === name).length > 1;
    const where = `column ${columnLetters(place)}`;
    const label = name === '' ? `(no name, ${where})` : unclear ? `${name} (${where})` : name;
    return { value: String(place), label };
  });
}
