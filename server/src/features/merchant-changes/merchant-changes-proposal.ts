import type { ChangeInput } from '@tegeka/contract/merchant-changes.ts';
import { findOfferedBank } from '#features/banks/banks-store.ts';
import type { Details } from '#features/merchants/merchants-details.ts';
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
  const kept = last && input.kept.includes('accountNumber') ? last.accountNumber : null;
  const bank = input.bankAccount?.bankId ?? base.bank;
  // A number without its bank is the number of somebody else's account.
  const known = kept === null ? base.bank : last?.bank;
  if (bank !== known) {
    const message = 'Enter the account number at this bank.';
    throw refuse('INPUT_INVALID', { fields: [{ field: 'bankAccount.accountNumber', message }] });
  }
  return kept ?? base.accountNumber;
}

/** The certificate's id: that of the upload, of the attempt before, or the registered one. */
async function certificateOf(ctx: AppContext, tx: Tx, sources: Sources): Promise<string> {
  const { merchant, base, last, input, certificate } = sources;
  const registered = base.certificateOfIncorporation;
  if (certificate) {
    const { certificateOfIncorporation: before } = merchant.documents;
    if (certificate.sha256 === before.sha256) return registered;
    const owner = {
      organizationId: merchant.submission.organizationId,
      kind: 'certificateOfIncorporation',
    };
    return (await ctx.files.keep(tx, certificate, owner)).id;
  }
  const kept = input.kept.includes('certificateOfIncorporation');
  return kept && last ? last.certificateOfIncorporation : registered;
}

/** All details as they shall stand. Refuses INPUT_INVALID for another bank without a number. */
export async function proposalOf(ctx: AppContext, tx: Tx, sources: Sources): Promise<Details> {
  const { base, input } = sources;
  const { businessAddress, bankAccount } = input;
  const accountNumber = accountNumberOf(sources);
  const certificateOfIncorporation = await certificateOf(ctx, tx, sources);
  return {
    ...base,
    businessName: input.businessName ?? base.businessName,
    industry: input.industry ?? base.industry,
    registrationNumber: input.registrationNumber ?? base.registrationNumber,
    taxNumber: input.taxNumber ?? base.taxNumber,
    ...businessAddress,
    ...(bankAccount && {
      ...{ bank: bankAccount.bankId, accountName: bankAccount.accountName },
      ...{ accountType: bankAccount.accountType, branch: bankAccount.branch },
      branchCode: bankAccount.branchCode,
    }),
    ...{ accountNumber, certificateOfIncorporation },
  };
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
