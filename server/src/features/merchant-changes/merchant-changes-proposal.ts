import type { ChangeInput } from '@tegeka/contract/merchants/merchant-changes.ts';
import { textsOf } from '@tegeka/contract/merchants/merchant-payload.ts';
import { findOfferedBank, readBankNames } from '#features/banks/banks-store.ts';
import { type Details, detailsShape } from '#features/merchants/merchants-details.ts';
import type { Registration } from '#features/merchants/merchants-store.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { refuseField } from '#platform/http/refusal.ts';
import type { KeptFile, StoredUpload } from '#platform/files/stored-files.ts';

/** What the details of a change are made from. */
export interface Sources {
  merchant: Registration;
  base: Details;
  /** The proposal that is corrected, or else what is registered: what is not sent again stays. */
  last: Details;
  input: ChangeInput;
  certificate: StoredUpload | undefined;
}

/** The account number: as sent, or as it is known at the same bank. */
function accountNumberOf({ base, last, input: { bankAccount } }: Sources): string {
  if (bankAccount?.accountNumber !== undefined) return bankAccount.accountNumber;
  const bank = bankAccount?.bankId ?? base.bank;
  const known = [last, base].find((details) => details.bank === bank);
  if (known) return known.accountNumber;
  // A number without its bank is the number of somebody else's account.
  const message = 'Enter the account number at this bank.';
  throw refuseField('bankAccount.accountNumber', message);
}

async function certificateOf(ctx: AppContext, tx: Tx, sources: Sources): Promise<string> {
  const { merchant, base, last, certificate } = sources;
  const kind = 'certificateOfIncorporation';
  if (!certificate) return last[kind];
  if (certificate.sha256 === merchant.documents[kind].sha256) return base[kind];
  const { organizationId } = merchant.submission;
  return (await ctx.files.keep(tx, certificate, { organizationId, kind })).id;
}

/** All details as they shall stand. Refuses INPUT_INVALID for another bank without a number. */
export async function proposalOf(ctx: AppContext, tx: Tx, sources: Sources): Promise<Details> {
  return detailsShape.parse({
    ...sources.base,
    ...textsOf(sources.input),
    accountNumber: accountNumberOf(sources),
    certificateOfIncorporation: await certificateOf(ctx, tx, sources),
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
  throw refuseField(field, message, 'BANK_UNKNOWN');
}

/** Reads what some details name by id. */
export async function readNames(ctx: AppContext, tx: Tx, details: readonly Details[]) {
  const files = new Map<string, KeptFile>();
  for (const { certificateOfIncorporation: id } of details) {
    const file = await ctx.files.find(tx, id);
    if (file) files.set(id, file);
  }
  const ids = details.map(({ bank }) => bank);
  return { banks: await readBankNames(tx, ids), files };
}
