import * as z from 'zod/mini';

/** Every refusal by name: its HTTP status and what the caller is told. */
export const ERRORS = {
  INPUT_INVALID: [400, 'Some of what was sent is not valid. See the fields.'],
  BODY_BROKEN: [400, 'The request broke off, or its content could not be read.'],
  CSRF_TOKEN_INVALID: [400, 'The page is out of date. Please reload it and try again.'],
  IDEMPOTENCY_KEY_REUSED: [409, 'This Idempotency-Key was used for a different request.'],
  IDEMPOTENCY_KEY_BUSY: [409, 'The same request is still being worked on. Try again shortly.'],
  NOT_SIGNED_IN: [401, 'Please sign in.'],
  NOT_ADMITTED: [403, 'Sorry, unauthorized access'],
  NOT_FOUND: [404, 'There is no such thing, or it is not yours to see.'],
  METHOD_UNKNOWN: [405, 'This address does not take this method.'],
  BODY_TOO_LARGE: [413, 'What was sent is too large.'],
  BODY_TYPE_UNKNOWN: [415, 'This address does not take this kind of content.'],
  BUSY_ELSEWHERE: [409, 'The same is being changed right now. Please try again in a moment.'],
  TOO_MANY_REQUESTS: [429, 'That was too often. Please wait a little and try again.'],
  MESSAGE_BUDGET_USED: [
    429,
    'Your business has sent all the messages of one day. Payers can be asked again tomorrow morning.',
  ],
  TOO_MUCH_AT_ONCE: [
    429,
    'Too many files are being sent or made at the moment. Please try again in a few seconds.',
  ],
  UNEXPECTED: [500, 'Something went wrong on our side. We have made a note of it.'],
  SERVER_OFF: [503, 'Sorry, server is off. Please contact system administrator.'],
  EMAIL_TAKEN: [409, 'Sorry, that email exists'],
  PHONE_TAKEN: [409, 'Sorry, that phone number exists'],
  CODE_TOO_SOON: [429, 'A code was sent a moment ago. Please wait before you ask for another.'],
  CODE_TOO_MANY: [429, 'Too many codes were asked for. Please try again in an hour.'],
  NOT_VERIFIED: [409, 'Please verify your email and phone number again; that was too long ago.'],
  RESET_LINK_INVALID: [
    409,
    'This link was used already, or is older than 15 minutes. Please ask for another.',
  ],
  ACCOUNT_IS_YOURS: [409, 'You can not disable your own account.'],
  ACCOUNT_MOVED_ON: [409, 'Somebody else has changed this account since. Load it again.'],
  PASSWORD_WEAK: [422, 'Please choose a stronger password.'],
  FILE_MISSING: [422, 'A file is missing.'],
  FILE_EMPTY: [422, 'The file is empty.'],
  FILE_TOO_LARGE: [413, 'The file is too large.'],
  FILE_TYPE_WRONG: [422, 'The file is not of an accepted type.'],
  FILE_DAMAGED: [422, 'The file is damaged and can not be opened.'],
  TOO_LARGE_UNPACKED: [422, 'The file is far bigger inside than a list could be.'],
  BANK_UNKNOWN: [422, 'Please choose a bank from the list.'],
  BANK_NAME_TAKEN: [409, 'Another bank has this name already.'],
  BANK_BIC_TAKEN: [409, 'Another bank has this BIC already.'],
  BANK_ORGANIZATION_TAKEN: [409, 'Another bank has this organization already.'],
  POLICY_UNKNOWN: [422, 'The approval workflow named in the request does not exist.'],
  MERCHANT_ALREADY_REGISTERED: [409, 'This business is already registered.'],
  MERCHANT_MOVED_ON: [
    409,
    'The business is in another state by now. Load it again to see what can be done.',
  ],
  REQUEST_NOT_PENDING: [409, 'This request has been settled already.'],
  REQUEST_PENDING: [409, 'A change of this is already waiting for approval.'],
  ENTITY_CHANGED: [
    409,
    'What the request changes has changed since. Please ask for the change again.',
  ],
  REQUEST_IS_YOURS: [409, 'A request can not be decided by the person who made it.'],
  REQUEST_DECIDED_BY_YOU: [409, 'You have decided on this request already. A colleague is next.'],
  CONTACT_CHANGED: [409, 'Somebody else has changed these contact data since you opened them.'],
  DETAILS_CHANGED: [
    409,
    'The data of the business have changed since then. Please look at them again.',
  ],
  CHANGE_PENDING: [409, 'A change of this business is being reviewed already.'],
  NOTHING_CHANGED: [422, 'Nothing differs from what is registered.'],
  MERCHANT_NOT_ACTIVE: [409, 'The business is not active, so nothing can be changed right now.'],
  REFERENCE_TAKEN: [409, 'Another customer has this reference number already.'],
  SAVED_VIEWS_FULL: [
    409,
    'You have as many saved views as can be kept: 20 of this list, or 50 in all. Delete one first.',
  ],
  CUSTOMER_CHANGED: [409, 'Somebody else has changed this customer since you opened it.'],
  IMPORT_RUNNING: [409, 'Another upload is not finished. Finish it or cancel it first.'],
  IMPORT_MOVED_ON: [409, 'This upload has changed since you opened it.'],
  IMPORT_HAS_REFUSALS: [409, 'Some rows are refused. Import the good rows, or correct the file.'],
  REQUEST_CHANGED: [409, 'The request has changed since you opened it. Please read it again.'],
  SUSPENDED_BY_OTHERS: [409, 'Somebody else has suspended the mandate. Only they can lift it.'],
  SIGNATURE_WRONG: [400, 'The signature does not fit what was sent.'],
  CLOCK_FIXED: [409, 'The business clock can only be moved in a sandbox.'],
  CLOCK_MOVING: [409, 'The clock is being moved already. Wait until what is due has happened.'],
  CALENDAR_DAY_TAKEN: [409, 'Something is announced for this day already. Withdraw that first.'],
  CALENDAR_DAY_BEGUN: [409, 'The day has begun, so it can not be withdrawn any more.'],
  CALENDAR_CLOSED_TOO_LONG: [
    409,
    'Banks would be closed for more than 14 days in a row. Withdraw a holiday beside this day first.',
  ],
  PRICE_PLAN_TAKEN: [409, 'A price plan begins on this day already. Choose another day.'],
  PRODUCT_CODE_TAKEN: [409, 'Another product has this code already.'],
  PRODUCT_CHANGED: [409, 'Somebody else has changed this product since you opened it.'],
  PRODUCT_DISABLED: [409, 'The product is disabled. Choose another one or enable it.'],
  CUSTOMER_DISABLED: [409, 'The customer is disabled. Enable them first.'],
  EXCEPTION_KIND: [409, 'This can not be done with an exception of this kind.'],
  FILE_NOT_KEPT: [409, 'The file was too large to be kept, so there is nothing to read.'],
  FILE_STATE: [
    409,
    'The file has not failed, may have been sent, or has been sent, withdrawn or processed by now. Load it again.',
  ],
  FILE_NOT_WITHDRAWABLE: [
    409,
    'Only a file of debits or payouts is withdrawn. To stop a message about a mandate, cancel the mandate.',
  ],
  FILE_HAS_OUTCOMES: [
    409,
    'A bank has told the outcome of something in this file, or of an earlier submission of it. The file is not withdrawn.',
  ],
  EXCEPTION_CLOSED: [409, 'Somebody has closed this exception already.'],
  EXCEPTION_NOT_KEPT: [
    409,
    'Only an exception that is closed as kept in suspense can be opened again.',
  ],
  BULK_REQUEST_RUNNING: [
    409,
    'Payers are being asked already. Wait until that has ended, or stop it.',
  ],
  BULK_REQUEST_ENDED: [409, 'This has ended already.'],
  BULK_REQUEST_CHANGED: [
    409,
    'The selection has changed. Check the number of mandates and try again.',
  ],
  BULK_REQUEST_TOO_LARGE: [422, 'More than 10,000 mandates are selected. Narrow the list.'],
  DISPUTE_EXISTS: [409, 'This debit is disputed already. See what the bank says.'],
  DISPUTE_TOO_LATE: [409, 'Only a debit that was taken in the last 8 weeks can be disputed here.'],
  DISPUTE_NOT_OPEN: [409, 'The bank has decided on this dispute, or the time to answer is over.'],
  DISPUTE_ANSWERED: [409, 'This dispute was answered already.'],
  MANDATE_STATE: [
    409,
    'The mandate is in another state by now. Load it again to see what it allows.',
  ],
  MANDATE_OVER: [409, 'The last day of the mandate has passed. Make a new mandate.'],
  PAYOUT_SETTINGS_CHANGED: [
    409,
    'Somebody else has changed when you are paid out since you opened it.',
  ],
  PAYOUT_STATE: [
    409,
    'The payout is in another state by now. Load it again to see what it allows.',
  ],
  TRANSACTION_STATE: [
    409,
    'The transaction is in another state by now. Load it again to see what it allows.',
  ],
  RETRY_FORBIDDEN: [
    409,
    'This debit cannot be retried. Only debits that failed for lack of funds can be retried: up to three times, with no automatic retry planned and no other answer of the bank since.',
  ],
  RETRY_TOO_LATE: [
    409,
    'The time in which it could be retried has passed. Collect it as a new transaction.',
  ],
  RETRY_ABOVE_LIMIT: [409, 'The limits of the mandate do not allow a retry now.'],
  MANDATE_REPLACED: [
    409,
    'The mandate that this one takes the place of has been replaced already.',
  ],
  CONSENT_ENDED: [
    409,
    'The payer or their bank has ended the mandate whose consent was to go on: ask the payer again.',
  ],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof ERRORS;

/** A field that was refused, named as in the request, with a sentence for the person who typed it. */
export interface FieldError {
  field: string;
  message: string;
  /** Why, for programs, where a call has several reasons to refuse a field. */
  code?: string | undefined;
}

/** What a refused call answers: RFC 9457 problem details with our code, request id and fields. */
export const problemShape = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  requestId: z.string(),
  fields: z.optional(
    z.array(z.object({ field: z.string(), message: z.string(), code: z.optional(z.string()) })),
  ),
  retryAfterSeconds: z.optional(z.int()),
});
export type Problem = z.infer<typeof problemShape>;

export function statusOf(code: ErrorCode): number {
  return ERRORS[code][0];
}

export function textOf(code: ErrorCode): string {
  return ERRORS[code][1];
}
