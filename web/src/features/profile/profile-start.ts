import type { ProfileData } from '#features/profile/profile-calls.ts';
import { correctedOf, startDraft } from '#features/profile/profile-draft.ts';
import type { Draft } from '#ui/business-draft.ts';
import { type DraftOwner, readDraft } from '#ui/business-keep.ts';

/** What the form of a change starts from. */
export interface ChangeStart {
  owner: DraftOwner;
  draft: Draft;
  attempt: string | null;
}

/** Whose change it is, and of which data: a draft for other data is not taken up again. */
export function changeOwner(email: string, data: ProfileData): DraftOwner {
  const corrected = correctedOf(data);
  const basis = corrected ? `${corrected.id} ${corrected.attempt}` : 'new';
  return { of: 'change', email, basis: `${basis} ${data.profile.detailsVersion}` };
}

/** Where the form begins: what is kept on this device, else the attempt to correct, else what is registered. */
export async function startChange(email: string, data: ProfileData): Promise<ChangeStart> {
  const start = startDraft(data);
  const owner = changeOwner(email, data);
  const kept = await readDraft(owner, start);
  return { owner, draft: kept?.draft ?? start, attempt: kept?.attempt ?? null };
}
