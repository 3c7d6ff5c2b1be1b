import {
  IMPORT_COLUMN_NAMES,
  IMPORT_COLUMNS,
  type ImportMapping,
} from '@tegeka/contract/customer-import-rules.ts';
import { refuse } from '#platform/http/refusal.ts';
import { missingColumns } from './imports-columns.ts';

/** Refuses a mapping that names columns which the file has not, or lacks those that are needed. */
export function checkMapping(mapping: ImportMapping, columns: readonly string[]): void {
  const unknown = IMPORT_COLUMN_NAMES.filter((name) => (mapping[name] ?? 0) >= columns.length);
  const missing = missingColumns(mapping);
  const fields = [
    ...unknown.map((name) => ({
      field: `mapping.${name}`,
      message: 'The file has no such column.',
    })),
    ...missing.map((name) => {
      const message =
        name === 'phoneNumber'
          ? 'Choose a column for the phone number or for the email.'
          : `Choose a column for ${IMPORT_COLUMNS[name].label}.`;
      return { field: `mapping.${name}`, message };
    }),
  ];
  if (fields.length > 0) throw refuse('INPUT_INVALID', { fields });
}
