import { sampleId } from './api-samples.ts';

interface CallSample {
  body?: Record<string, unknown>;
  answer?: Record<string, unknown>;
}

/** A mandate whose payer has not answered yet. */
const ASKED = {
  state: 'PENDING_VERIFICATION',
  bank: null,
  accountName: null,
  accountLastFour: null,
  version: 2,
};

/** A transaction that was just made. */
const MADE = {
  state: 'PENDING',
  transactionStatus: 'PENDING',
  attempt: 0,
  noticeAt: null,
  settledAt: null,
  version: 1,
};

const ASKED_FOR = {
  mandateId: sampleId('mandate'),
  reference: 'INV-2030-001',
  amount: 250_000,
};

const REASON = 'Asked by the customer on the phone';

/** A product gives the terms, and the payer names the account on the page. */
const BY_PRODUCT = {
  amountKind: undefined,
  amount: undefined,
  schedule: undefined,
  noticeDays: undefined,
  retries: undefined,
  consentWay: 'PAGE',
  bankId: undefined,
  accountName: undefined,
  accountNumber: undefined,
};

const UPLOADED = {
  state: 'UPLOADED',
  rows: null,
  goodRows: null,
  refusedRows: null,
  refusedKept: true,
  refusals: [],
  imported: null,
};

/** A dispute that its payer has just opened. */
const DISPUTED = {
  state: 'OPEN',
  reason: 'I left the school in May',
  openedBy: 'PAYER',
  openedAt: '2030-02-10T08:30:00.000Z',
  answerUntil: '2030-02-15',
  answer: null,
  refusal: null,
};

const ANSWERED = {
  ...DISPUTED,
  answer: {
    text: 'The contract was signed for the whole year.',
    files: [],
    at: '2030-02-12T08:30:00.000Z',
  },
};

const MANDATE_MAPPING = { customerReferenceNumber: 0, amount: 1, schedule: 2, start: 3 };
const TRANSACTION_MAPPING = { mandateReference: 0, reference: 1, amount: 2 };

/** Fields of a call's body and answer, where an example made of the field samples would mislead. */
export const CALL_SAMPLES: Readonly<Record<string, CallSample>> = {
  receiveSms: { body: { text: 'YES 12345' } },
  submitMerchant: { answer: { merchantState: 'PENDING_APPROVAL' } },

  updateProduct: { answer: { version: 2 } },
  disableProduct: { answer: { state: 'DISABLED', version: 2 } },

  createMandate: { body: BY_PRODUCT, answer: ASKED },
  replaceMandate: {
    body: BY_PRODUCT,
    answer: { ...ASKED, id: sampleId('replacement'), replaces: sampleId('mandate') },
  },
  sendMandate: { answer: ASKED },
  uploadMandateForm: { answer: { consentWay: 'FORM', state: 'PENDING_APPROVAL', version: 3 } },
  pauseMandate: { answer: { state: 'PAUSED', reason: REASON, version: 5 } },
  cancelMandate: { answer: { state: 'CANCELLED', reason: REASON, nextDueDay: null, version: 5 } },
  suspendMandate: {
    answer: {
      state: 'SUSPENDED',
      reason: REASON,
      suspendedBy: 'BANK',
      reinstatableBy: 'BANK',
      version: 5,
    },
  },

  // Without `dueDay`: the day of the field samples is too far ahead and would be refused.
  createTransactions: { body: { items: [ASKED_FOR] } },
  createTransaction: { body: { dueDay: undefined }, answer: { ...MADE, origin: 'MANUAL' } },
  retryTransaction: { answer: { ...MADE, attempt: 1, version: 4 } },
  cancelTransaction: {
    answer: {
      ...MADE,
      state: 'CANCELLED',
      transactionStatus: 'CANCELLED',
      reason: REASON,
      version: 2,
    },
  },
  getDispute: { answer: DISPUTED },
  answerDispute: {
    body: { text: 'The contract was signed for the whole year.' },
    answer: ANSWERED,
  },
  getDisputeView: { answer: ANSWERED },
  openDispute: {
    body: { reason: 'I left the school in May' },
    answer: { ...DISPUTED, openedBy: 'BANK' },
  },
  getMandateUsage: { answer: { plan: null, schedulePeriod: null } },

  createPayout: {
    body: { amount: 1_200_000 },
    answer: { state: 'PENDING', origin: 'MANUAL', sentAt: null, endedAt: null },
  },

  uploadCustomers: { body: {}, answer: UPLOADED },
  mapCustomerImport: { answer: UPLOADED },
  uploadMandates: { body: { mapping: MANDATE_MAPPING }, answer: UPLOADED },
  mapMandateImport: { body: { mapping: MANDATE_MAPPING }, answer: UPLOADED },
  uploadTransactions: { body: { mapping: TRANSACTION_MAPPING }, answer: UPLOADED },
  mapTransactionImport: { body: { mapping: TRANSACTION_MAPPING }, answer: UPLOADED },
  confirmCustomerImport: {
    body: { mode: 'GOOD_ROWS' },
    answer: { state: 'CONFIRMED', imported: null },
  },
  confirmMandateImport: {
    body: { mode: 'GOOD_ROWS' },
    answer: { state: 'CONFIRMED', imported: null },
  },
  confirmTransactionImport: {
    body: { mode: 'GOOD_ROWS' },
    answer: { state: 'CONFIRMED', imported: null },
  },
  cancelCustomerImport: { answer: { state: 'CANCELLED', imported: null } },
  cancelMandateImport: { answer: { state: 'CANCELLED', imported: null } },
  cancelTransactionImport: { answer: { state: 'CANCELLED', imported: null } },

  closeException: { answer: { state: 'CLOSED', outcome: 'SENT_BACK' } },

  getApprovalRequest: {
    answer: {
      steps: [{ name: 'First review', approvals: 0, approvalsNeeded: 1 }],
      decisions: [],
    },
  },
  decideApprovalRequest: {
    body: { comment: 'Checked against the register.' },
    answer: { state: 'APPROVED', approvals: 1 },
  },
  decideApprovalRequests: {
    body: { decision: { decision: 'APPROVE', comment: 'Checked with our records.' } },
    answer: {
      results: [{ requestId: sampleId('approvalRequest'), state: 'EXECUTED', refusal: null }],
    },
  },
  disableCustomer: { answer: { status: 'DISABLED', version: 2 } },
  enableCustomer: { answer: { version: 3 } },
  updateCustomer: { answer: { version: 2 } },
  saveView: {
    body: { list: 'listCustomers', name: 'Disabled', query: 'status=DISABLED' },
    answer: { name: 'Disabled', query: 'status=DISABLED' },
  },
  searchAll: {
    answer: {
      groups: [
        {
          label: 'Customers',
          hits: [
            {
              noun: 'customer',
              id: sampleId('customer'),
              title: 'Grace Nakato',
              sub: 'C-10025',
              state: 'ACTIVE',
              path: `/dashboard/customers/${sampleId('customer')}`,
            },
          ],
        },
      ],
    },
  },
  getSetting: { answer: { name: 'MERCHANT_APPROVAL_POLICY_ID' } },
  verifyCode: { answer: { message: 'valid' } },
};
