import {
  IMPORT_COLUMN_NAMES,
  IMPORT_COLUMNS,
  type ImportColumn,
  type ImportMapping,
} from '@tegeka/contract/customer-import-rules.ts';

/** For each of our columns the place of the file's column, from 0, as a select keeps it; '' is none. */
export type MappingDraft = Record<ImportColumn, string>;

/** A mapping that can be sent, or what is wrong with it, column by column. */
export type ReadyMapping =
  | { ready: true; mapping: ImportMapping }
  | { ready: false; errors: Partial<Record<ImportColumn, string>> };

/** What has been recognised so far, to be changed. */
export function mappingDraftOf(mapping: ImportMapping): MappingDraft {
  const chosen = (name: ImportColumn) => String(mapping[name] ?? '');
  return {
    firstName: chosen('firstName'),
    middleName: chosen('middleName'),
    lastName: chosen('lastName'),
    phoneNumber: chosen('phoneNumber'),
    email: chosen('email'),
    customerReferenceNumber: chosen('customerReferenceNumber'),
  };
}

function errorOf(name: ImportColumn, draft: MappingDraft): string | null {
  const place = draft[name];
  if (place === '') {
    if (IMPORT_COLUMNS[name].required) return 'Choose the column that has this.';
    const unreachable = draft.phoneNumber === '' && draft.email === '';
    return name === 'phoneNumber' && unreachable
      ? 'Choose a column for the phone number, the email, or both: each customer needs one.'
      : null;
  }
  const before = IMPORT_COLUMN_NAMES.slice(0, IMPORT_COLUMN_NAMES.indexOf(name));
  const twice = before.find((other) => draft[other] === place);
  return twice ? `This column is chosen for ${IMPORT_COLUMNS[twice].label} already.` : null;
}

/** Looks through what was chosen. */
export function readyMapping(draft: MappingDraft): ReadyMapping {
  const errors = IMPORT_COLUMN_NAMES.flatMap((name) => {
    const error = errorOf(name, draft);
    return error ? [[name, error] as const] : [];
  });
  if (errors.length > 0) return { ready: false, errors: Object.fromEntries(errors) };
  const chosen = IMPORT_COLUMN_NAMES.filter((name) => draft[name] !== '');
  return {
    ready: true,
    mapping: Object.fromEntries(chosen.map((name) => [name, Number(draft[name])])),
  };
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
  const needed = IMPORT_COLUMN_NAMES.filter((name) => IMPORT_COLUMNS[name].required);
  const missing = needed.filter((name) => mapping[name] === undefined);
  const labels = missing.map((name): string => IMPORT_COLUMNS[name].label);
  const reachable = mapping.phoneNumber !== undefined || mapping.email !== undefined;
  return reachable ? labels : [...labels, 'Phone Number or Email'];
}
