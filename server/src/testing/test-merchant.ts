import type { MerchantSubmission } from '@tegeka/contract/merchants/merchant-registration.ts';
import type { TestAnswer, TestClient } from './test-client.ts';
import { logoOf, pdfOf } from '#demo/demo-files.ts';
import type { TestServer, TestPerson } from './test-server.ts';

/** A valid registration for this person's organization. */
export async function submissionOf(person: TestPerson): Promise<MerchantSubmission> {
  const banks = await person.client.call('/api/v1/banks');
  const subscriberNumber = Number(person.phone.slice(4));
  const phoneNumber = { countryCode: '256', region: 'UG', subscriberNumber } as const;
  const { businessName, organizationId, email, firstName, lastName } = person;
  return {
    businessName,
    organizationId,
    phoneNumber,
    industry: 'Retail',
    registrationNumber: '80020001234567',
    taxNumber: '1000123456',
    bankAccounts: [
      {
        bankId: banks.json[0].id,
        accountName: businessName,
        accountNumber: '9030001234567',
        accountType: 'CURRENT',
        branch: 'Kampala Road',
        branchCode: '031',
      },
    ],
    businessAddress: {
      country: 'Uganda',
      countryCode: 'UG',
      region: 'Central',
      city: 'Kampala',
      street: 'Kampala Road 12',
      postalCode: 'P.O. Box 1234',
      buildingName: 'Nile House',
    },
    userInfo: { email, phoneNumber, firstName, lastName },
  };
}

/** The files of a registration. `null` leaves one out. */
export interface SubmittedFiles {
  logo?: Buffer | null;
  certificateOfIncorporation?: Buffer | null;
}

/** A certificate as a picture: the worker thread that checks a PDF costs more than the registration. */
const PICTURE = logoOf([255, 255, 255]);

/** A certificate as a PDF, for tests in which it matters. */
export const WITH_PDF: SubmittedFiles = { certificateOfIncorporation: pdfOf('Certificate') };

/** Submits a registration as the app does: JSON text and files in one multipart body. */
export function submitRegistration(
  client: TestClient,
  merchant: MerchantSubmission,
  files: SubmittedFiles = {},
  headers: Record<string, string> = {},
): Promise<TestAnswer> {
  const { logo = logoOf([11, 122, 112]), certificateOfIncorporation = PICTURE } = files;
  const form = new FormData();
  form.set('merchant', JSON.stringify(merchant));
  if (logo) form.set('logo', new File([new Uint8Array(logo)], 'logo.png'));
  if (certificateOfIncorporation) {
    const bytes = new Uint8Array(certificateOfIncorporation);
    form.set('certificateOfIncorporation', new File([bytes], 'certificate.pdf'));
  }
  return client.call('/api/v1/merchants', { method: 'POST', body: form, headers });
}

export const NEW_TIN = '1999999999';

/** What a profile shows of its account and a change does not take. */
const SHOWN = ['bankName', 'maskedNumber'];

/** Submits a change of legal or bank data as the app does: what is only shown is left out. */
export function submitChange(
  client: TestClient,
  merchantId: string,
  change: Record<string, unknown>,
  certificate?: Buffer,
): Promise<TestAnswer> {
  const form = new FormData();
  const taken = (name: string, value: unknown) => (SHOWN.includes(name) ? undefined : value);
  form.set('change', JSON.stringify(change, taken));
  if (certificate) {
    const bytes = new Uint8Array(certificate);
    form.set('certificateOfIncorporation', new File([bytes], 'new-certificate.pdf'));
  }
  return client.call(`/api/v1/merchants/${merchantId}/changes`, { method: 'POST', body: form });
}

export const TEST_CUSTOMER = {
  firstName: 'Grace',
  middleName: '',
  lastName: 'Nakato',
  phoneNumber: '0772 123456',
  email: 'grace@example.com',
  customerReferenceNumber: 'C-1',
};

export const TEST_PRODUCT = {
  name: 'School fees, term',
  code: 'FEES-T',
  categoryId: '0193b000-0000-7000-8000-00000000c001',
  amountKind: 'FIXED',
  amount: 250_000,
  schedule: { kind: 'MONTHLY', day: 5 },
  noticeDays: 2,
  retries: 1,
};

/** An operator approves the newest request with a title; gives the request's id. */
async function approveNewest(testServer: TestServer, title: string): Promise<string> {
  const { client } = await testServer.operator();
  const inbox = '/api/v1/approval-requests';
  const found = await client.call(`${inbox}?search=${encodeURIComponent(title)}`);
  const { id }: { id: string } = found.json.content[0];
  const { snapshotHash } = (await client.call(`${inbox}/${id}`)).json;
  const body = { decision: 'APPROVE', snapshotHash };
  const decided = await client.call(`${inbox}/${id}/decisions`, { method: 'POST', body });
  if (decided.status !== 200) throw new Error(`Not approved: ${decided.text}`);
  return id;
}

/** Renames a business that has not changed its details before. */
export async function renameBusiness(
  testServer: TestServer,
  { client, merchantId }: { client: TestClient; merchantId: string },
): Promise<void> {
  const { businessName } = (await client.call(`/api/v1/merchants/${merchantId}/profile`)).json;
  const change = { version: 1, businessName: `${businessName} Group` };
  const sent = await submitChange(client, merchantId, change);
  if (sent.status !== 201) throw new Error(`Not sent: ${sent.text}`);
  await approveNewest(testServer, businessName);
}

export async function activeMerchant(testServer: TestServer) {
  const person = await testServer.merchant();
  const merchant = await submissionOf(person);
  const submitted = await submitRegistration(person.client, merchant);
  if (submitted.status !== 201) throw new Error(`Not registered: ${submitted.text}`);
  const { merchantId }: { merchantId: string } = submitted.json;
  return { person, merchantId, requestId: await approveNewest(testServer, person.businessName) };
}
