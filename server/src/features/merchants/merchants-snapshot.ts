import {
  MERCHANT_KEYS,
  type MerchantField,
  merchantField,
} from '@tegeka/contract/merchants/merchant-fields.ts';
import type { MerchantTexts } from '@tegeka/contract/merchants/merchant-payload.ts';
import { showPhone } from '@tegeka/contract/kit/phone.ts';
import type { SnapshotPart } from '#features/approvals/approvals-snapshot.ts';
import type { AppContext } from '#platform/app-context.ts';
import { detailsOf } from './merchants-details.ts';
import type { Registration } from './merchants-store.ts';

/** A document that a business names by id. */
interface NamedFile {
  id: string;
  name: string;
  mediaType: string;
  /** Where it is known: the same content sent again is no change. */
  sha256?: string;
}

/** What the texts of a business name by id. */
export interface Names {
  banks: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, NamedFile>;
}

/** A field as people read it. The account number is whole: mask it where nobody has to check it. */
export function wordOf(key: MerchantField, text: string, { banks, files }: Names): string {
  const { kind, options } = merchantField(key);
  if (kind === 'file') return files.get(text)?.name ?? text;
  if (key === 'bank') return banks.get(text) ?? text;
  return options?.find(({ value }) => value === text)?.label ?? text;
}

/** The fields of a business as a reviewer reads them. */
export function snapshotOf(texts: MerchantTexts, names: Names): SnapshotPart[] {
  return MERCHANT_KEYS.flatMap((key): SnapshotPart | [] => {
    const text = texts[key];
    if (text === undefined) return [];
    const { section = '', label, kind, masked = false } = merchantField(key);
    const file = kind === 'file' ? names.files.get(text) : undefined;
    return {
      key,
      section,
      label,
      kind: file ? 'file' : 'text',
      value: wordOf(key, text, names),
      // A bank that changes its name stays the same bank.
      mark: file?.sha256 ?? text,
      fileId: file?.id ?? null,
      mediaType: file?.mediaType ?? null,
      masked,
    };
  });
}

/** What a reviewer reads of a registration. */
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
