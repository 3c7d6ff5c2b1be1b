import type { ChangeInput } from '@tegeka/contract/merchants/merchant-changes.ts';
import { textsOf } from '@tegeka/contract/merchants/merchant-payload.ts';
import { findOfferedBank } from '#features/banks/banks-store.ts';
import { type Details, detailsShape } from '#features/merchants/merchants-details.ts';
import type { Registration } from '#features/merchants/merchants-store.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { UploadedFile } from '#platform/files/stored-files.ts';

/** What the details of a change are made from. */
export interface Sources {
  merchant: Registration;
  base: Details;
  /** The proposal of the attempt that is corrected, or null. */
  last: Details | null;
  input: ChangeInput;
  certificate: UploadedFile | undefined;
}

/** The account number: as sent, as in the attempt before, or as registered. */
function accountNumberOf({ base, last, input }: Sources): string {
  const sent = input.bankAccount?.accountNumber;
  if (sent !== undefined) return sent;
  const known = last && input.kept.includes('accountNumber') ? last : base;
  // A number without its bank is the number of somebody else's account.
  if ((input.bankAccount?.bankId ?? base.bank) === known.bank) return known.accountNumber;
  const message = 'Enter the account number at this bank.';
  throw refuse('INPUT_INVALID', { fields: [{ field: 'bankAccount.accountNumber', message }] });
}

/** The certificate's id: that of the upload, of the attempt before, or the registered one. */
async function certificateOf(ctx: AppContext, tx: Tx, sources: Sources): Promise<string> {
  const { merchant, base, last, input, certificate } = sources;
  const kind = 'certificateOfIncorporation';
  if (!certificate) return (last && input.kept.includes(kind) ? last : base)[kind];
  if (certificate.sha256 === merchant.documents[kind].sha256) return base[kind];
  const { organizationId } = merchant.submission;
  return (await ctx.files.keep(tx, certificate, { organizationId, kind })).id;
}

/** All details as they shall stand. Refuses INPUT_INVALID for another bank without a number. */
export async function proposalOf(ctx: AppContext, tx: Tx, sources: Sources): Promise<Details> {
  const accountNumber = accountNumberOf(sources);
  const certificateOfIncorporation = await certificateOf(ctx, tx, sources);
  return detailsShape.parse({
    ...sources.base,
    ...textsOf(sources.input),
    accountNumber,
    certificateOfIncorporation,
  });
}

/** Refuses BANK_UNKNOWN for another bank than before that is not in the list today. */
export async function checkBank(
  ctx: AppContext,
  tx: Tx,
  { base, proposal }: { base: Details; proposal: Details },
  field: string,
): Promise<void> {
  if (proposal.bank === base.bank) return;
  if (await findOfferedBank(tx, proposal.bank, ctx.clock.now())) return;
  const message = 'Please choose a bank from the list.';
  throw refuse('BANK_UNKNOWN', { fields: [{ field, message }] });
}
