import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import {
  columnNamesOf,
  IMPORT_FAILURE_CODES,
  IMPORT_MACHINE,
  type ImportKind,
  mappingErrors,
} from './import-kind.ts';

/** The shapes of the imports of a kind. */
export function importShapesOf(kind: ImportKind) {
  const column = described(
    'Our column; null where the whole row is meant.',
    z.nullable(z.enum(columnNamesOf(kind))),
  );
  const code = described('The refusal by its code.', z.enum(Object.keys(kind.refusals)));
  const found = described(
    "For each of our columns, which of the file's columns it is, from 0.",
    z.partialRecord(z.enum(columnNamesOf(kind)), z.int().check(z.minimum(0), z.maximum(199))),
  );
  /** A mapping with which a file can be checked. */
  const mapping = found.check(({ value, issues }) => {
    for (const [name, message] of Object.entries(mappingErrors(kind, value)))
      issues.push({ code: 'custom', message, path: [name], input: value });
  });
  const whole = z.object({
    id: z.uuid(),
    state: described(
      '`UPLOADED`: is checked, or waits for a mapping. `CHECKED`: waits for a confirmation. `CONFIRMED`: is imported. `DONE`: has been imported. `CANCELLED`: was given up. `FAILED`: could not be used.',
      z.enum(IMPORT_MACHINE.states),
    ),
    fileName: described('The name of the file.', z.string()),
    size: described('Bytes.', z.int()),
    headerRow: described(
      'The row of the file that names its columns, as a spreadsheet numbers it.',
      z.int(),
    ),
    columns: described(
      "The file's columns in its order, as its header names them.",
      z.array(z.string()),
    ),
    mapping: found,
    mappingNeeded: described(
      'True while columns that are needed have not been matched: the check waits for a mapping.',
      z.boolean(),
    ),
    progress: described(
      'The job that is running; null where none is.',
      z.nullable(
        z.object({
          task: described('What the job does.', z.enum(['CHECK', 'IMPORT'])),
          rows: described('Rows that were processed.', z.int()),
          total: described('Rows in all; null while unknown.', z.nullable(z.int())),
        }),
      ),
    ),
    rows: described('Rows of the file; null until it is checked.', z.nullable(z.int())),
    goodRows: described(
      'Rows that can be imported; null until it is checked.',
      z.nullable(z.int()),
    ),
    refusedRows: described('Rows that are refused; null until it is checked.', z.nullable(z.int())),
    refusedKept: described(
      'True while the refused rows can be fetched: until 30 days after the end.',
      z.boolean(),
    ),
    refusals: described(
      'Why rows are refused, by column and reason, with the first of these rows.',
      z.array(
        z.object({
          column,
          code,
          message: described('In a sentence, for people.', z.string()),
          rows: described('How many rows.', z.int()),
          firstRows: described('The first of these rows.', z.array(z.int())),
        }),
      ),
    ),
    imported: described(
      'What was made of the good rows; null until it is done.',
      z.nullable(z.int()),
    ),
    failure: described(
      'Why the file could not be used, or its import did not go through; null where nothing failed.',
      z.nullable(
        z.object({
          code: described('The failure by its code.', z.enum(IMPORT_FAILURE_CODES)),
          message: described('In a sentence, for people.', z.string()),
        }),
      ),
    ),
    by: described('The name of the person who did it, or of the platform.', z.string()),
    createdAt: described('When it was made.', z.iso.datetime()),
    endedAt: described('When it ended; null before.', z.nullable(z.iso.datetime())),
    waitsUntil: described(
      'Until when it waits for a mapping or a confirmation before it is cancelled; null where it does not.',
      z.nullable(z.iso.datetime()),
    ),
  });
  const detail = z.extend(whole, {
    topRows: described(
      'The filled rows at the beginning of the file, of which one is the header; long numbers are masked. Empty once it has ended.',
      z.array(
        z.object({
          row: described('The number of the row as a spreadsheet shows it.', z.int()),
          cells: described('The cells of the row.', z.array(z.string())),
        }),
      ),
    ),
  });
  const refusedRow = z.object({
    row: described(
      'The number of the row as a spreadsheet shows it: titles, header and empty rows count.',
      z.int(),
    ),
    cells: described(
      'The cells as they stand in the file; of an account number the last digits.',
      z.array(z.string()),
    ),
    refusals: described(
      'Why rows are refused, by column and reason.',
      z.array(
        z.object({
          column,
          code,
          message: described('In a sentence, for people.', z.string()),
        }),
      ),
    ),
  });
  return { mapping, whole, detail, refusedRow };
}

export type Import = z.infer<ReturnType<typeof importShapesOf>['whole']>;
/** An import by itself, with the rows of its file that can be its header. */
export type DetailedImport = z.infer<ReturnType<typeof importShapesOf>['detail']>;
