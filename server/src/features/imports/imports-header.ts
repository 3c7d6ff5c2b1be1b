import { type ImportFailure, importFailureText } from '@tegeka/contract/customer-import-rules.ts';
import type { FaultCode } from '@tegeka/contract/faults.ts';
import { refuse } from '#platform/refusal.ts';
import type { UploadedFile } from '#platform/stored-files.ts';
import { ImportFault } from './imports-fault.ts';
import { type Header, readTextHeader, readWorkbookHeader } from './imports-rows.ts';

/** What a sender is told at once about a file whose header can not be read. */
const AT_ONCE: Record<ImportFailure, FaultCode> = {
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
    if (!(error instanceof ImportFault)) throw error;
    const fields = [{ field: 'file', message: importFailureText(error.code, error.row) }];
    throw refuse(AT_ONCE[error.code], { fields });
  }
}
