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
}

/** What a form begins with. */
export interface DraftStart {
  draft: Draft;
  /** The texts that it began with: what differs from them was typed. */
  from: Draft['texts'];
  /** The idempotency key of a submission of just this content that may have reached the server. */
  attempt: string | null;
  /** True where the draft was begun over older data than those of now. */
  isOlder: boolean;
}

const textsShape = z.record(z.string(), z.string());
const keptShape = z.object({
  basis: z.string(),
  texts: textsShape,
  chosen: textsShape,
  from: textsShape,
  attempt: z.nullable(z.string()),
});

/** A draft over newer data: what was typed or chosen stays, what was not touched follows. */
export function draftOver(draft: Draft, from: Draft['texts'], fresh: Draft): Draft {
  const isTouched = ([key]: [string, unknown]) => draft.texts[key] !== from[key];
  const touched = (entries: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(entries).filter(isTouched));
  const chosen = Object.entries(draft.files).filter(([, file]) => file?.kind === 'chosen');
  return {
    texts: { ...fresh.texts, ...touched(draft.texts) },
    chosen: { ...fresh.chosen, ...touched(draft.chosen) },
    files: { ...fresh.files, ...Object.fromEntries(chosen) },
  };
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
  const { draft, from, attempt } = start;
  const { texts, chosen } = draft;
  const kept: z.infer<typeof keptShape> = { basis: owner.basis, texts, chosen, from, attempt };
  return draftStorage.write(owner.email, owner.name, kept);
}

/** Keeps a chosen file beside the texts; a removed or stored one leaves nothing behind. */
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
  const nothing = { draft: fresh, from: fresh.texts, attempt: null, isOlder: false };
  const read = keptShape.safeParse(await draftStorage.read(owner.email, owner.name));
  if (!read.success) return nothing;
  if (read.data.basis !== owner.basis) {
    await deleteDraft(owner, Object.keys(fresh.files));
    return nothing;
  }
  const { texts, chosen, from, attempt } = read.data;
  const keys = Object.keys({ ...from, ...fresh.texts });
  const isOlder = keys.some((key) => from[key] !== fresh.texts[key]);
  const kept = { texts, chosen, files: await keptFiles(owner, fresh) };
  return {
    draft: draftOver(kept, from, fresh),
    from: fresh.texts,
    // A submission over other data is another one.
    attempt: isOlder ? null : attempt,
    isOlder,
  };
}
