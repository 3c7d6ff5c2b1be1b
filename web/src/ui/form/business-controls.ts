import type { FilePart } from '@tegeka/contract/kit/endpoint.ts';
import { CERTIFICATE, LOGO } from '@tegeka/contract/files.ts';
import type { FileField, TextField } from '#ui/form/business-draft.ts';

/** How a text is asked for. */
export interface TextControl {
  hint?: string;
  placeholder?: string;
  autoComplete?: string;
  inputMode?: 'numeric' | 'text';
  maxLength?: number;
}

export const TEXT_CONTROLS: Partial<Record<TextField, TextControl>> = {
  businessName: { autoComplete: 'organization', maxLength: 120 },
  registrationNumber: { hint: 'As on the certificate', maxLength: 40 },
  taxNumber: { hint: 'The 10 digits of the TIN', inputMode: 'numeric', maxLength: 20 },
  phoneNumber: { placeholder: '777XXXXXX' },
  region: { autoComplete: 'address-level1', maxLength: 120 },
  city: { autoComplete: 'address-level2', maxLength: 120 },
  street: { autoComplete: 'address-line1', maxLength: 160 },
  buildingName: { autoComplete: 'address-line2', maxLength: 160 },
  postalCode: { hint: 'Such as P.O. Box 1234', autoComplete: 'postal-code', maxLength: 40 },
  accountName: { hint: 'As the bank knows it', maxLength: 160 },
  accountNumber: { hint: '9 to 18 digits', inputMode: 'numeric', maxLength: 30 },
  branch: { maxLength: 120 },
  branchCode: { maxLength: 30 },
};

export const FILE_CONTROLS: Record<FileField, { part: FilePart; hint: string }> = {
  certificateOfIncorporation: { part: CERTIFICATE, hint: 'PDF, JPG or PNG, up to 10 MB' },
  logo: { part: LOGO, hint: 'JPG or PNG, up to 2 MB' },
};
