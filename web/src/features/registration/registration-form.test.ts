import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MERCHANT_FIELDS } from '@tegeka/contract/merchants/merchant-fields.ts';
import { countryCodeOf } from '@tegeka/contract/merchants/merchant-options.ts';
import {
  draftOf,
  emptyDraft,
  errorsOfStep,
  stepOf,
  stepToShow,
  submissionOf,
} from '#features/registration/registration-form.ts';
import { type Draft, uploadsOf } from '#ui/form/draft/field-draft.ts';
import { commentsOf, fieldErrorsOf } from '#ui/form/draft/merchant-form.ts';
import { PHONE_INVALID } from '#ui/form/form-values.ts';

const BANK = { id: '019aa5a0-0000-7000-8000-000000000001', name: 'Stanbic' };
const BANKS = { bank: [{ value: BANK.id, label: BANK.name }] };
const POLICY = '019aa5a0-0000-7000-8000-000000000002';
const ORGANIZATION = '019aa5a0-0000-7000-8000-000000000003';

const REGISTRANT = {
  firstName: 'Amina',
  lastName: 'Okello',
  businessName: 'Nile Grain Traders',
  organizationId: ORGANIZATION,
  phoneNumber: '+256772123456',
  email: 'amina@nile.example',
};

const STORED = {
  id: '019aa5a0-0000-7000-8000-000000000004',
  name: 'certificate.pdf',
  url: '/api/v1/files/019aa5a0-0000-7000-8000-000000000004',
  mediaType: 'application/pdf',
  size: 1200,
};

function filled(changes: Record<string, string> = {}): Draft {
  const logo = new File(['logo'], 'logo.png', { type: 'image/png' });
  const certificate = new File(['pdf'], 'certificate.pdf', { type: 'application/pdf' });
  return {
    chosen: { bank: BANK.name },
    texts: {
      businessName: 'Nile Grain Traders',
      industry: 'Professional, Scientific, and Technical Services',
      registrationNumber: '80020001234567',
      taxNumber: '1000123456',
      phoneNumber: '0772 123 456',
      country: 'Kenya',
      region: 'Nairobi',
      street: 'Moi Avenue',
      city: 'Nairobi',
      postalCode: 'P.O. Box 1234',
      buildingName: 'Grain House',
      bank: BANK.id,
      accountName: 'Nile Grain Traders Ltd',
      accountNumber: '9030001234567',
      accountType: 'CURRENT',
      branch: 'Kampala Road',
      branchCode: '031',
      ...changes,
    },
    files: {
      logo: { kind: 'chosen', file: logo },
      certificateOfIncorporation: { kind: 'chosen', file: certificate },
    },
  };
}

test('an empty step says the specified sentence and marks every field', () => {
  const draft = emptyDraft('Nile Grain Traders');
  const info = errorsOfStep('BUSINESS_INFO', draft, {});
  assert.equal(info?.message, 'Sorry, please enter all fields to proceed.');
  assert.deepEqual(Object.keys(info?.errors ?? {}), [
    'industry',
    'registrationNumber',
    'taxNumber',
    'phoneNumber',
    'certificateOfIncorporation',
    'logo',
  ]);
  const address = errorsOfStep('BUSINESS_ADDRESS', draft, {});
  assert.equal(address?.message, 'Please fill all required to proceed');
  assert.equal(Object.keys(address?.errors ?? {}).length, 6);
  const bank = errorsOfStep('BUSINESS_BANK', draft, BANKS);
  assert.equal(bank?.message, 'Please fill all required to proceed');
  assert.equal(Object.keys(bank?.errors ?? {}).length, 6);
});

test('a filled draft passes every step and may be reviewed', () => {
  assert.equal(errorsOfStep('BUSINESS_INFO', filled(), {}), null);
  assert.equal(errorsOfStep('BUSINESS_ADDRESS', filled(), {}), null);
  assert.equal(errorsOfStep('BUSINESS_BANK', filled(), BANKS), null);
  assert.equal(stepToShow('REVIEW', filled()), 'REVIEW');
  assert.equal(stepToShow('REVIEW', filled({ city: ' ' })), 'BUSINESS_ADDRESS');
});

