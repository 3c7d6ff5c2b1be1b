import { type ImportFailure, importFailureText } from '@tegeka/contract/customer-import-rules.ts';
import type { ErrorCode } from '@tegeka/contract/kit/errors.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { UploadedFile } from '#platform/files/stored-files.ts';
import { ImportError } from './imports-error.ts';
import { type Header, readTextHeader, readWorkbookHeader } from './imports-rows.ts';

/** What a sender is told at once about a file whose header can not be read. */
const AT_ONCE: Record<ImportFailure, ErrorCode> = {
  FILE_UNREADABLE: 'FILE_DAMAGED',
  ROW_ENDLESS: 'FILE_DAMAGED',
  FILE_EMPTY: 'FILE_EMPTY',
  TOO_MANY_ROWS: 'FILE_TOO_LARGE',
  TOO_LARGE_UNPACKED: 'TOO_LARGE_UNPACKED',
  UNEXPECTED: 'UNEXPECTED',
};

/** The columns of a file that has just arrived. Refuses one that is no table, by name. */
export async function readHeader(upload: UploadedFile): Promise<Header> {
  try {
    const { path, mediaType } = upload;
    return await (mediaType === 'text/csv' ? readTextHeader(path) : readWorkbookHeader(path));
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    const fields = [{ field: 'file', message: importFailureText(error.code, error.row) }];
    throw refuse(AT_ONCE[error.code], { fields });
  }
}
