import { isoDay } from '@tegeka/contract/kit/day.ts';
import type { MerchantSubmission } from '@tegeka/contract/merchants/merchant-registration.ts';
import type { TestAnswer, TestClient } from './test-client.ts';
import { logoOf, pdfOf } from '#demo/demo-files.ts';
import { brokenClearingFile } from './setup/test-clearing-file.ts';
import { settleFor } from './setup/test-money.ts';
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

/** Submits a registration as the app does: JSON text and files in one multipart body. */
export function submitRegistration(
  client: TestClient,
  merchant: MerchantSubmission,
  files: SubmittedFiles = {},
  headers: Record<string, string> = {},
): Promise<TestAnswer> {
  const { logo = logoOf([11, 122, 112]), certificateOfIncorporation = pdfOf('Certificate') } =
    files;
  const form = new FormData();
  form.set('merchant', JSON.stringify(merchant));
  if (logo) form.set('logo', new File([new Uint8Array(logo)], 'logo.png'));
  if (certificateOfIncorporation) {
    const bytes = new Uint8Array(certificateOfIncorporation);
    form.set('certificateOfIncorporation', new File([bytes], 'certificate.pdf'));
  }
  return client.call('/api/v1/merchants', { method: 'POST', body: form, headers });
}

const NEW_TIN = '1999999999';

/** Submits a change of legal or bank data as the app does. */
export function submitChange(
  client: TestClient,
  merchantId: string,
  change: Record<string, unknown>,
  certificate?: Buffer,
): Promise<TestAnswer> {
  const form = new FormData();
  form.set('change', JSON.stringify(change));
  if (certificate) {
    const bytes = new Uint8Array(certificate);
    form.set('certificateOfIncorporation', new File([bytes], 'new-certificate.pdf'));
  }
  return client.call(`/api/v1/merchants/${merchantId}/changes`, { method: 'POST', body: form });
}

/** A valid customer. */
export const TEST_CUSTOMER = {
  firstName: 'Grace',
  middleName: '',
  lastName: 'Nakato',
  phoneNumber: '0772 123456',
  email: 'grace@example.com',
  customerReferenceNumber: 'C-1',
};

/** A valid product. */
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

/** Valid settings of payouts, for one who has none yet. */
const PAYOUT_SETTINGS = { schedule: 'WEEKLY', weekday: 'Friday', minimum: 20_000, version: 1 };

/** A business that an operator has approved. */
export async function activeMerchant(testServer: TestServer) {
  const person = await testServer.merchant();
  const merchant = await submissionOf(person);
  const submitted = await submitRegistration(person.client, merchant);
  if (submitted.status !== 201) throw new Error(`Not registered: ${submitted.text}`);
  const { merchantId }: { merchantId: string } = submitted.json;
  const { client } = await testServer.operator();
  const inbox = '/api/v1/approval-requests';
  const found = await client.call(`${inbox}?search=${encodeURIComponent(person.businessName)}`);
  const { id }: { id: string } = found.json.content[0];
  const { snapshotHash } = (await client.call(`${inbox}/${id}`)).json;
  const body = { decision: 'APPROVE', snapshotHash };
  const decided = await client.call(`${inbox}/${id}/decisions`, { method: 'POST', body });
  if (decided.status !== 200) throw new Error(`Not approved: ${decided.text}`);
  return { person, merchantId, requestId: id };
}

