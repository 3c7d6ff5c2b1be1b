import {
  IMPORT_COLUMN_NAMES,
  IMPORT_COLUMNS,
  type ImportColumn,
  type ImportMapping,
} from '@tegeka/contract/customers/customer-import-rules.ts';

/** What is wrong with a mapping, column by column. */
export type MappingErrors = Partial<Record<ImportColumn, string>>;

function errorOf(name: ImportColumn, mapping: ImportMapping): string | null {
  const place = mapping[name];
  if (place === undefined) {
    if (IMPORT_COLUMNS[name].required) return 'Choose the column that has this.';
    const unreachable = mapping.phoneNumber === undefined && mapping.email === undefined;
    return name === 'phoneNumber' && unreachable
      ? 'Choose a column for the phone number, the email, or both: each customer needs one.'
      : null;
  }
  const before = IMPORT_COLUMN_NAMES.slice(0, IMPORT_COLUMN_NAMES.indexOf(name));
  const twice = before.find((other) => mapping[other] === place);
  return twice ? `This column is chosen for ${IMPORT_COLUMNS[twice].label} already.` : null;
}

/** Looks through what was chosen; null where it can be sent. */
export function mappingErrors(mapping: ImportMapping): MappingErrors | null {
  const errors = IMPORT_COLUMN_NAMES.flatMap((name) => {
    const error = errorOf(name, mapping);
    return error ? [[name, error] as const] : [];
  });
  return errors.length > 0 ? Object.fromEntries(errors) : null;
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

/** Labels of the columns that are needed and have not been recognised. */
export function missingColumns(mapping: ImportMapping): string[] {
  const missing = IMPORT_COLUMN_NAMES.filter(
    (name) => IMPORT_COLUMNS[name].required && mapping[name] === undefined,
  );
  const labels = missing.map((name): string => IMPORT_COLUMNS[name].label);
  const reachable = mapping.phoneNumber !== undefined || mapping.email !== undefined;
  return reachable ? labels : [...labels, 'Phone Number or Email'];
}
