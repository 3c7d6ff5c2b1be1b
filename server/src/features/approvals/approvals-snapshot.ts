import { createHash } from 'node:crypto';
import { type SnapshotField, snapshotFieldShape } from '@tegeka/contract/approvals.ts';
import { showDay } from '@tegeka/contract/kit/day.ts';
import type { Field, FieldOption } from '@tegeka/contract/kit/fields.ts';
import * as z from 'zod/mini';
import type { AppContext } from '#platform/app-context.ts';
import { fileUrlOf } from '#platform/files/stored-files.ts';

const keptShape = z.array(
  z.extend(z.omit(snapshotFieldShape, { fileUrl: true }), {
    /** What two values are compared by: the text itself, a file's SHA-256, an id. */
    mark: z.string(),
    fileId: z.nullable(z.string()),
    /** Encrypted in the database. */
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
  const plain = { section, kind: 'text', fileId: null, mediaType: null } as const;
  return texts.map(([key, label, value, masked = false]) =>
    typeof value === 'string'
      ? { ...plain, key, label, value, mark: value, masked }
      : { ...plain, key, label, value: value.name, mark: value.id, masked },
  );
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
      kind: file ? 'file' : 'text',
      value: file?.name ?? word,
      // A choice is what was chosen, however it is called by now.
      mark: file?.sha256 ?? (typeof value === 'string' ? value : word),
      fileId: file?.id ?? null,
      mediaType: file?.mediaType ?? null,
      masked,
    };
  });
}

type WithKeys = Pick<AppContext, 'keys'>;

const scopeOf = (organizationId: string) => ({ tenant: organizationId, purpose: 'snapshot' });

export function snapshotLabels(stored: unknown): ReadonlyMap<string, string> {
  return new Map(keptShape.parse(stored).map(({ key, label }) => [key, label]));
}

/** A snapshot as the database has it: masked values are encrypted there. */
export function sealSnapshot({ keys }: WithKeys, organizationId: string, snapshot: KeptSnapshot) {
  const scope = scopeOf(organizationId);
  return snapshot.map((part) => {
    if (!part.masked) return part;
    const { value, before } = part;
    const mark = keys.fingerprints(scope, part.mark)[0];
    const sealedBefore = before === null ? null : keys.seal(scope, before);
    return { ...part, value: keys.seal(scope, value), before: sealedBefore, mark };
  });
}

export function openSnapshot({ keys }: WithKeys, organizationId: string, stored: unknown) {
  const scope = scopeOf(organizationId);
  return keptShape.parse(stored).map((part) => {
    if (!part.masked) return part;
    const value = keys.open(scope, part.value);
    const before = part.before === null ? null : keys.open(scope, part.before);
    return { ...part, value, before, mark: value };
  });
}

/**
 * Names the content of a request: two snapshots with the same hash have the same parts and values. The first
 * hash is by the present key, others by the previous one.
 */
export function hashesOf(
  { keys }: WithKeys,
  organizationId: string,
  parts: readonly SnapshotPart[],
): [present: string, ...previous: string[]] {
  const scope = scopeOf(organizationId);
  // A hash of the digits alone would be found by trial: all else of the snapshot is known.
  const hashBy = (key: number) => {
    const marks = parts.map(({ key: name, mark, masked }) => {
      return [name, masked ? keys.fingerprints(scope, mark)[key] : mark];
    });
    return createHash('sha256').update(JSON.stringify(marks)).digest('hex');
  };
  const [, ...previous] = keys.fingerprints(scope, '');
  return [hashBy(0), ...previous.map((_, n) => hashBy(n + 1))];
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

/** A snapshot whose masked values nobody reads any more. */
export const withoutMasked = (snapshot: KeptSnapshot): KeptSnapshot =>
  snapshot.map((part) => (part.masked ? { ...part, value: '', before: null } : part));

export function fieldsOf(snapshot: KeptSnapshot): SnapshotField[] {
  return snapshot.map(({ mark: _mark, masked: _masked, fileId, ...part }) => ({
    ...part,
    fileUrl: fileId === null ? null : fileUrlOf(fileId),
  }));
}
