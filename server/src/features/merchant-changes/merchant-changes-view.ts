import {
  changeContentShape,
  type ChangedField,
  type MerchantChange,
} from '@tegeka/contract/merchants/merchant-changes.ts';
import { type DetailField, merchantField } from '@tegeka/contract/merchants/merchant-fields.ts';
import { payloadOf } from '@tegeka/contract/merchants/merchant-payload.ts';
import { maskAccount } from '@tegeka/contract/merchants/merchant-profile.ts';
import { readBankNames } from '#features/banks/banks-store.ts';
import { type Details, differingFields } from '#features/merchants/merchants-details.ts';
import { type Names, wordOf } from '#features/merchants/merchants-snapshot.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { KeptFile } from '#platform/files/stored-files.ts';
import type { Change } from './merchant-changes-store.ts';

interface ReadNames extends Names {
  files: ReadonlyMap<string, KeptFile>;
}

/** Reads what some details name by id. */
export async function readNames(
  ctx: AppContext,
  tx: Tx,
  details: readonly Details[],
): Promise<ReadNames> {
  const files = new Map<string, KeptFile>();
  for (const { certificateOfIncorporation: id } of details) {
    const file = await ctx.files.find(tx, id);
    if (file) files.set(id, file);
  }
  const banks = details.map(({ bank }) => bank);
  return { banks: await readBankNames(tx, banks), files };
}

function fieldsOf({ base, proposal }: Change, names: Names): ChangedField[] {
  const shown = (key: DetailField, details: Details) => {
    const word = wordOf(key, details[key], names);
    return merchantField(key).masked ? maskAccount(word) : word;
  };
  return differingFields(base, proposal).map((key) => {
    const { section = '', label } = merchantField(key);
    return { key, section, label, before: shown(key, base), after: shown(key, proposal) };
  });
}

/** What was sent, without account number: whoever corrects it types the number again or keeps it. */
function contentOf({ base, proposal }: Change): MerchantChange['content'] {
  const payload = payloadOf(proposal, differingFields(base, proposal));
  const content = changeContentShape.parse(payload);
  delete content.bankAccount?.accountNumber;
  return content;
}

/** A change as the business reads it, account numbers masked. */
export async function viewOf(ctx: AppContext, tx: Tx, change: Change): Promise<MerchantChange> {
  const { base, proposal, settledAt } = change;
  const names = await readNames(ctx, tx, [base, proposal]);
  const { certificateOfIncorporation: id } = proposal;
  return {
    id: change.id,
    state: change.state,
    attempt: change.attempt,
    by: change.makerName,
    submittedAt: change.submittedAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
    fields: fieldsOf(change, names),
    review: change.review,
    content: contentOf(change),
    certificateOfIncorporation:
      id === base.certificateOfIncorporation ? null : (names.files.get(id) ?? null),
  };
}
