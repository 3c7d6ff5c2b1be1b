import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { objectOf } from '../kit/fields.ts';
import {
  ACCOUNT_FIELDS,
  ADDRESS_FIELDS,
  isMerchantField,
  LEGAL_FIELDS,
  type MerchantField,
} from './merchant-fields.ts';
import { COUNTRIES } from './merchant-options.ts';

export const businessAddressShape = objectOf(ADDRESS_FIELDS).check(
  z.refine((address) => COUNTRIES[address.country] === address.countryCode, {
    message: 'The country code is that of another country',
    path: ['countryCode'],
  }),
);

const { bank, ...accountFields } = ACCOUNT_FIELDS;
export const bankAccountShape = z.extend(objectOf(accountFields), {
  bankId: described('The bank, from `listBanks`.', bank.schema),
});

export type MerchantTexts = Partial<Record<MerchantField, string>>;

/** The texts of a payload by field; address and account are nested objects in a payload. */
export function textsOf(payload: object): MerchantTexts {
  const { businessAddress, bankAccount, ...rest } = z
    .record(z.string(), z.unknown())
    .parse(payload);
  const { bankId, ...account } = Object(bankAccount);
  const all = Object.entries({ ...rest, ...Object(businessAddress), ...account, bank: bankId });
  return Object.fromEntries(
    all.filter(([key, text]) => isMerchantField(key) && typeof text === 'string'),
  );
}

/** The parts of a payload that hold some fields: legal fields one by one, address and account as a whole. */
export function payloadOf(texts: MerchantTexts, keys: readonly MerchantField[]) {
  const { bank: bankId, ...account } = texts;
  const holds = (part: object) => keys.some((key) => Object.hasOwn(part, key));
  const single = keys.filter((key) => Object.hasOwn(LEGAL_FIELDS, key));
  return {
    ...Object.fromEntries(single.map((key) => [key, texts[key]])),
    ...(holds(ADDRESS_FIELDS) && { businessAddress: texts }),
    ...(holds(ACCOUNT_FIELDS) && { bankAccount: { ...account, bankId } }),
  };
}
