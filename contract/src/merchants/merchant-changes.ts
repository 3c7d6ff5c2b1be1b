import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { CERTIFICATE, storedFileShape } from '../files.ts';
import { objectOf } from '../kit/fields.ts';
import { stateMachine } from '../kit/state-machine.ts';
import { ACCOUNT_FIELDS, DETAIL_FIELDS, LEGAL_FIELDS } from './merchant-fields.ts';
import { bankAccountShape, businessAddressShape } from './merchant-payload.ts';
import { REGISTRATION_REJECTIONS } from './merchant-registration.ts';
import { reviewShape } from './merchants.ts';

/** Where a change of legal or bank data stands; the business is active all the while. */
export const CHANGE_STATES = [
  'PENDING_APPROVAL',
  'ACTION_REQUIRED',
  'APPLIED',
  'REJECTED',
  'WITHDRAWN',
] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

export const MERCHANT_CHANGE = stateMachine<ChangeState>({
  entity: 'merchant-change',
  states: CHANGE_STATES,
  transitions: {
    PENDING_APPROVAL: ['APPLIED', 'ACTION_REQUIRED', 'REJECTED', 'WITHDRAWN'],
    ACTION_REQUIRED: ['PENDING_APPROVAL', 'WITHDRAWN'],
    APPLIED: [],
    REJECTED: [],
    WITHDRAWN: [],
  },
});

/**
 * The requested values. What is left out keeps its registered value, or in a correction the value of the
 * attempt before; to give such a value up, send the registered one. An account without a number keeps the
 * known number at its bank.
 */
export const changeInputShape = z.extend(z.partial(objectOf(LEGAL_FIELDS)), {
  businessAddress: described('The address of the business.', z.optional(businessAddressShape)),
  bankAccount: described(
    'The account that is paid.',
    z.optional(
      z.extend(bankAccountShape, {
        accountNumber: described(
          'The account number; an account at another bank needs it.',
          z.optional(ACCOUNT_FIELDS.accountNumber.schema),
        ),
      }),
    ),
  ),
  version: described('The `detailsVersion` of the profile that the change was made from.', z.int()),
});
export type ChangeInput = z.infer<typeof changeInputShape>;

/** The requested values of a change, for its correction; without the account number. */
export const changeContentShape = z.extend(z.omit(changeInputShape, { version: true }), {
  bankAccount: described(
    'The account that is paid.',
    z.optional(z.omit(bankAccountShape, { accountNumber: true })),
  ),
});

/** A field that a change changes; account numbers are masked. */
const changedFieldShape = z.object({
  key: described('The name of the field.', z.enum(DETAIL_FIELDS)),
  section: described('The section of the screen.', z.string()),
  label: described('The name in words.', z.string()),
  before: described('What it was before the change.', z.string()),
  after: described('What it is after the change.', z.string()),
});
export type ChangedField = z.infer<typeof changedFieldShape>;

export const merchantChangeShape = z.object({
  id: z.uuid(),
  state: described('The state of the change.', z.enum(CHANGE_STATES)),
  attempt: described(
    '1 when it was first sent; one more each time it was corrected and sent again.',
    z.int(),
  ),
  by: described('The name of the person who did it, or of the platform.', z.string()),
  submittedAt: described('When it was last submitted.', z.iso.datetime()),
  settledAt: described(
    'When it was applied, rejected or taken back; null while it is open.',
    z.nullable(z.iso.datetime()),
  ),
  fields: described('The fields, in the order of the screen.', z.array(changedFieldShape)),
  review: described(
    'The last review, where it asked for corrections or rejected the change; null otherwise.',
    z.nullable(reviewShape),
  ),
  content: described('What the change says.', changeContentShape),
  certificateOfIncorporation: described(
    'The new certificate; null where it stays.',
    z.nullable(storedFileShape),
  ),
});
export type MerchantChange = z.infer<typeof merchantChangeShape>;

const mayChange = signedIn(['MERCHANT'], 'merchants.register');

export const getLatestChange = endpoint({
  name: 'getLatestChange',
  summary: 'Fetch the change of legal or bank data that was sent last, before and after.',
  path: '/api/v1/merchants/{merchantId}/changes/latest',
  admission: signedIn(['MERCHANT']),
  answers: z.object({
    change: described(
      'The change that was sent last; null where there was none.',
      z.nullable(merchantChangeShape),
    ),
  }),
});

/** A correction keeps what the attempt before has changed and it leaves out. */
export const submitChange = endpoint({
  name: 'submitChange',
  summary: 'Send a change of legal or bank data, or its correction, for review.',
  method: 'POST',
  path: '/api/v1/merchants/{merchantId}/changes',
  admission: mayChange,
  active: true,
  // Each call can store a file, and sends an email.
  limit: { max: 30, per: 'organization', windowSeconds: 3600 },
  takes: changeInputShape,
  multipart: { part: 'change', files: { certificateOfIncorporation: CERTIFICATE } },
  answers: merchantChangeShape,
  status: 201,
  errors: ['CHANGE_PENDING', 'NOTHING_CHANGED', 'DETAILS_CHANGED', 'BANK_UNKNOWN'],
});

/** Its review stops; a change that awaits correction is given up. */
export const withdrawChange = endpoint({
  name: 'withdrawChange',
  summary: 'Take a change back that is not settled yet.',
  method: 'POST',
  path: '/api/v1/merchants/{merchantId}/changes/{changeId}/withdrawal',
  admission: mayChange,
  errors: ['REQUEST_NOT_PENDING'],
});

/** Why a change of legal or bank data can be rejected, with what the business is told. */
export const CHANGE_REJECTIONS = {
  DOCUMENTS_NOT_GENUINE: REGISTRATION_REJECTIONS.DOCUMENTS_NOT_GENUINE,
  NOT_IN_REGISTER: REGISTRATION_REJECTIONS.NOT_IN_REGISTER,
  ACCOUNT_NOT_CONFIRMED: 'The bank account could not be confirmed as that of the business.',
  CHANGE_NOT_ACCEPTED: 'The change was not accepted.',
} as const;

/** What a check of a change says on the checker's screen. */
export const CHANGE_TEXTS = {
  label: 'Change of data',
  marked: 'Asked to be changed',
  approval:
    'With the last approval that is needed, the new data hold at once and the business is told by email.',
  rejection:
    'Everything stays as it is registered. The business is told by email and can ask for another change.',
  comment: 'The business reads this.',
} as const;
