import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AppContext } from '#platform/app-context.ts';
import type { FileRow } from './imports-csv.ts';
import { readCsv } from './imports-csv.ts';
import { openWorkbook } from './imports-workbook.ts';
import { tableRows } from './imports-table.ts';
import { type ImportRow, recipeOf } from './imports-store.ts';

/** The rows of an upload's file below its header. */
export interface OpenedRows {
  batches: AsyncIterable<FileRow[]>;
  close(): Promise<void>;
}

async function* belowHeader(batches: AsyncIterable<FileRow[]>): AsyncGenerator<FileRow[]> {
  let header = true;
  for await (const batch of tableRows(batches)) {
    const rows = header ? batch.slice(1) : batch;
    if (batch.length > 0) header = false;
    if (rows.length > 0) yield rows;
  }
}

/** A workbook is read here and there: it is laid beside the uploads for the time of the work. */
async function openCopy(ctx: AppContext, stream: Readable): Promise<OpenedRows> {
  const folder = await mkdtemp(path.join(ctx.config.dataDir, 'tmp', 'import-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const file = path.join(folder, 'workbook');
    await pipeline(stream, createWriteStream(file));
    const workbook = await openWorkbook(file);
    const close = async () => {
      workbook.close();
      await remove();
    };
    return { batches: belowHeader(workbook.rows()), close };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Opens the file of an upload. Throws ImportFault where it can not be read. */
export async function openRows(ctx: AppContext, row: ImportRow): Promise<OpenedRows> {
  const { file_id: fileId } = row;
  const { dialect } = recipeOf(row);
  const file =
    fileId && (await ctx.db.asPlatform('read an import', (tx) => ctx.files.open(tx, fileId)));
  if (!file) throw new Error(`The file of import ${row.id} is gone`);
  if (!dialect) return openCopy(ctx, file.stream);
  return {
    batches: belowHeader(readCsv(file.stream, dialect)),
    close: async () => void file.stream.destroy(),
  };
}
