import { addDays, isoDay } from '@tegeka/contract/kit/day.ts';
import { activeMandate, openBank, openPayer } from '../test-mandate.ts';
import {
  activeMerchant,
  NEW_TIN,
  submitChange,
  TEST_CUSTOMER,
  TEST_PRODUCT,
} from '../test-merchant.ts';
import type { TestServer } from '../test-server.ts';
import { brokenClearingFile, submissionSession } from './test-clearing-file.ts';
import { announcedDay } from './test-holidays.ts';
import { settleFor } from './test-money.ts';

/** Valid settings of payouts, for one who has none yet. */
const PAYOUT_SETTINGS = { schedule: 'WEEKLY', weekday: 'Friday', minimum: 20_000, version: 1 };

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
  const bulkRequest = await person.client.call(
    `/api/v1/merchants/${merchantId}/mandates/send-all`,
    {
      method: 'POST',
      body: sendAll,
    },
  );
  if (bulkRequest.status !== 202) throw new Error(`No bulkRequest: ${bulkRequest.text}`);
  const bulkRequestId: string = bulkRequest.json.id;
  const payer = await openPayer(testServer, { client: person.client, merchantId });
  const activeMandateId = await activeMandate(testServer, await openBank(testServer), payer);
  const transactionBody = { mandateId: activeMandateId, reference: 'ACCESS-1', amount: 5000 };
  const transaction = await person.client.call(`/api/v1/merchants/${merchantId}/transactions`, {
    method: 'POST',
    body: transactionBody,
  });
  if (transaction.status !== 201) throw new Error(`No transaction: ${transaction.text}`);
  const transactionId: string = transaction.json.id;
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
    decideApprovalRequests: {
      decision: { decision: 'APPROVE' },
      requests: [{ requestId: bankId, snapshotHash: 'unknown' }],
    },
    createCustomer: TEST_CUSTOMER,
    updateCustomer: { ...TEST_CUSTOMER, version: 1 },
    disableCustomer: { status: 'DISABLED' },
    enableCustomer: { status: 'ACTIVE' },
    updateContact: { ...profile.json.contact, version: 1 },
    submitChange: { version: 1, taxNumber: NEW_TIN },
    mapCustomerImport: {
      mapping: { firstName: 0, lastName: 1, email: 2, customerReferenceNumber: 3 },
    },
    confirmCustomerImport: { mode: 'ALL' },
    mapMandateImport: { mapping: { customerReferenceNumber: 0, schedule: 1, start: 2 } },
    confirmMandateImport: { mode: 'ALL' },
    mapTransactionImport: { mapping: { mandateReference: 0, reference: 1 } },
    confirmTransactionImport: { mode: 'ALL' },
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
    startBulkConsentRequest: sendAll,
    pauseMandate: { reason: 'The school is closed' },
    resumeMandate: {},
    cancelMandate: { reason: 'They have moved' },
    suspendMandate: { reason: 'A complaint' },
    reinstateMandate: { reason: 'It was settled' },
    moveBusinessClock: { to: 'TOMORROW' },
    announceDay: { day: addDays(start, 600), kind: 'BUSINESS_DAY', name: 'Moved to Monday' },
    withdrawAnnouncedDay: { reason: 'The moon was not seen' },
    readClearingFile: { reason: 'The bank asks about it' },
    uploadClearingFile: { from: bankId },
    closeException: { outcome: 'NOTHING_TO_DO', reason: 'The bank sends it again' },
    reopenException: { reason: 'The business has found the invoice' },
    retryClearingFile: { reason: 'The fault was mended' },
    matchException: { reference: 'TGD23456789AB', reason: 'The bank has said so' },
    resolveException: { outcome: 'NOT_PAID', evidence: 'A letter of the bank of today' },
    createTransaction: transactionBody,
    createTransactions: { items: [transactionBody] },
    cancelTransaction: { reason: 'Asked for twice' },
    openDispute: { reason: 'I have left' },
    retryTransaction: {},
    createPayout: { amount: 20_000 },
    updatePayoutSettings: PAYOUT_SETTINGS,
    updateSummarySettings: { daily: false },
    resolvePayout: { outcome: 'REJECTED', evidence: 'The bank said so by phone' },
    createAdjustment: {
      kind: 'DUTY_REMITTED',
      amount: 1,
      merchantId: null,
      reason: 'Paid on Friday',
    },
    createPricePlan: {
      startsOn: addDays(start, 700),
      merchantId: null,
      basisPoints: 100,
      fixed: 0,
      minimum: 500,
      maximum: 10_000,
      givesBack: false,
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
    bulkRequestId,
    payoutId,
    transactionId,
    month: isoDay(testServer.clock.now()).slice(0, 7),
    ...ofBank,
    calendarOverrideId: await announcedDay(operator),
    submissionSessionId: await submissionSession(testServer),
  };
  return {
    person,
    ids: { organizationId, merchantId, requestId, fileId, ...things },
    bodies,
  };
}
