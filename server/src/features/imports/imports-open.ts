import type { Frame } from '#platform/frame.ts';
import type { FileRow } from './imports-csv.ts';
import { readCsv } from './imports-csv.ts';
import { filledRows } from './imports-rows.ts';
import { type ImportRow, recipeOf } from './imports-store.ts';

/** The rows of an upload's file below its header. */
export interface OpenedRows {
  batches: AsyncIterable<FileRow[]>;
  close(): Promise<void>;
}

async function* belowHeader(batches: AsyncIterable<FileRow[]>): AsyncGenerator<FileRow[]> {
  let header = true;
  for await (const batch of filledRows(batches)) {
    const rows = header ? batch.slice(1) : batch;
    if (batch.length > 0) header = false;
    if (rows.length > 0) yield rows;
  }
}

/** Opens the file of an upload. Throws ImportFault where it can not be read. */
export async function openRows(frame: Frame, row: ImportRow): Promise<OpenedRows> {
  const { file_id: fileId } = row;
  const { dialect } = recipeOf(row);
  const file =
    fileId && (await frame.db.asPlatform('read an import', (tx) => frame.files.open(tx, fileId)));
  if (!file || !dialect) throw new Error(`The file of import ${row.id} is gone`);
  return {
    batches: belowHeader(readCsv(file.stream, dialect)),
    close: async () => void file.stream.destroy(),
  };
}
