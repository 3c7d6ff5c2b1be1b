import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { draftInBrowser } from '../environment/browser-storage.ts';
import { fieldsOf } from '../environment/http-call.ts';
import { ACCOUNT, ADDRESS, BUSINESS } from '../steps/registration-steps.ts';
import { proves } from './proof-report.ts';

/** Asserts every field of the JSON part of a submitted registration. */
export function provesSubmission(
  t: TestContext,
  merchant: Record<string, unknown>,
  organizationId: string,
): void {
  const { bankAccounts, businessAddress, userInfo, approvalPolicyId, ...business } = merchant;
  assert.equal(typeof approvalPolicyId, 'string');
  assert.deepEqual(business, {
    businessName: 'Weather Limited',
    registrationNumber: '80020009876543',
    taxNumber: '1000123456',
    industry: 'Accommodation and Food Services',
    organizationId,
    phoneNumber: { countryCode: '256', region: 'UG', subscriberNumber: 772900100 },
  });
  assert.ok(Array.isArray(bankAccounts) && bankAccounts.length === 1, 'exactly one');
  const { bankId, ...account } = fieldsOf(bankAccounts[0]);
  assert.match(String(bankId), /^[0-9a-f-]{36}$/);
  assert.deepEqual(account, {
    branch: 'Kampala Road',
    branchCode: '031',
    accountType: 'CURRENT',
    accountName: ACCOUNT['Account Name'],
    accountNumber: ACCOUNT['Account Number'],
  });
  proves(t, '3.submission', '3.submission.accounts', '3.draft.account', '9.account-types');
  assert.deepEqual(businessAddress, {
    country: 'Kenya',
    countryCode: 'KE',
    region: 'Central',
    city: ADDRESS.City,
    street: ADDRESS.Street,
    postalCode: ADDRESS['Postal Code'],
    buildingName: ADDRESS['Building Name'],
  });
  proves(t, '3.submission.address', '3.draft.address');
  assert.deepEqual(userInfo, {
    email: 'joan@merchant.example',
    firstName: 'Joan',
    lastName: 'Atim',
    phoneNumber: { countryCode: '256', region: 'UG', subscriberNumber: 772345678 },
  });
  proves(t, '3.submission.user', '3.draft.user');
}

/** Asserts that the draft is stored in the shape of the specification, and its files beside it. */
export async function keepsSpecifiedDraft(page: Page, businessName: string): Promise<void> {
  const kept = fieldsOf(await draftInBrowser(page, 'registration'));
  const { bankId, bank, ...account } = fieldsOf(kept['bankAccount']);
  assert.deepEqual(bank, { id: bankId, name: 'Centenary Bank' });
  assert.deepEqual(
    { ...kept, bankAccount: account },
    {
      ...kept,
      userEmail: 'joan@merchant.example',
      userPhoneNumber: { countryCode: '256', region: 'UG', subscriberNumber: 772345678 },
      userInfo: { firstName: 'Joan', lastName: 'Atim', businessName },
      businessInfo: {
        industry: 'Accommodation and Food Services',
        registrationNumber: BUSINESS['Registration Number'],
        taxNumber: BUSINESS['Tax Identification Number'],
        phoneNumber: BUSINESS['Business Phone Number'],
      },
      address: {
        country: 'Uganda',
        countryCode: 'UG',
        region: ADDRESS.Region,
        city: ADDRESS.City,
        street: ADDRESS.Street,
        postalCode: ADDRESS['Postal Code'],
        buildingName: ADDRESS['Building Name'],
      },
      bankAccount: {
        accountName: ACCOUNT['Account Name'],
        accountNumber: ACCOUNT['Account Number'],
        accountType: 'CURRENT',
        branch: ACCOUNT.Branch,
        branchCode: ACCOUNT['Branch Code'],
      },
    },
  );
  for (const file of ['certificateOfIncorporation', 'logo'])
    assert.notEqual(await draftInBrowser(page, `registration ${file}`), null, file);
}
