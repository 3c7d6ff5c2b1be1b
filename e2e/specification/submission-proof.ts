import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { fieldsOf } from '../environment/http-call.ts';
import { ACCOUNT, ADDRESS } from '../steps/registration-steps.ts';
import { proves } from './proof-mark.ts';

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
