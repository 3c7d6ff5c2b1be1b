import type { StoredFile } from '@tegeka/contract/files.ts';
import * as z from 'zod/mini';
import { draftStorage } from '#platform/device/draft-storage.ts';

/** A file of a draft: chosen on this device, or stored with us since it was sent before. */
export type DraftFile = { kind: 'chosen'; file: File } | { kind: 'stored'; stored: StoredFile };

/** What stands in the fields of a form, by their keys. */
export interface Draft {
  texts: Readonly<Record<string, string>>;
  /** How a choice reads whose options come from the server: they may not be at hand later. */
  chosen: Readonly<Record<string, string>>;
  files: Readonly<Record<string, DraftFile | null>>;
}

/** Whose draft it is and what it began with: one of another basis is deleted unread. */
export interface DraftOwner {
  /** The form; each has one draft. */
  name: string;
  email: string;
  /** Such as the moment of the review that is answered. */
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

/** What a form begins with. */
export interface DraftStart {
  draft: Draft;
  /** What it began with: what differs from it was typed or chosen. */
  fresh: Draft;
  /** The idempotency key of a submission of just this content that may have reached the server. */
  attempt: string | null;
  /** True where the draft was begun over older data than those of now. */
  isOlder: boolean;
}

/** A draft over newer data: what was typed or chosen stays, what was not touched follows. */
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

/** Keeps what is typed, and with it the key of its submission. False where the device keeps nothing. */
export function keepDraft(owner: DraftOwner, start: DraftStart): Promise<boolean> {
  const { draft, fresh, attempt } = start;
  const { email, name, basis, format } = owner;
  const { texts, chosen } = draft;
  const stored = format?.write(draft) ?? { texts, chosen };
  return draftStorage.write(email, name, { basis, from: fresh.texts, attempt, ...stored });
}

/** Keeps a chosen file beside the texts, so that it is not written again with each key that is typed. */
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
 * Where a form begins: with the draft that is kept, else with `fresh`. A draft that was begun over
 * older data is laid over those of now.
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
    // A submission over other data is another one.
    attempt: isOlder ? null : attempt,
    isOlder,
  };
}
