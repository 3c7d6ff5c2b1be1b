import { createHash } from 'node:crypto';
import type { SnapshotField } from '@tegeka/contract/approvals.ts';
import * as z from 'zod/mini';
import { fileUrlOf } from '#platform/files/stored-files.ts';

const partShape = z.object({
  key: z.string(),
  section: z.string(),
  label: z.string(),
  kind: z.enum(['text', 'file']),
  /** The text, or the file's name. */
  value: z.string(),
  /** What two values are compared by: the text itself, a file's SHA-256, an id. */
  mark: z.string(),
  fileId: z.nullable(z.string()),
  mediaType: z.nullable(z.string()),
});

/** A part of what is put up for approval, as the action that puts it up describes it. */
export type SnapshotPart = z.infer<typeof partShape>;

const keptShape = z.array(
  z.extend(partShape, { changed: z.boolean(), before: z.nullable(z.string()) }),
);

/** A snapshot as it is kept: what differs from the attempt before is marked once and for all. */
export type KeptSnapshot = z.infer<typeof keptShape>;

/** Reads a snapshot as it lies in the database. */
export function readSnapshot(stored: unknown): KeptSnapshot {
  return keptShape.parse(stored);
}

/** Names what was put up: two snapshots with the same hash have the same parts and values. */
export function hashOf(parts: readonly SnapshotPart[]): string {
  const marks = parts.map(({ key, mark }) => [key, mark]);
  return createHash('sha256').update(JSON.stringify(marks)).digest('hex');
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

/** A snapshot as a checker reads it. */
export function fieldsOf(snapshot: KeptSnapshot): SnapshotField[] {
  return snapshot.map(({ mark: _mark, fileId, ...part }) => ({
    ...part,
    fileUrl: fileId === null ? null : fileUrlOf(fileId),
  }));
}