test('wrong entries are named in plain words', () => {
  const wrong = filled({ taxNumber: '12', phoneNumber: '0733000000', registrationNumber: 'a b' });
  assert.deepEqual(errorsOfStep('BUSINESS_INFO', wrong, {}), {
    message: 'Please correct the marked fields.',
    errors: {
      taxNumber: 'Enter the 10 digits of the TIN',
      phoneNumber: PHONE_INVALID,
      registrationNumber: 'Enter 4 to 20 letters, digits, / . or -',
    },
  });
  const short = errorsOfStep('BUSINESS_ADDRESS', filled({ region: 'x' }), {});
  assert.equal(short?.errors['region'], 'Enter at least 2 characters');
  const long = errorsOfStep('BUSINESS_ADDRESS', filled({ region: 'x'.repeat(81) }), {});
  assert.equal(long?.errors['region'], 'Enter at most 80 characters');
});

test('the bank must be one of the loaded list', () => {
  const errors = errorsOfStep('BUSINESS_BANK', filled({ bank: POLICY }), BANKS);
  assert.equal(errors?.errors['bank'], 'Please choose a bank from the list.');
});

test('the country sets its code, UG until one is chosen', () => {
  assert.deepEqual(['', 'Uganda', 'Kenya', 'Nigeria'].map(countryCodeOf), ['UG', 'UG', 'KE', 'NG']);
});

test('every part a reviewer can speak of is asked for in a step', () => {
  for (const field of Object.keys(MERCHANT_FIELDS)) assert.notEqual(stepOf(field), null, field);
  assert.equal(stepOf('toString'), null);
});

test('the submission is that of the specification', () => {
  assert.deepEqual(submissionOf(filled(), REGISTRANT, POLICY), {
    businessName: 'Nile Grain Traders',
    registrationNumber: '80020001234567',
    taxNumber: '1000123456',
    industry: 'Professional, Scientific, and Technical Services',
    phoneNumber: { countryCode: '256', region: 'UG', subscriberNumber: 772123456 },
    bankAccounts: [
      {
        branch: 'Kampala Road',
        branchCode: '031',
        accountName: 'Nile Grain Traders Ltd',
        accountNumber: '9030001234567',
        accountType: 'CURRENT',
        bankId: BANK.id,
      },
    ],
    businessAddress: {
      country: 'Kenya',
      countryCode: 'KE',
      region: 'Nairobi',
      city: 'Nairobi',
      street: 'Moi Avenue',
      postalCode: 'P.O. Box 1234',
      buildingName: 'Grain House',
    },
    approvalPolicyId: POLICY,
    organizationId: ORGANIZATION,
    userInfo: {
      email: 'amina@nile.example',
      phoneNumber: { countryCode: '256', region: 'UG', subscriberNumber: 772123456 },
      firstName: 'Amina',
      lastName: 'Okello',
    },
  });
  assert.equal('approvalPolicyId' in submissionOf(filled(), REGISTRANT, null), false);
});

test('a correction starts from what was submitted and sends only replaced files', () => {
  const merchant = submissionOf(filled(), REGISTRANT, POLICY);
  const draft = draftOf({
    merchant,
    bankName: BANK.name,
    logo: STORED,
    certificateOfIncorporation: STORED,
  });
  assert.deepEqual(submissionOf(draft, REGISTRANT, POLICY), merchant);
  assert.deepEqual(uploadsOf(draft), {});
  assert.deepEqual(Object.keys(uploadsOf(filled())), ['logo', 'certificateOfIncorporation']);
});

test('what the server says of a field stands at that field', () => {
  const problem = {
    type: 'about:blank',
    title: 'Some of what was sent is not valid.',
    status: 400,
    code: 'INPUT_INVALID',
    requestId: 'r',
    fields: [
      { field: 'bankAccounts.0.bankId', message: 'bank' },
      { field: 'businessAddress.countryCode', message: 'code' },
      { field: 'phoneNumber.subscriberNumber', message: 'phone' },
      { field: 'userInfo.phoneNumber', message: 'of the person' },
      { field: 'logo', message: 'logo' },
    ],
  };
  assert.deepEqual(fieldErrorsOf(problem), {
    bank: 'bank',
    country: 'code',
    phoneNumber: 'phone',
    logo: 'logo',
  });
  const unknown = { ...problem, code: 'BANK_UNKNOWN', title: 'Choose a bank', fields: [] };
  assert.deepEqual(fieldErrorsOf(unknown), { bank: 'Choose a bank' });
  assert.deepEqual(fieldErrorsOf(undefined), {});
});

test('comments of a reviewer stand at the fields they speak of', () => {
  assert.deepEqual(
    commentsOf([
      { field: 'country', comment: 'Which one?' },
      { field: 'countryCode', comment: 'It is another code.' },
      { field: 'nonsense', comment: 'x' },
    ]),
    { country: 'Which one? It is another code.' },
  );
});
