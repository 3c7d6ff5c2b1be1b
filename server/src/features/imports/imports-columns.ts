import { columnNamesOf, type ImportMapping } from '@tegeka/contract/imports/import-kind.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { FileImport } from './imports-kind.ts';

/** A name in lower case with letters and digits only, so that case, spaces and signs do not count. */
const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Finds our columns among those of a file by their names. Where two fit, the first counts. */
export function matchColumns(
  { kind, synonyms }: FileImport,
  columns: readonly string[],
): ImportMapping {
  const names = columns.map(plain);
  const found = columnNamesOf(kind).flatMap((ours) => {
    const known = [plain(kind.columns[ours]?.label ?? ''), ...(synonyms[ours] ?? '').split(/\s+/)];
    const at = known.map((name) => names.indexOf(name)).find((position) => position >= 0);
    return at === undefined ? [] : [[ours, at] as const];
  });
  return Object.fromEntries(found);
}

/** Refuses a mapping that names columns which the file does not have. */
export function expectColumns(mapping: ImportMapping, columns: readonly string[]): void {
  const unknown = Object.keys(mapping).filter((name) => (mapping[name] ?? 0) >= columns.length);
  const message = 'The file has no such column.';
  const fields = unknown.map((name) => ({ field: `mapping.${name}`, message }));
  if (fields.length > 0) throw refuse('INPUT_INVALID', { fields });
}
