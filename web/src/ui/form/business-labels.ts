import type { FileField, TextField } from '#ui/form/business-draft.ts';

/** What the form calls its fields (specification, 2.5); the review has shorter words of its own. */
export const FORM_LABELS: Record<TextField | FileField, string> = {
  businessName: 'Business Name',
  industry: 'Industry',
  registrationNumber: 'Registration Number',
  taxNumber: 'Tax Identification Number',
  phoneNumber: 'Business Phone Number',
  certificateOfIncorporation: 'Registration Certificate',
  logo: 'Business Logo',
  country: 'Country',
  region: 'Region',
  city: 'City',
  street: 'Street',
  buildingName: 'Building Name',
  postalCode: 'Postal Code',
  bank: 'Bank',
  accountName: 'Account Name',
  accountNumber: 'Account Number',
  accountType: 'Account Type',
  branch: 'Branch',
  branchCode: 'Branch Code',
};

/** What the review and the reviewers call the account types. */
export const ACCOUNT_TYPE_LABELS: Record<string, string> = {
  CURRENT: 'Current',
  SAVINGS: 'Savings',
};
