import * as z from 'zod/mini';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { exportEndpoint, listEndpoint } from '../kit/list.ts';
import type { Permission } from '../kit/permissions.ts';
import {
  columnNamesOf,
  IMPORT_FAILURE_CODES,
  IMPORT_FILE,
  IMPORT_MACHINE,
  IMPORT_MODES,
  type ImportKind,
  mappingErrors,
} from './import-kind.ts';

function shapesOf(kind: ImportKind) {
  const column = z.nullable(z.enum(columnNamesOf(kind)));
  const code = z.enum(Object.keys(kind.refusals));
  const found = z.partialRecord(
    z.enum(columnNamesOf(kind)),
    z.int().check(z.minimum(0), z.maximum(199)),
  );
  /** A mapping with which a file can be checked. */
  const mapping = found.check(({ value, issues }) => {
    for (const [name, message] of Object.entries(mappingErrors(kind, value)))
      issues.push({ code: 'custom', message, path: [name], input: value });
  });
  const whole = z.object({
    id: z.uuid(),
    state: z.enum(IMPORT_MACHINE.states),
    fileName: z.string(),
    /** Bytes. */
    size: z.int(),
    /** The row of the file that names its columns, as a spreadsheet numbers it. */
    headerRow: z.int(),
    /** The file's columns in its order, as its header names them. */
    columns: z.array(z.string()),
    mapping: found,
    /** True while columns that are needed have not been matched: the check waits for the mapping. */
    mappingNeeded: z.boolean(),
    /** The job that is running, with the rows it has processed; the total is null while it is unknown. */
    progress: z.nullable(
      z.object({
        task: z.enum(['CHECK', 'IMPORT']),
        rows: z.int(),
        total: z.nullable(z.int()),
      }),
    ),
    /** Rows of the file, once checked. */
    rows: z.nullable(z.int()),
    goodRows: z.nullable(z.int()),
    refusedRows: z.nullable(z.int()),
    /** True while the refused rows can be fetched: until 30 days after the end. */
    refusedKept: z.boolean(),
    /** Refusals grouped by column and reason, with the first rows they stand in. */
    refusals: z.array(
      z.object({ column, code, message: z.string(), rows: z.int(), firstRows: z.array(z.int()) }),
    ),
    /** What was made of the good rows, once done. */
    imported: z.nullable(z.int()),
    /** Why the file could not be used, or why its import did not go through. */
    failure: z.nullable(z.object({ code: z.enum(IMPORT_FAILURE_CODES), message: z.string() })),
    by: z.string(),
    createdAt: z.iso.datetime(),
    endedAt: z.nullable(z.iso.datetime()),
    /** Until when it waits for a mapping or a confirmation before it is cancelled; null where it does not. */
    waitsUntil: z.nullable(z.iso.datetime()),
  });
  const detail = z.extend(whole, {
    /** The filled rows at the beginning of the file, of which one is the header; none once it has ended. */
    topRows: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
  });
  const refusedRow = z.object({
    /** The row's number in the file as a spreadsheet shows it: titles, header and empty rows count. */
    row: z.int(),
    /** As in the file; of an account number only the last digits. */
    cells: z.array(z.string()),
    refusals: z.array(z.object({ column, code, message: z.string() })),
  });
  return { mapping, whole, detail, refusedRow };
}

export type Import = z.infer<ReturnType<typeof shapesOf>['whole']>;
/** An import by itself, with the rows of its file that can be its header. */
export type DetailedImport = z.infer<ReturnType<typeof shapesOf>['detail']>;

/** The paths of the endpoints of a kind, and who may call them. */
interface ImportPlace {
  path: `/api/v1/merchants/{merchantId}/${string}/${'bulk' | 'uploads'}`;
  permission: Permission;
  /** In the names of the endpoints: `Customer`. */
  noun: string;
}

/** The endpoints of a kind of imports, from the file to its refused rows. */
export function importEndpoints(kind: ImportKind, { path, permission, noun }: ImportPlace) {
  const { many } = kind;
  const { mapping, whole, detail, refusedRow } = shapesOf(kind);
  const onePath = `${path}/{importId}` as const;
  const admission = signedIn(['MERCHANT'], permission);
  const ofImport = { admission, answers: detail };
  /** One of the first rows; without it the header is the row that names the columns best. */
  const headerRow = z.optional(z.int().check(z.minimum(1)));
  const ofRefused = {
    path: `${onePath}/refused-rows` as const,
    admission,
    item: refusedRow,
    sorts: ['row'] as const,
  };
  return {
    /**
     * The file is checked as a whole, as a job. Without `options` the check waits for a mapping where
     * columns are not recognised, and its result for a confirmation. With `confirm` the good rows (or
     * all rows, or none) are imported as soon as the check has ended, unless somebody else gives the mapping.
     */
    upload: endpoint({
      ...ofImport,
      name: `upload${noun}s`,
      summary: `Upload a CSV or XLSX file of ${many}, to be checked and imported.`,
      method: 'POST',
      path,
      active: true,
      // Each can be 200 MB.
      limit: { max: 100, per: 'organization', windowSeconds: 3600 },
      takes: z.object({
        mapping: z.optional(mapping),
        headerRow,
        confirm: z.optional(z.enum(IMPORT_MODES)),
      }),
      multipart: { part: 'options', files: { file: IMPORT_FILE } },
      status: 202,
      errors: ['TOO_LARGE_UNPACKED', 'IMPORT_RUNNING'],
    }),
    list: listEndpoint({
      name: `list${noun}Imports`,
      summary: `List the files of ${many} that were uploaded, newest first.`,
      path,
      admission,
      item: whole,
      sorts: ['-createdAt'],
    }),
    get: endpoint({
      ...ofImport,
      name: `get${noun}Import`,
      summary: 'Fetch an upload: its state, progress, counts and grouped refusals.',
      path: onePath,
    }),
    map: endpoint({
      ...ofImport,
      name: `map${noun}Import`,
      summary:
        "Say which row names the file's columns and which column is which, and check the file.",
      method: 'PUT',
      path: `${onePath}/mapping`,
      // With a row alone the columns are matched by its names.
      takes: z.object({ mapping: z.optional(mapping), headerRow }),
      errors: ['IMPORT_MOVED_ON'],
    }),
    confirm: endpoint({
      ...ofImport,
      name: `confirm${noun}Import`,
      summary: 'Import a checked file: all of its rows, or the good ones.',
      method: 'POST',
      path: `${onePath}/confirmation`,
      active: true,
      takes: z.object({ mode: z.enum(IMPORT_MODES) }),
      errors: ['IMPORT_MOVED_ON', 'IMPORT_HAS_REFUSALS'],
    }),
    cancel: endpoint({
      ...ofImport,
      name: `cancel${noun}Import`,
      summary: 'Give up an upload that has not been confirmed. Nothing of it is kept.',
      method: 'POST',
      path: `${onePath}/cancellation`,
      errors: ['IMPORT_MOVED_ON'],
    }),
    refused: listEndpoint({
      ...ofRefused,
      name: `listRefused${noun}s`,
      summary: 'List the refused rows of an upload with their reasons.',
    }),
    /** The rows of the file with a column of reasons. Cells are protected against formula injection. */
    exportRefused: exportEndpoint({
      ...ofRefused,
      name: `exportRefused${noun}s`,
      audit: 'read',
      summary: 'Fetch the refused rows of an upload as CSV, with their reasons.',
    }),
  };
}
export type ImportEndpoints = ReturnType<typeof importEndpoints>;
