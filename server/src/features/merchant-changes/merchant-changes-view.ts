import {
  changeContentShape,
  type ChangedField,
  type DetailField,
  labelOfDetail,
  type MerchantChange,
} from '@tegeka/contract/merchant-changes.ts';
import type { StoredFile } from '@tegeka/contract/merchants.ts';
import { maskAccount } from '@tegeka/contract/merchant-profile.ts';
import { type Details, differingFields } from '#features/merchants/merchants-details.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type Names, readNames, SECTION_OF, wordOf } from './merchant-changes-names.ts';
import type { Change } from './merchant-changes-store.ts';

function shown(field: DetailField, details: Details, names: Names): string {
  const word = wordOf(field, details, names);
  return field === 'accountNumber' ? maskAccount(word) : word;
}

function fieldsOf({ base, proposal }: Change, names: Names): ChangedField[] {
  return differingFields(base, proposal).map((key) => ({
    ...{ key, section: SECTION_OF[key], label: labelOfDetail(key) },
    ...{ before: shown(key, base, names), after: shown(key, proposal, names) },
  }));
}

/** Whoever corrects a change types the number again or keeps it; it does not travel back. */
function withoutNumber({ accountNumber: _accountNumber, ...rest }: Details) {
  return rest;
}

/** What was sent, part by part; a part in which nothing differs was left out. */
function contentOf({ base, proposal }: Change): MerchantChange['content'] {
  const fields = differingFields(base, proposal);
  const sent = (section: string) => fields.some((field) => SECTION_OF[field] === section);
  const { bank: bankId, ...rest } = withoutNumber(proposal);
  const single = ['businessName', 'registrationNumber', 'taxNumber', 'industry'] as const;
  const singles = single.filter((field) => fields.includes(field));
  return changeContentShape.parse({
    ...Object.fromEntries(singles.map((field) => [field, proposal[field]])),
    ...(sent(SECTION_OF.country) && { businessAddress: rest }),
    ...(sent(SECTION_OF.bank) && { bankAccount: { ...rest, bankId } }),
  });
}

function certificateOf({ base, proposal }: Change, { files }: Names): StoredFile | null {
  const { certificateOfIncorporation: id } = proposal;
  return id === base.certificateOfIncorporation ? null : (files.get(id) ?? null);
}

/** A change as the business reads it, account numbers masked. */
export async function viewOf(ctx: AppContext, tx: Tx, change: Change): Promise<MerchantChange> {
  const names = await readNames(ctx, tx, [change.base, change.proposal]);
  const { id, state, attempt, makerName: by, review, submittedAt, settledAt } = change;
  return {
    ...{ id, state, attempt, by, review },
    ...{ submittedAt: submittedAt.toISOString(), settledAt: settledAt?.toISOString() ?? null },
    ...{ fields: fieldsOf(change, names), content: contentOf(change) },
    certificateOfIncorporation: certificateOf(change, names),
  };
}
