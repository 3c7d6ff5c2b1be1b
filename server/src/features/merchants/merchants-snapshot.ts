import { MERCHANT_KEYS, merchantField } from '@tegeka/contract/merchants/merchant-fields.ts';
import type { MerchantTexts } from '@tegeka/contract/merchants/merchant-payload.ts';
import { showPhone } from '@tegeka/contract/kit/phone.ts';
import {
  fieldParts,
  type NamedById,
  type SnapshotPart,
} from '#features/approvals/approvals-snapshot.ts';
import type { AppContext } from '#platform/app-context.ts';
import { detailsOf } from './merchants-details.ts';
import type { Registration } from './merchants-store.ts';

/** What the texts of a business name by id. */
export interface Names extends Pick<NamedById, 'files'> {
  banks: ReadonlyMap<string, string>;
}

/** The fields of a business as a reviewer reads them. The account number is whole: see `masked`. */
export function snapshotOf(texts: MerchantTexts, { banks, files }: Names): SnapshotPart[] {
  const shown = MERCHANT_KEYS.filter((key) => texts[key] !== undefined);
  const bank = [...banks].map(([value, label]) => ({ value, label }));
  const fields = shown.map((key) => [key, merchantField(key)] as const);
  return fieldParts(fields, texts, { options: { bank }, files });
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
