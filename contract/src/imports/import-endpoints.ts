import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { exportEndpoint, listEndpoint } from '../kit/list.ts';
import type { Permission } from '../kit/permissions.ts';
import { IMPORT_FILE, IMPORT_MODES, type ImportKind } from './import-kind.ts';
import { importShapesOf } from './import-shapes.ts';

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
  const { mapping, whole, detail, refusedRow } = importShapesOf(kind);
  const onePath = `${path}/{importId}` as const;
  const admission = signedIn(['MERCHANT'], permission);
  const ofImport = { admission, answers: detail };
  const headerRow = described(
    'The row that is the header, from 1; without it the one that names the columns best.',
    z.optional(z.int().check(z.minimum(1))),
  );
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
        confirm: described(
          '`ALL`: imported after the check if no row is refused. `GOOD_ROWS`: the good rows are. Without it, the result waits for a confirmation.',
          z.optional(z.enum(IMPORT_MODES)),
        ),
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
      takes: z.object({
        mapping: z.optional(mapping),
        headerRow,
      }),
      errors: ['IMPORT_MOVED_ON'],
    }),
    confirm: endpoint({
      ...ofImport,
      name: `confirm${noun}Import`,
      summary: 'Import a checked file: all of its rows, or the good ones.',
      method: 'POST',
      path: `${onePath}/confirmation`,
      active: true,
      takes: z.object({
        mode: described(
          '`ALL`: only where no row is refused. `GOOD_ROWS`: the good rows.',
          z.enum(IMPORT_MODES),
        ),
      }),
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
