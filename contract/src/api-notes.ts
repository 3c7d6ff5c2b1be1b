/** A part of the API reference: calls about one noun. */
export interface ApiPart {
  name: string;
  description: string;
  /** The addresses that belong to it; of several parts the first one takes a call. */
  paths: RegExp;
}

/** The parts of the reference, in the order in which addresses are given to them. */
export const API_PARTS: readonly ApiPart[] = [
  {
    name: 'People and settings',
    description: 'Who is signed in, settings of the platform, and the search across everything.',
    paths:
      /^\/identity\/api\/v1\/(settings\/|users\/currentuser$)|^\/api\/v1\/(saved-views|search|operator\/users)/,
  },
  {
    name: 'Customers',
    description:
      'The people and businesses that payments are collected from. Each belongs to one merchant.',
    paths: /\/customers(?!\/bulk)(\/|$)/,
  },
  {
    name: 'Customer uploads',
    description:
      'Customers by the hundred thousand: a file is checked as a whole, then imported as a job. Nothing is taken before it is confirmed.',
    paths: /\/customers\/bulk/,
  },
  {
    name: 'Mandate uploads',
    description:
      'Mandates by the hundred thousand, with customers that are found by their reference or made. They are made and not sent: payers are asked when you say so.',
    paths: /\/mandates\/bulk/,
  },
  {
    name: 'Payouts',
    description:
      'What a merchant is owed, and how it is paid to its confirmed account. Money that was settled in the last two days is held, since debits can come back.',
    paths: /\/(payouts|payout-settings|balance)(\/|$)/,
  },
  {
    name: 'Billing',
    description:
      'Months of a merchant with what was collected, charged and paid out, and their statements; for operators the ledger, what was earned, and what debits cost. All figures are sums of the ledger.',
    paths: /\/(billing-months|statements|operator\/(ledger|revenue|price-plans))(\/|$)/,
  },
  {
    name: 'Merchants',
    description: 'A business: its registration, its review and its profile.',
    paths: /^\/api\/v1\/merchants/,
  },
  {
    name: 'Approvals',
    description: 'Requests that wait for a decision of somebody else than who made them.',
    paths: /^\/api\/v1\/approval/,
  },
  {
    name: 'Files of messages',
    description:
      'The files to and from the clearing house, the settlement bank and the banks of payers, and what could not be taken in.',
    paths: /^\/api\/v1\/(clearing-files|operator\/(exceptions|clearing-sessions))/,
  },
  {
    name: 'Banks',
    description: 'Banks that take direct debits.',
    paths: /^\/api\/v1\/(operator\/)?bank/,
  },
  {
    name: 'Files',
    description: 'Logos, certificates and other documents, for those who may see them.',
    paths: /^\/api\/v1\/files/,
  },
  {
    name: 'Sessions',
    description: 'The browsers that a person is signed in with.',
    paths: /\/currentuser\/sessions/,
  },
  {
    name: 'Sign-up',
    description: 'Verification codes, new accounts and new passwords. No token is needed.',
    paths: /^\/identity\/api\/v1\/(auth|users\/(email-|phone-|merchant-rep|reset-))/,
  },
  { name: 'Others', description: 'Calls about everything else.', paths: /./ },
];

/** What the summary of an endpoint leaves open, by its name. Markdown. */
export const ENDPOINT_NOTES: Readonly<Record<string, string>> = {
  getCurrentUser: 'Attributes are lists, as identity providers send them.',
  listSessions:
    'A session is known by its browser in words and by the network it was last seen on. Where another provider signs people in, `keptBy` is `PROVIDER` and sessions are seen and ended there.',
  endSession:
    'An access token that is still out can read until its five minutes are over; it changes nothing and can not be renewed.',
  endOtherSessions:
    'Access tokens that are still out can read until their five minutes are over, and change nothing.',
  sendCode:
    'The answer is the same whether or not there is an account. A code is valid for 10 minutes and 5 tries; a new one can be asked for after 60 seconds.',
  verifyCode:
    'Every verdict but `valid` means: ask for the code again. On `valid` the answer sets a cookie that proves the verification for 30 minutes.',
  createRepresentative:
    'Email and phone must have been verified with this cookie jar in the last 30 minutes.',
  resetPassword:
    'Ends every session of the account. Ten wrong codes in a day, or thirty in all, and codes no longer reset an account: a link by email does, as for people of banks.',
  disableUser: 'Changes of the account are refused at once; what it reads, within five minutes.',
  submitMerchant:
    'Both files are needed the first time; a corrected registration keeps those that are left out. The same submission sent twice makes one merchant.',
  listCustomers:
    'Search looks at names, phone numbers, emails and references. `counts` are the customers by state, whatever is searched for. Where `totalIsCapped` is true there are more hits than were counted. Rows can be paged up to the 10,000th: beyond, use a filter, a search or the export.',
  exportCustomers:
    'The whole filter, not one page. Cells that a spreadsheet would run as a formula are defused.',
  searchAll:
    'Texts are found by the beginning of each of their words. Nouns without a hit, or that the caller may not read, are left out.',
  createCustomer: 'A phone number or an email is needed, and a reference that is unique.',
  updateCustomer:
    'The body is the customer as read, with what is to change. With its `version`, in the body or in `If-Match`, the change is refused when somebody was faster: `CUSTOMER_CHANGED`, fetch the customer again. Without a version the last change counts. The `status` is not changed here.',
  disableCustomer: 'Disabling a customer who is disabled already changes nothing.',
  uploadCustomers:
    'CSV or XLSX. Columns are matched by their names; where they differ, send a `mapping` or map them later. Without `confirm` the result of the check waits for a confirmation.',
  decideApprovalRequest:
    'A decision names the snapshot it was made on: when that has changed since, the answer is `REQUEST_CHANGED`.',
  listBanks: 'The list is the same for everybody and may be a minute old.',
  createBank:
    'Answers with the approval request: the bank exists once another operator has approved it. So it is with every change of a bank.',
  takeClearingFile:
    'A file of a bank that can be read waits for a second operator, in the state `HELD`. Any other is looked at within seconds: fetch the file again to see whether it was taken in, and the exceptions for what was not.',
  getFile: 'Images and PDFs are sent as what they are, anything else as bytes to save.',
};

export const PARAMETER_NOTES: Readonly<Record<string, string>> = {
  merchantId: 'The merchant: the caller’s own business.',
  organizationId: 'The organization, as `attributes.organizationId` of the current user names it.',
  customerId: 'The customer.',
  bankId: 'The bank.',
  clearingFileId: 'The file.',
  exceptionId: 'The exception.',
  sealedSessionId: 'The cut-off.',
  importId: 'The upload.',
  requestId: 'The approval request.',
  fileId: 'The stored file.',
  sessionId: 'The session, by its id in the list.',
  page: 'The page, from 0.',
  size: 'Entries on a page.',
  search: 'Text to look for.',
  tier: 'Only those of this tier.',
  text: 'The beginning of a name, a reference, a phone number or an email.',
  action: 'Only those of this kind.',
  status: 'Only those of this state.',
  state: 'Only those of this state.',
  sort: 'The order; a leading `-` turns it round.',
  name: 'The name of the setting, or of the view.',
  list: 'The list, by the name of its operation, such as `listCustomers`.',
  email: 'An email address.',
  phoneNumber: 'A phone number with a leading 0.',
};
