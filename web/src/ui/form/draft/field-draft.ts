import type { StoredFile } from '@tegeka/contract/files.ts';
import * as z from 'zod/mini';
import { draftStorage } from '#platform/device/draft-storage.ts';

/** A file of a draft: chosen on this device, or stored on the server by an earlier submission. */
export type DraftFile = { kind: 'chosen'; file: File } | { kind: 'stored'; stored: StoredFile };

/** The values of a form by field key. */
export interface Draft {
  texts: Readonly<Record<string, string>>;
  /** The labels of choices with options from the server, which may not be loaded later. */
  chosen: Readonly<Record<string, string>>;
  files: Readonly<Record<string, DraftFile | null>>;
}

/** Whose draft it is, and its basis. A stored draft with another basis is deleted. */
export interface DraftOwner {
  /** The name of the form. Each form has one draft. */
  name: string;
  email: string;
  /** Such as the time of the review that the draft answers. */
  basis: string;
  /** How texts and choices are stored, if not as they are. */
  format?: {
    write: (draft: Draft) => object;
    read: (stored: object) => object;
  };
}

const textsShape = z.record(z.string(), z.string());
const draftShape = z.object({ texts: textsShape, chosen: textsShape });
const keptShape = z.looseObject({
  basis: z.string(),
  from: textsShape,
  attempt: z.nullable(z.string()),
});

/** The initial state of a form. */
export interface DraftStart {
  draft: Draft;
  /** The values without a draft. Values that differ from them were typed or chosen. */
  fresh: Draft;
  /** The idempotency key of a submission of just this content that may have reached the server. */
  attempt: string | null;
  /** True if the draft was started on older data than the present ones. */
  isOlder: boolean;
}

/** Rebases a draft onto newer data: changed fields stay, all others take the newer values. */
export function draftOver(draft: Draft, from: Draft['texts'], fresh: Draft): Draft {
  const touched = (entries: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(entries).filter(([key]) => draft.texts[key] !== from[key]));
  const chosen = Object.entries(draft.files).filter(([, file]) => file?.kind === 'chosen');
  return {
    texts: { ...fresh.texts, ...touched(draft.texts) },
    chosen: { ...fresh.chosen, ...touched(draft.chosen) },
    files: { ...fresh.files, ...Object.fromEntries(chosen) },
  };
}

/** The files to send; stored ones stay where they are. */
export function uploadsOf({ files }: Draft): Record<string, File> {
  return Object.fromEntries(
    Object.entries(files).flatMap(([key, file]) =>
      file?.kind === 'chosen' ? [[key, file.file]] : [],
    ),
  );
}

/** Deletes a draft of a form: after it was sent, or for another basis. */
export async function deleteDraft(
  { email, name }: Pick<DraftOwner, 'email' | 'name'>,
  files: readonly string[],
): Promise<void> {
  const names = [name, ...files.map((key) => `${name} ${key}`)];
  await Promise.all(names.map((kept) => draftStorage.write(email, kept, null)));
}

/** Stores the draft with its idempotency key. False if the device cannot store it. */
export function keepDraft(owner: DraftOwner, start: DraftStart): Promise<boolean> {
  const { draft, fresh, attempt } = start;
  const { email, name, basis, format } = owner;
  const { texts, chosen } = draft;
  const stored = format?.write(draft) ?? { texts, chosen };
  return draftStorage.write(email, name, { basis, from: fresh.texts, attempt, ...stored });
}

/** Stores a chosen file apart from the texts, so that it is not written again at each keystroke. */
export function keepFile(
  { email, name }: DraftOwner,
  key: string,
  file: DraftFile | null,
): Promise<boolean> {
  const chosen = file?.kind === 'chosen' ? file.file : null;
  return draftStorage.write(email, `${name} ${key}`, chosen);
}

async function keptFiles({ email, name }: DraftOwner, fresh: Draft): Promise<Draft['files']> {
  const files: Record<string, DraftFile | null> = { ...fresh.files };
  for (const key of Object.keys(files)) {
    const file = await draftStorage.read(email, `${name} ${key}`);
    if (file instanceof File) files[key] = { kind: 'chosen', file };
  }
  return files;
}

/**
 * Returns the initial state of a form: the stored draft, or `fresh` without one. A draft that was started
 * on older data is rebased onto the present ones.
 */
export async function startDraft(owner: DraftOwner, fresh: Draft): Promise<DraftStart> {
  const nothing = { draft: fresh, fresh, attempt: null, isOlder: false };
  const kept = keptShape.safeParse(await draftStorage.read(owner.email, owner.name)).data;
  if (!kept) return nothing;
  const { basis, from, attempt } = kept;
  const typed = draftShape.safeParse(owner.format?.read(kept) ?? kept).data;
  if (!typed || basis !== owner.basis) {
    await deleteDraft(owner, Object.keys(fresh.files));
    return nothing;
  }
  const keys = Object.keys({ ...from, ...fresh.texts });
  const isOlder = keys.some((key) => from[key] !== fresh.texts[key]);
  return {
    draft: draftOver({ ...typed, files: await keptFiles(owner, fresh) }, from, fresh),
    fresh,
    // With other data it is another submission.
    attempt: isOlder ? null : attempt,
    isOlder,
  };
}
