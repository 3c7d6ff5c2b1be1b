import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MerchantChange } from '@tegeka/contract/merchants/merchant-changes.ts';
import type { BusinessProfile } from '@tegeka/contract/merchants/merchant-profile.ts';
import type { ProfileData } from '#features/profile/profile-calls.ts';
import {
  changeDraft,
  changeInputOf,
  checkChange,
  differencesOf,
  keptNumber,
} from '#features/profile/profile-change.ts';
import { type Draft, draftOver } from '#ui/form/draft/field-draft.ts';

const id = (n: number) => `019aa5a0-0000-7000-8000-00000000000${n}`;
const [STANBIC, CENTENARY] = [id(1), id(2)];
const BANKS = [
  { value: STANBIC, label: 'Stanbic' },
  { value: CENTENARY, label: 'Centenary' },
];
const stored = (n: number, name: string) => ({
  id: id(n),
  name,
  url: `/api/v1/files/${id(n)}`,
  mediaType: 'application/pdf',
  size: 9,
});
const phone = { countryCode: '256', region: 'UG', subscriberNumber: 772123456 } as const;

const PROFILE: BusinessProfile = {
  merchantId: id(3),
  merchantState: 'ACTIVE',
  detailsVersion: 4,
  contactVersion: 2,
  businessName: 'Nile Traders',
  registrationNumber: '80020001234567',
  taxNumber: '1000123456',
  industry: 'Retail',
  businessAddress: {
    country: 'Uganda',
    countryCode: 'UG',
    region: 'Central',
    city: 'Kampala',
    street: 'Kira Road 5',
    postalCode: 'P.O. Box 1',
    buildingName: 'Nile House',
  },
  bankAccount: {
    bankId: STANBIC,
    bankName: 'Stanbic',
    accountName: 'Nile Traders',
    branch: 'Kampala',
    maskedNumber: '•••• 4567',
    accountType: 'CURRENT',
    branchCode: '031',
  },
  contact: { phoneNumber: phone, representativePhone: phone },
  representative: { firstName: 'Amina', lastName: 'Okello', email: 'amina@nile.example' },
  logo: stored(4, 'logo.png'),
  certificateOfIncorporation: stored(5, 'certificate.pdf'),
};

const NEW: ProfileData = { profile: PROFILE, change: null };

const SENT: MerchantChange = {
  id: id(6),
  state: 'ACTION_REQUIRED',
  attempt: 1,
  by: 'Amina Okello',
  settledAt: null,
  submittedAt: '2026-11-21T10:00:00.000Z',
  review: null,
  fields: [
    { key: 'bank', section: 'Bank', label: 'Bank', before: 'Stanbic', after: 'Centenary' },
    {
      key: 'accountNumber',
      section: 'Bank',
      label: 'Account Number',
      before: '•••• 4567',
      after: '•••• 7888',
    },
  ],
  content: {
    bankAccount: {
      bankId: CENTENARY,
      accountName: 'Nile Traders',
      accountType: 'CURRENT',
      branch: 'Kampala',
      branchCode: '031',
    },
  },
  certificateOfIncorporation: stored(7, 'certificate.pdf'),
};
const CORRECTING: ProfileData = { profile: PROFILE, change: SENT };

const UNCHANGED = { errors: {}, message: 'Nothing was changed yet.' };

const typed = (draft: Draft, texts: Record<string, string>): Draft => ({
  ...draft,
  texts: { ...draft.texts, ...texts },
});

test('nothing typed is no difference, also where spaces were', () => {
  const draft = typed(changeDraft(NEW), { businessName: ' Nile Traders ' });
  assert.deepEqual(differencesOf(draft, NEW), []);
  assert.deepEqual(checkChange(draft, NEW, { bank: BANKS }), UNCHANGED);
});

test('only the parts that change are sent; an address and an account go whole', () => {
  const draft = typed(changeDraft(NEW), { taxNumber: '1999999999', country: 'Kenya' });
  assert.deepEqual(
    differencesOf(draft, NEW).map(({ key, before, after }) => [key, before, after]),
    [
      ['taxNumber', '1000123456', '1999999999'],
      ['country', 'Uganda', 'Kenya'],
      ['countryCode', 'UG', 'KE'],
    ],
  );
  assert.deepEqual(changeInputOf(draft, NEW), {
    version: 4,
    taxNumber: '1999999999',
    businessAddress: { ...PROFILE.businessAddress, country: 'Kenya', countryCode: 'KE' },
  });
});

test('another bank needs a number; a typed number is shown whole beside the masked one', () => {
  const moved = { ...typed(changeDraft(NEW), { bank: CENTENARY }), chosen: { bank: 'Centenary' } };
  assert.deepEqual(Object.keys(checkChange(moved, NEW, { bank: BANKS })?.errors ?? {}), [
    'accountNumber',
  ]);
  const draft = typed(moved, { accountNumber: '014000777888' });
  assert.equal(checkChange(draft, NEW, { bank: BANKS }), null);
  const number = differencesOf(draft, NEW).find(({ key }) => key === 'accountNumber');
  assert.deepEqual([number?.before, number?.after], ['•••• 4567', '014000777888']);
  assert.equal(changeInputOf(draft, NEW).bankAccount?.accountNumber, '014000777888');
});

test('a bank that has left the list may stay, and may not be chosen', () => {
  assert.deepEqual(checkChange(changeDraft(NEW), NEW, { bank: [] }), UNCHANGED);
  const moved = typed(changeDraft(NEW), { bank: CENTENARY, accountNumber: '014000777888' });
  assert.deepEqual(Object.keys(checkChange(moved, NEW, { bank: [] })?.errors ?? {}), ['bank']);
});

test('a correction starts from the last attempt and keeps its number and its certificate', () => {
  const draft = changeDraft(CORRECTING);
  assert.equal(draft.texts['bank'], CENTENARY);
  assert.equal(draft.texts['accountNumber'], undefined);
  assert.equal(keptNumber(draft, CORRECTING), '•••• 7888');
  assert.deepEqual(
    differencesOf(draft, CORRECTING).map(({ key }) => key),
    ['certificateOfIncorporation', 'bank', 'accountNumber'],
  );
  assert.equal(checkChange(draft, CORRECTING, { bank: BANKS }), null);
  const input = changeInputOf(draft, CORRECTING);
  assert.equal(input.bankAccount?.accountNumber, undefined);
});

test('what a correction sets back to its registered value is sent, so that it does not stay changed', () => {
  const draft = typed(changeDraft(CORRECTING), { bank: STANBIC, taxNumber: '1999999999' });
  const back = { ...draft, chosen: { bank: 'Stanbic' } };
  const { bankAccount, ...input } = changeInputOf(back, CORRECTING);
  assert.deepEqual(input, { version: 4, taxNumber: '1999999999' });
  assert.equal(bankAccount?.bankId, STANBIC);
});

test('over newer data what was typed stays and what was not touched follows', () => {
  const now = { ...NEW, profile: { ...PROFILE, taxNumber: '1888888888', detailsVersion: 5 } };
  const mine = typed(changeDraft(NEW), { businessName: 'Nile Uganda' });
  const draft = draftOver(mine, changeDraft(NEW).texts, changeDraft(now));
  assert.equal(draft.texts['taxNumber'], '1888888888');
  assert.deepEqual(
    differencesOf(draft, now).map(({ key }) => key),
    ['businessName'],
  );
  assert.equal(changeInputOf(draft, now).version, 5);
});
