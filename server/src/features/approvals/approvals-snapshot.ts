import { parseJson } from '@tegeka/contract/kit/json.ts';
import { createHash } from 'node:crypto';
import { type SnapshotField, snapshotFieldShape } from '@tegeka/contract/approvals.ts';
import { showDay } from '@tegeka/contract/kit/day.ts';
import type { Field } from '@tegeka/contract/kit/fields.ts';
import * as z from 'zod/mini';
import type { AppContext } from '#platform/app-context.ts';
import { fileUrlOf } from '#platform/files/stored-files.ts';
import { reencryptColumn } from '#platform/security/re-encryption.ts';

const keptShape = z.array(
  z.extend(z.omit(snapshotFieldShape, { kind: true, fileUrl: true }), {
    /** What two values are compared by: the text itself, a file's SHA-256, an id. */
    hash: z.string(),
    fileId: z.nullable(z.string()),
    /** Not shown any more once the request is taken back. */
    masked: z.boolean(),
  }),
);

/** A stored snapshot. What differs from the previous attempt is marked when it is made. */
export type KeptSnapshot = z.infer<typeof keptShape>;

/** A part of a request, as its action describes it. */
export type SnapshotPart = Omit<KeptSnapshot[number], 'changed' | 'before'>;

/** What a part shows: a text, or what has an id and a name that may change. A file has a type as well. */
type Shown = string | { id: string; name: string; mediaType?: string; sha256?: string };

type Text = readonly [key: string, label: string, shown: Shown, masked?: boolean | undefined];

/** Parts that stand in one section. */
export function textParts(section: string, texts: readonly Text[]): SnapshotPart[] {
  return texts.map(([key, label, shown, masked = false]) => {
    const of = typeof shown === 'string' ? { id: shown, name: shown } : shown;
    const { id, name: value, mediaType = null, sha256 = id } = of;
    const fileId = mediaType === null ? null : id;
    return { section, key, label, value, hash: sha256, masked, fileId, mediaType };
  });
}

/** A value of a field. A reference to another entity is given with its id and its name. */
type FieldValue = Shown | number | boolean | null | undefined;

function shownOf({ kind, options = [] }: Field, value: FieldValue): Shown {
  if (kind === 'checkbox') return value === true ? 'Yes' : 'No';
  if (typeof value === 'object' && value !== null) return value;
  const id = String(value ?? '');
  // Choices are compared by their values: labels may change.
  const label = options.find((option) => option.value === id)?.label ?? id;
  return { id, name: kind === 'date' && id ? showDay(id) : label };
}

/** Parts of an entity by its fields, each in the section of its field. */
export const fieldParts = (
  fields: readonly (readonly [key: string, field: Field])[],
  entity: Readonly<Record<string, FieldValue>>,
): SnapshotPart[] =>
  fields.flatMap(([key, field]) => {
    const { section = '', label, masked } = field;
    return textParts(section, [[key, label, shownOf(field, entity[key]), masked]]);
  });

/** Marks what differs from what was before; a replaced document differs by its content. */
export function compared(
  parts: readonly SnapshotPart[],
  before: readonly SnapshotPart[] | null,
): KeptSnapshot {
  return parts.map((part) => {
    const old = before?.find(({ key }) => key === part.key);
    const changed = before !== null && old?.hash !== part.hash;
    return { ...part, changed, before: changed ? (old?.value ?? null) : null };
  });
}

type WithKeys = Pick<AppContext, 'keys'>;

/** A request with its snapshot as the database has it. */
type EncryptedSnapshot = Readonly<Record<'organization_id' | 'snapshot', string>>;

const scopeOf = (organizationId: string) => ({ tenant: organizationId, purpose: 'snapshot' });

export const encryptSnapshot = (
  { keys }: WithKeys,
  owner: string,
  snapshot: KeptSnapshot,
): string => keys.encrypt(scopeOf(owner), JSON.stringify(snapshot));

export const decryptSnapshot = (
  { keys }: WithKeys,
  { organization_id: owner, snapshot }: EncryptedSnapshot,
): KeptSnapshot => parseJson(keptShape, keys.decrypt(scopeOf(owner), snapshot));

/** See `reencrypt` of a feature. */
export const REENCRYPT_SNAPSHOTS = reencryptColumn({
  table: 'approval_requests',
  key: ['id'],
  column: 'snapshot',
  scope: ({ organization_id: owner }) => scopeOf(owner),
});

/** Hash of an encrypted snapshot. Encryption is randomized, so the hash reveals nothing of the values. */
export const hashOf = ({ snapshot }: EncryptedSnapshot): string =>
  createHash('sha256').update(snapshot).digest('hex');

/** What snapshots are compared by: keys and marks. Labels and names may have changed. */
export const hashesOf = (parts: readonly SnapshotPart[]): string =>
  JSON.stringify(parts.map(({ key, hash }) => [key, hash]));

/** The fields as checkers read them. Masked values of a withdrawn request are left empty. */
export function fieldsOf(snapshot: KeptSnapshot, isWithdrawn: boolean): SnapshotField[] {
  return snapshot.map(({ hash: _mark, masked, fileId, ...part }) => ({
    ...part,
    ...(masked && isWithdrawn && { value: '', before: null }),
    kind: fileId === null ? 'text' : 'file',
    fileUrl: fileId === null ? null : fileUrlOf(fileId),
  }));
}
