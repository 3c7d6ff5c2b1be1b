import { isDeepStrictEqual } from 'node:util';
import type { MerchantSubmission } from '@tegeka/contract/merchants/merchant-registration.ts';
import { findOfferedBank } from '#features/banks/banks-store.ts';
import type { Tx } from '#platform/database/database.ts';
import type { StoredUpload } from '#platform/files/stored-files.ts';
import type { AppContext } from '#platform/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Registration } from './merchants-store.ts';

/** Who submits: the signed-in person. */
export interface Representative {
  userId: string;
  organizationId: string;
  firstName: string;
  lastName: string;
  email: string;
}

/** A registration as it arrives. */
export interface Submission {
  person: Representative;
  submission: MerchantSubmission;
  /** By the parts of {@link DOCUMENTS}; a correction keeps what is left out. */
  files: Readonly<Partial<Record<string, StoredUpload>>>;
}

/** The documents of a registration, by their parts of the body. */
export const DOCUMENTS = ['logo', 'certificateOfIncorporation'] as const;
export type DocumentPart = (typeof DOCUMENTS)[number];

/** Refuses what names another organization (NOT_FOUND) or another person's address. */
export function checkPerson({ person, submission }: Submission): void {
  if (submission.organizationId !== person.organizationId) throw refuse('NOT_FOUND');
  // Mail goes to the address of the account: nobody has us write to a stranger.
  if (person.email !== '' && submission.userInfo.email !== person.email.toLowerCase()) {
    const message = 'Use the address you signed in with.';
    throw refuse('INPUT_INVALID', { fields: [{ field: 'userInfo.email', message }] });
  }
}

/** Refuses BANK_UNKNOWN for a bank that is not in the list today. */
export async function checkBank(
  ctx: AppContext,
  tx: Tx,
  { submission }: Submission,
): Promise<void> {
  for (const [n, { bankId }] of submission.bankAccounts.entries()) {
    if (await findOfferedBank(tx, bankId, ctx.clock.now())) continue;
    const message = 'Please choose a bank from the list.';
    throw refuse('BANK_UNKNOWN', { fields: [{ field: `bankAccounts.${n}.bankId`, message }] });
  }
}

/** Refuses FILE_MISSING for a first registration without one of its documents. */
export function checkFiles({ files }: Submission): void {
  const missing = DOCUMENTS.find((part) => !files[part]);
  if (!missing) return;
  const message = 'Please add this file.';
  throw refuse('FILE_MISSING', { fields: [{ field: missing, message }] });
}

/** True when this is what was submitted before, sent a second time. */
export function isDuplicate(known: Registration, { submission, files }: Submission): boolean {
  // Who sends it and by which workflow says nothing about the business.
  const contentOf = (whole: MerchantSubmission) => {
    return { ...whole, approvalPolicyId: null, userInfo: null };
  };
  return (
    isDeepStrictEqual(contentOf(submission), contentOf(known.submission)) &&
    DOCUMENTS.every((part) =>
      [undefined, known.documents[part].sha256].includes(files[part]?.sha256),
    )
  );
}
