import { type SnapshotField, snapshotFieldShape } from '@tegeka/contract/approvals.ts';
import { showDay } from '@tegeka/contract/kit/day.ts';
import type { Field, FieldOption } from '@tegeka/contract/kit/fields.ts';
import * as z from 'zod/mini';
import type { AppContext } from '#platform/app-context.ts';
import { fileUrlOf } from '#platform/files/stored-files.ts';
import { resealColumn } from '#platform/security/reseal.ts';

const keptShape = z.array(
  z.extend(z.omit(snapshotFieldShape, { kind: true, fileUrl: true }), {
    /** What two values are compared by: the text itself, a file's SHA-256, an id. */
    mark: z.string(),
    fileId: z.nullable(z.string()),
    /** Not shown any more once the request is taken back. */
    masked: z.boolean(),
  }),
);

/** A snapshot as it is kept: what differs from the attempt before is marked once and for all. */
export type KeptSnapshot = z.infer<typeof keptShape>;

/** A part of a request, as its action describes it. */
export type SnapshotPart = Omit<KeptSnapshot[number], 'changed' | 'before'>;

type Text = readonly [key: string, label: string, value: string, masked?: true];
/** Shown by a name that may change, and compared by the id. */
type Name = readonly [key: string, label: string, named: { name: string; id: string }];

/** Parts of plain text that stand in one section. */
export function textParts(section: string, texts: readonly (Text | Name)[]): SnapshotPart[] {
  return texts.map(([key, label, text, masked = false]) => {
    const { name: value, id: mark } = typeof text === 'string' ? { name: text, id: text } : text;
    return { section, key, label, value, mark, masked, fileId: null, mediaType: null };
  });
}

/** Options and files that values of fields name by an id. */
export interface NamedById {
  /** The choices of fields that do not bring their own, by the keys of the fields. */
  options: Readonly<Record<string, readonly FieldOption[]>>;
  /** With the SHA-256 where it is known: the same content sent again is no change. */
  files: ReadonlyMap<string, { id: string; name: string; mediaType: string; sha256?: string }>;
}

function wordOf(kind: Field['kind'], options: readonly FieldOption[], value: unknown): string {
  if (kind === 'checkbox') return value === true ? 'Yes' : 'No';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  if (kind === 'date') return showDay(value);
  return options.find((option) => option.value === value)?.label ?? value;
}

export function fieldParts(
  fields: readonly (readonly [key: string, field: Field])[],
  entity: object,
  named: NamedById,
): SnapshotPart[] {
  const values = new Map<string, unknown>(Object.entries(entity));
  return fields.map(([key, { kind, label, section = '', options, masked = false }]) => {
    const value = values.get(key);
    const word = wordOf(kind, options ?? named.options[key] ?? [], value);
    const file = kind === 'file' ? named.files.get(word) : undefined;
    return {
      key,
      section,
      label,
      value: file?.name ?? word,
      // A choice is what was chosen, however it is called by now.
      mark: file?.sha256 ?? (typeof value === 'string' ? value : word),
      fileId: file?.id ?? null,
      mediaType: file?.mediaType ?? null,
      masked,
    };
  });
}

/** Marks what differs from what was before; a replaced document differs by its content. */
export function compared(
  parts: readonly SnapshotPart[],
  before: readonly SnapshotPart[] | null,
): KeptSnapshot {
  return parts.map((part) => {
    const old = before?.find(({ key }) => key === part.key);
    const changed = before !== null && old?.mark !== part.mark;
    return { ...part, changed, before: changed ? (old?.value ?? null) : null };
  });
}

type WithKeys = Pick<AppContext, 'keys'>;

const scopeOf = (organizationId: string) => ({ tenant: organizationId, purpose: 'snapshot' });

export const sealSnapshot = ({ keys }: WithKeys, owner: string, snapshot: KeptSnapshot): string =>
  keys.seal(scopeOf(owner), JSON.stringify(snapshot));

export const openSnapshot = (
  { keys }: WithKeys,
  { organization_id: owner, snapshot }: { organization_id: string; snapshot: string },
): KeptSnapshot => keptShape.parse(JSON.parse(keys.open(scopeOf(owner), snapshot)));

/** See `reseal` of a feature. */
export const RESEAL_SNAPSHOTS = resealColumn({
  table: 'approval_requests',
  key: ['id'],
  column: 'snapshot',
  scope: ({ organization_id: owner }) => scopeOf(owner),
});

const marksOf = (parts: readonly SnapshotPart[]) =>
  JSON.stringify(parts.map(({ key, mark }) => [key, mark]));

/** Names what was read: snapshots with the same parts and values have the same. No value is found by trial. */
export const hashOf = ({ keys }: WithKeys, parts: readonly SnapshotPart[]): string =>
  keys.mac('snapshot', marksOf(parts));

/** True where a hash names these parts, also by the previous instance key. */
export const isNamedBy = ({ keys }: WithKeys, parts: readonly SnapshotPart[], hash: string) =>
  keys.macMatches('snapshot', marksOf(parts), hash);

/** The fields as people read them; nobody reads masked values of what was taken back. */
export function fieldsOf(snapshot: KeptSnapshot, isWithdrawn: boolean): SnapshotField[] {
  return snapshot.map(({ mark: _mark, masked, fileId, ...part }) => ({
    ...part,
    ...(masked && isWithdrawn && { value: '', before: null }),
    kind: fileId === null ? 'text' : 'file',
    fileUrl: fileId === null ? null : fileUrlOf(fileId),
  }));
}