/** An active merchant with a customer, and the ids of all its entities. */
export async function registeredMerchant(testServer: TestServer) {
  const { person, merchantId, requestId } = await activeMerchant(testServer);
  const profile = await person.client.call(`/api/v1/merchants/${merchantId}/profile`);
  const address = `/api/v1/merchants/${merchantId}/customers`;
  const customer = await person.client.call(address, { method: 'POST', body: TEST_CUSTOMER });
  if (customer.status !== 201) throw new Error(`No customer: ${customer.text}`);
  const customerId: string = customer.json.id;
  const form = new FormData();
  form.set('file', new File(['Surname,Phone\nNakato,0772123456\n'], 'customers.csv'));
  const upload = await person.client.call(`${address}/bulk`, { method: 'POST', body: form });
  if (upload.status !== 202) throw new Error(`No upload: ${upload.text}`);
  const importId: string = upload.json.id;
  const sessions = await person.client.call('/identity/api/v1/users/currentuser/sessions');
  const sessionId: string = sessions.json.sessions[0].id;
  const product = await person.client.call(`/api/v1/merchants/${merchantId}/products`, {
    method: 'POST',
    body: TEST_PRODUCT,
  });
  if (product.status !== 201) throw new Error(`No product: ${product.text}`);
  const productId: string = product.json.id;
  const start = isoDay(testServer.clock.now());
  const mandateBody = { customerId, productId, start, consentWay: 'PAGE' };
  const mandate = await person.client.call(`/api/v1/merchants/${merchantId}/mandates`, {
    method: 'POST',
    body: mandateBody,
  });
  if (mandate.status !== 201) throw new Error(`No mandate: ${mandate.text}`);
  const mandateId: string = mandate.json.id;
  const sendAll = { filter: {}, mandates: 1 };
  const sending = await person.client.call(`/api/v1/merchants/${merchantId}/mandates/send-all`, {
    method: 'POST',
    body: sendAll,
  });
  if (sending.status !== 202) throw new Error(`No sending: ${sending.text}`);
  const sendingId: string = sending.json.id;
  const { organizationId } = person;
  const longAgo = new Date(testServer.clock.now().getTime() - 3 * 86_400_000);
  await settleFor(testServer, organizationId, 500_000, longAgo);
  const payout = await person.client.call(`/api/v1/merchants/${merchantId}/payouts`, {
    method: 'POST',
    body: { amount: 20_000 },
  });
  if (payout.status !== 201) throw new Error(`No payout: ${payout.text}`);
  const payoutId: string = payout.json.id;
  const fileId: string = profile.json.logo.id;
  const change = await submitChange(person.client, merchantId, { version: 1, taxNumber: NEW_TIN });
  const changeId: string = change.json.id;
  const bankId = '0193b001-0000-7000-8000-000000000001';
  const { client: operator } = await testServer.operator();
  const ofBank = await brokenClearingFile(operator, bankId, 'Dear Tegeka');
  /** Valid bodies by endpoint name, so that only authorization can refuse. */
  const bodies: Record<string, unknown> = {
    decideApprovalRequest: { decision: 'APPROVE', snapshotHash: 'unknown' },
    createCustomer: TEST_CUSTOMER,
    updateCustomer: { ...TEST_CUSTOMER, version: 1 },
    disableCustomer: { status: 'DISABLED' },
    enableCustomer: { status: 'ACTIVE' },
    updateContact: { ...profile.json.contact, version: 1 },
    submitChange: { version: 1, taxNumber: NEW_TIN },
    mapCustomerImport: { mapping: {} },
    confirmCustomerImport: { mode: 'ALL' },
    mapMandateImport: { mapping: {} },
    confirmMandateImport: { mode: 'ALL' },
    revealMerchantAccount: { reason: 'A call of the bank' },
    suspendMerchant: { reason: 'Fraud is suspected' },
    reinstateMerchant: { reason: 'It was settled' },
    disableUser: { reason: 'Left the business' },
    enableUser: { reason: 'Came back' },
    createProduct: { ...TEST_PRODUCT, code: 'OTHER' },
    updateProduct: { ...TEST_PRODUCT, version: 1 },
    disableProduct: {},
    enableProduct: {},
    createMandate: mandateBody,
    replaceMandate: { productId, start, consentWay: 'PAGE' },
    sendMandate: {},
    startSending: sendAll,
    pauseMandate: { reason: 'The school is closed' },
    resumeMandate: {},
    cancelMandate: { reason: 'They have moved' },
    suspendMandate: { reason: 'A complaint' },
    reinstateMandate: { reason: 'It was settled' },
    moveBusinessClock: { to: 'TOMORROW' },
    readClearingFile: { reason: 'The bank asks about it' },
    takeClearingFile: { from: bankId, name: 'by hand.xml', content: 'Dear sirs' },
    closeException: { reason: 'The bank sends it again' },
    createPayout: { amount: 20_000 },
    updatePayoutSettings: PAYOUT_SETTINGS,
    resolvePayout: { outcome: 'REJECTED', evidence: 'The bank said so by phone' },
    createAdjustment: {
      kind: 'DUTY_REMITTED',
      amount: 1,
      merchantId: null,
      reason: 'Paid on Friday',
    },
    saveView: { list: 'listCustomers', name: 'Disabled', query: 'status=DISABLED' },
  };
  const { userId } = await testServer.merchant();
  const things = {
    customerId,
    importId,
    sessionId,
    changeId,
    bankId,
    userId,
    productId,
    mandateId,
    sendingId,
    payoutId,
    month: isoDay(testServer.clock.now()).slice(0, 7),
    ...ofBank,
  };
  return {
    person,
    ids: { organizationId, merchantId, requestId, fileId, ...things },
    bodies,
  };
}
