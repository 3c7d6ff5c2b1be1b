import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import { mandateDetails, mandateSentence } from '@tegeka/contract/mandates/mandate-texts.ts';
import { findConfirmation } from '#features/banks/banks-store.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import type { PdfBlock } from '#platform/documents/pdf-writer.ts';
import type { StoredUpload } from '#platform/files/stored-files.ts';
import { refuse, refuseField } from '#platform/http/refusal.ts';
import type { Actor } from '#platform/state/transition.ts';
import { payerAccount } from '../mandates-accounts.ts';
import { waitForBank } from '../mandates-bank-request.ts';
import { shownTerms, writeEvidence } from './mandates-evidence-store.ts';
import { mandateOf, type MandateRow } from '../mandates-store.ts';
import { partyRows } from './mandates-document.ts';

/** Refuses MANDATE_STATE unless a mandate waits for a signed form. */
export function expectForm({ consent_way: way, state }: MandateRow): void {
  const waits = ['GENERATED', 'PENDING_VERIFICATION'].includes(state);
  if (way !== 'FORM' || !waits) throw refuse('MANDATE_STATE');
}

const FORM_UNSEEN = 'This bank does not accept signed forms. Ask for consent on a page or by SMS.';

/** Refuses INPUT_INVALID for a bank whose officers do not decide here: nobody would see the form. */
export async function expectOfficers(tx: Tx, bankId: string | null, field: string): Promise<void> {
  const confirmation = bankId === null ? null : await findConfirmation(tx, bankId);
  if (confirmation?.by !== 'OFFICERS') throw refuseField(field, FORM_UNSEEN);
}

/** The form that a payer signs: terms, the whole account number, and places for date and signature. */
export function formBlocks({ keys }: Pick<AppContext, 'keys'>, row: MandateRow): PdfBlock[] {
  const mandate = mandateOf(row);
  const merchantName = row.merchant_name;
  const { encrypted_account: encrypted, organization_id: organizationId } = row;
  const number = encrypted === null ? '' : keys.decrypt(payerAccount(organizationId), encrypted);
  return [
    { kind: 'title', text: `Direct debit mandate ${mandate.reference}` },
    { kind: 'text', text: mandateSentence(merchantName, mandate) },
    { kind: 'heading', text: 'Parties' },
    { kind: 'rows', rows: partyRows(mandate, { merchantName, account: number }) },
    { kind: 'heading', text: 'Terms and limits' },
    { kind: 'text', text: mandateDetails(mandate).join('\n') },
    { kind: 'heading', text: 'Your agreement' },
    {
      kind: 'text',
      text: `I agree that ${merchantName} takes money from this account as said above, and that my bank pays it. It costs me nothing. I can stop it at any time, without giving a reason: I tell ${merchantName} or my bank.`,
    },
    { kind: 'line', label: 'Place and day' },
    { kind: 'line', label: `Signature of ${mandate.accountName ?? mandate.customer.name}` },
    { kind: 'line', label: 'Second signature, where the account needs two' },
    { kind: 'small', text: `${PRODUCT_NAME} carries out direct debits for businesses in Uganda.` },
  ];
}

/** Takes the scan of the signed form as evidence, and asks the payer's bank. Refuses MANDATE_STATE and INPUT_INVALID. */
export async function takeForm(
  ctx: AppContext,
  tx: Tx,
  row: MandateRow,
  { scan, actor, now }: { scan: StoredUpload; actor: Actor; now: Date },
): Promise<void> {
  expectForm(row);
  await expectOfficers(tx, row.bank_id, 'scan');
  const mandate = mandateOf(row);
  const at = await businessTime(tx, now);
  const { organization_id: organizationId } = row;
  const { id: documentId } = await ctx.files.keep(tx, scan, {
    organizationId,
    kind: 'mandate form',
  });
  const shown = shownTerms({
    sentence: mandateSentence(row.merchant_name, mandate),
    details: mandateDetails(mandate),
  });
  await writeEvidence(ctx, tx, row, {
    kind: 'CONSENTED',
    way: 'FORM',
    shown,
    clientInfo: { address: null, userAgent: null, now },
    at,
    payerName: mandate.accountName ?? mandate.customer.name,
    phone: null,
    documentId,
    reason: null,
  });
  const reason = 'The signed form was uploaded';
  await waitForBank(ctx, tx, row, { actor, reason, at });
}
