import { MERCHANT_KEYS, merchantField } from '@tegeka/contract/merchants/merchant-fields.ts';
import type { MerchantTexts } from '@tegeka/contract/merchants/merchant-payload.ts';
import { showPhone } from '@tegeka/contract/kit/phone.ts';
import { fieldParts, type SnapshotPart } from '#features/approvals/approvals-snapshot.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { HashedFile, KeptFile } from '#platform/files/stored-files.ts';
import { detailsOf } from './merchants-details.ts';
import type { Registration } from './merchants-store.ts';

/** Names of banks and files, by the ids in the texts of a business. */
export interface Names {
  banks: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, KeptFile | HashedFile>;
}

/** The fields of a business as a reviewer reads them. The account number is whole: see `masked`. */
export function snapshotOf(texts: MerchantTexts, { banks, files }: Names): SnapshotPart[] {
  const keys = MERCHANT_KEYS.filter((key) => texts[key] !== undefined);
  const fields = keys.map((key) => [key, merchantField(key)] as const);
  const shown = fields.map(([key, { kind }]) => {
    const id = texts[key] ?? '';
    const file = kind === 'file' ? files.get(id) : undefined;
    return [key, key === 'bank' ? { id, name: banks.get(id) ?? id } : (file ?? id)] as const;
  });
  return fieldParts(fields, Object.fromEntries(shown));
}

export function partsOf(ctx: Pick<AppContext, 'keys'>, merchant: Registration): SnapshotPart[] {
  const { submission, bankName, documents } = merchant;
  const details = detailsOf(ctx, merchant);
  const phoneNumber = showPhone(submission.phoneNumber.subscriberNumber);
  const texts = { ...details, phoneNumber, logo: documents.logo.id };
  return snapshotOf(texts, {
    banks: new Map([[details.bank, bankName]]),
    files: new Map(Object.values(documents).map((document) => [document.id, document])),
  });
}
