import type { ProfileData } from '#features/profile/profile-calls.ts';
import { correctedOf, startDraft } from '#features/profile/profile-draft.ts';
import { type Draft, draftOver, type TextField } from '#ui/form/business-draft.ts';
import { type DraftOwner, type DraftStart, keepTexts, startOf } from '#ui/form/business-keep.ts';

/** What the form of a change starts from. */
export interface ChangeStart extends DraftStart<TextField> {
  owner: DraftOwner;
}

/** Whose change it is, and whether it is a new one or corrects one. */
function changeOwner(email: string, data: ProfileData): DraftOwner {
  const corrected = correctedOf(data);
  const basis = corrected ? `${corrected.id} ${corrected.attempt}` : 'new';
  return { of: 'change', email, basis };
}

/** Where the form begins: what is kept on this device, else the attempt to correct, else what is registered. */
export async function startChange(email: string, data: ProfileData): Promise<ChangeStart> {
  const owner = changeOwner(email, data);
  return { owner, ...(await startOf(owner, startDraft(data))) };
}

/** Lays a draft over the data of now, and keeps it so that a reload finds it. */
export async function changeOver(
  draft: Draft,
  before: ChangeStart,
  data: ProfileData,
): Promise<ChangeStart> {
  const owner = changeOwner(before.owner.email, data);
  const fresh = startDraft(data);
  const kept = { draft: draftOver(draft, before.from, fresh), from: fresh.texts, attempt: null };
  await keepTexts(owner, kept);
  return { owner, ...kept, isOlder: true };
}
