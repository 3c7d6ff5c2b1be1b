const BULK_REQUEST_STATE =
  '`RUNNING`: payers are being asked. `DONE`, `CANCELLED`, `FAILED`: it has ended.';

/**
 * What fields mean, by their names: the texts of the API reference. A prefix limits a text to one place:
 * to the enclosing field (`items.reference`; `query.` and `path.` for parameters), to the body
 * (`createTransaction.reference`) or answer (`makeMandateQr answer.size`) of a call, or to a part of the
 * reference (`Mandates.reference`). The first of these that exists counts. Ids, and parameters of one word,
 * need no text: it is made from their names.
 */
export const FIELD_NOTES: Readonly<Record<string, string>> = {
  // Of everything.
  id: 'Its id.',
  'getCurrentUser answer.id': 'The id of the account.',
  name: 'Its name.',
  content: 'The rows of the page; of an answer without pages, all of them.',
  page: 'The page, from 0.',
  size: 'Entries on a page.',
  'query.page': 'The page, from 0.',
  'query.size': 'Entries on a page, up to 100.',
  totalElements: 'Rows in all. With a filter or a search it stops at 1,000: see `totalIsCapped`.',
  totalPages: 'Pages of all rows that `totalElements` counts.',
  totalIsCapped: 'True where there are more rows than `totalElements` says.',
  counts: 'Rows by state, whatever is filtered or searched for.',
  version: 'Rises by one with every change.',
  createdAt: 'When it was made.',
  updatedAt: 'When it was last changed.',
  reason: 'Why; null where nothing was said.',
  currency: 'ISO 4217. `UGX` is the only one so far.',
  at: 'When it happened.',
  by: 'The name of the person who did it, or of the platform.',
  from: 'The state before; null where no state changed, and for the first one.',
  to: 'The state after; null where no state changed.',
  changes: 'The fields that were changed.',
  field: 'The name of the field.',
  before: 'What it was; null where there was nothing.',
  after: 'What it is now; null where there is nothing.',
  source: 'The name of the uploaded file that it came from; null for others.',
  kind: 'What happened: `STATE_CHANGED`, or something that left the state as it is.',
  'path.merchantId': 'The merchant: for people of a merchant, their own.',
  bankId: 'The bank, from `listBanks`.',
  month: 'A month in Kampala, `2030-02`.',
  amount: 'Whole shillings.',
  count: 'How many.',
  total: 'Their sum, in whole shillings.',
  email: 'An email address.',
  phoneNumber: '+256 and nine digits.',

  // Parameters of lists.
  'query.search': 'Search text: the beginning of each word is enough.',
  'query.sort': 'The order; a leading `-` means descending.',
  'query.text': 'The beginning of a name, a reference, a phone number or an email.',
  'query.dispute':
    'Only those with a dispute of this state, or with any; with `state=SETTLED` and `ACCEPTED`, those whose return has not come.',
  'query.bank': 'Only merchants that are paid at this bank, by its id.',
  'query.reference': 'Only files about the mandate with this reference.',
  'query.dueFrom': 'Only those whose `nextDueDay` is this day or later.',
  'query.dueTo': 'Only those whose `nextDueDay` is this day or earlier.',
  'query.amount': 'The amount to check, in whole shillings; that of the mandate unless told.',
  'query.dueDay': 'The day to check; the earliest one that the notice allows unless told.',
  'query.dayFrom': 'Only those whose `collectionDay` is this day or later.',
  'query.dayTo': 'Only those whose `collectionDay` is this day or earlier.',
  'query.amountFrom': 'Only those of this amount or more, in whole shillings.',
  'query.amountTo': 'Only those of this amount or less, in whole shillings.',
  'query.submittedFrom': 'Only those that were submitted on this day or later.',
  'query.submittedTo': 'Only those that were submitted on this day or earlier.',
  'query.inTransit': '`YES`: only payouts that are PENDING, SENT or UNKNOWN.',
  'query.period': 'The days that are counted; they end today, by the business clock.',
  'query.email': 'An email address.',
  'query.phoneNumber': 'A phone number with a leading 0.',
  'query.list': 'The list, by the name of its operation, such as `listCustomers`.',
  'query.name': 'The name of the view.',
  'path.name': 'The name of the setting.',
  organizationId: 'The organization, as `attributes.organizationId` of the current user names it.',
  'path.requestId': 'The approval request.',
  'path.importId': 'The upload.',
  'path.bulkRequestId': 'The sending.',
  'path.clearingFileId': 'The file.',
  'path.submissionSessionId': 'The cut-off.',
  'path.userId': 'The account.',
  'path.calendarOverrideId': 'The announced day.',

  // Customers.
  firstName: 'First name.',
  middleName: 'Middle name; null without one.',
  lastName: 'Last name.',
  customerReferenceNumber: 'Your own number or code for the customer, unique among your customers.',
  'Customers.email': 'An email address; null without one. A customer has an email or a phone.',
  'Customers.phoneNumber':
    '+256 and nine digits; a number of Uganda is taken as people write it. Null without one. Payers are asked for consent by SMS, so mandates by page or SMS need a mobile number.',
  'Customers.status': '`DISABLED`: nothing new is collected from the customer.',
  'Customers.version':
    'Rises by one with every change. With it a change is refused when somebody was faster.',

  // Products, and the terms that mandates take over.
  'Products.name': 'What it is called; payers read it as what they pay for.',
  'Products.code': 'Your own short name for it, unique among your products.',
  categoryId: 'The payment category, from `listCategories`.',
  categoryName: 'The name of the payment category.',
  'Products.state': '`DISABLED`: no new mandate can use it; those that use it go on.',
  'updateProduct.version': 'The version that the change was made from: another one is refused.',
  amountKind:
    '`FIXED`: the same amount each time. `VARIABLE`: you name it for each debit; only with the schedule `ON_DEMAND`.',
  'Products.amount':
    'Whole shillings of each debit; null for `VARIABLE`, and for instalments, which have amounts of their own.',
  schedule:
    'When debits are due. A day on which banks are closed moves to the next business day. `ON_DEMAND`: only when you ask for them.',
  'schedule.kind': 'The rhythm; the other fields depend on it.',
  weekday: '1 is Monday, 7 is Sunday.',
  'schedule.day':
    'Day of the month, or `LAST`. `MONTHLY`: 1 to 28. `QUARTERLY`, `YEARLY` and instalments by months: 1 to 31, in a shorter month its last day; unless told that of the first day, which a mandate then keeps.',
  every: 'From one instalment to the next.',
  amounts: 'Whole shillings of each instalment, in their order.',
  noticeDays: 'Calendar days between the notice to the payer and the debit.',
  retries: 'How often a debit that failed for lack of funds is retried automatically.',

  // Mandates.
  'Mandates.reference':
    '`TGK` and ten letters or digits, the last one a check digit. Payers know the mandate by it.',
  series: 'The same for a mandate and those that replace it: limits are counted for all of them.',
  customer: 'The customer.',
  'customer.id': 'The id of the customer.',
  product: 'The product whose terms it has; null without one.',
  paymentFor:
    'What the payer reads that it is for: the name of the product when the mandate was made.',
  bank: "The payer's bank; null until it is known.",
  accountName: 'The name on the account.',
  'Mandates.accountName': 'The name on the account of the payer; null until it is known.',
  accountLastFour: 'The last four digits of the account number; the others are never shown.',
  'Mandates.accountLastFour':
    "The last four digits of the payer's account number; null until it is known.",
  'Mandates.amount':
    'Whole shillings of each debit; null where you name it for each debit, and for instalments.',
  'createMandate.productId':
    'The product whose terms it has. Without one, send the terms: `amountKind`, `amount`, `schedule`, `noticeDays`, `retries`.',
  'replaceMandate.productId': 'The product whose terms it has; without one, send the terms.',
  maxPerDebit: 'The most that one debit may be, in whole shillings.',
  'createMandate.maxPerDebit':
    'The most that one debit may be, in whole shillings: the amount of the terms unless told. Needed where they have none.',
  maxPerPeriod:
    'The most that debits of one period may add up to, in whole shillings; null without such a limit. It goes with `period`.',
  period:
    'The calendar period of `maxPerPeriod`; weeks begin on Monday. Null without such a limit.',
  maxCount: 'The most debits; null without such a limit.',
  maxTotal:
    'The most that all debits may add up to, in whole shillings; null without such a limit.',
  start: 'The first day in Kampala; of a new mandate today or later, by the business clock.',
  end: 'The last day in Kampala, included; null without one, as for instalments.',
  nextDueDay:
    'The next day of the schedule, before it moves to a business day; null where none comes.',
  consentWay:
    'How the payer consents. `PAGE`: a link by SMS and email to a page, where they name their account. `SMS`: an answer to an SMS. `FORM`: a signed form, of which you upload a scan.',
  replaces: 'The id of the mandate that it replaces; null for others.',
  'Mandates.state':
    '`GENERATED`: created, the request is not sent yet. `PENDING_VERIFICATION`: waiting for the payer. `PENDING_APPROVAL`: the payer has consented, waiting for the bank. `REGISTERED`: confirmed, its first day is to come. `ACTIVE`: can be collected from. `PAUSED`: by the merchant. `SUSPENDED`: by the bank or an operator. `COMPLETED`: its schedule has ended or it was replaced. `EXPIRED`: nobody answered, or its last day is over. `CANCELLED`: ended by the merchant, the payer or the bank. `REJECTED`: the payer or the bank said no. `FAILED`: it can not be used, such as for a wrong account.',
  'Mandates.reason': 'Why it is in its state; null where nothing was said.',
  'createMandate.bankId':
    "The payer's bank, from `listBanks`. For `SMS` and `FORM`; on the page the payer names it.",
  'createMandate.accountName': "The name on the payer's account, for `SMS` and `FORM`.",
  'createMandate.accountNumber':
    "The payer's account number, 9 to 18 digits, for `SMS` and `FORM`. Only its last four digits are shown again.",
  'createMandate.send': 'False: the payer is not asked before `sendMandate`.',
  suspendedBy: 'Who suspended it; null where it is not suspended.',
  reinstatableBy: 'Who can lift the suspension; null where it is not suspended.',
  consentedAt: 'When the payer agreed; null where they have not.',
  confirmedAt: 'When the bank confirmed; null where it has not.',
  activeAt: 'When debits became possible; null where they have not.',
  waitsUntil:
    'Until when it waits for an answer or a confirmation; null where it does not, or without an end.',
  replaced: 'The mandate that this one replaces, with its reference as name; null without one.',
  replacement:
    'The newest mandate that replaces this one or is meant to, with its reference as name.',
  'period.kind': 'The calendar period.',
  'schedulePeriod.kind': 'The calendar period.',
  'getMandateUsage answer.count': 'Debits that consume the limits.',
  max: 'The most that may be collected in it, in whole shillings.',
  plan: 'What the schedule takes once or in instalments, of this mandate alone; null where it goes on.',
  schedulePeriod: 'The present period of the schedule; null where it has none.',
  payerName: 'The name of the payer.',
  merchantName: 'The name of the business; null for what concerns all of them.',
  filter: 'Which mandates are selected, as in `listMandates`.',
  mandates:
    'How many mandates are selected. A start names the number that was seen: another one is refused.',
  'filter.state': 'Only those of this state.',
  'filter.search': 'Search text.',
  dueFrom: 'Only those whose `nextDueDay` is this day or later.',
  dueTo: 'Only those whose `nextDueDay` is this day or earlier.',
  done: 'How many have had their turn.',
  sent: 'How many payers were asked.',
  notAsked: 'How many can not be asked, by reason.',
  'notAsked.reason':
    'Why not: no mobile number, customer disabled, answered or ended meanwhile, or asked too often.',
  perMinute: 'How many are asked in a minute.',
  sms: 'SMS that are sent.',
  emails: 'Emails that are sent.',
  'listBulkConsentRequests answer.state': BULK_REQUEST_STATE,
  'startBulkConsentRequest answer.state': BULK_REQUEST_STATE,
  'cancelBulkConsentRequest answer.state': BULK_REQUEST_STATE,
  endedAt: 'When it ended; null before.',
};
