/** A part of the API reference: calls about one noun. */
export interface ApiPart {
  name: string;
  description: string;
  /** The addresses that belong to it; of several parts the first one takes a call. */
  paths: RegExp;
}

const UPLOAD =
  'A file is checked as a whole, then imported as a job. Nothing is taken before it is confirmed.';

/** The parts of the reference in their order. Every address belongs to one. */
export const API_PARTS = [
  {
    name: 'People and settings',
    description: 'Who is signed in, settings of the platform, and the search across everything.',
    paths:
      /^\/identity\/api\/v1\/(settings\/|users\/currentuser$)|^\/api\/v1\/(saved-views|search|operator\/(users|organizations))/,
  },
  {
    name: 'Customers',
    description:
      'The people and businesses that payments are collected from. Each belongs to one merchant.',
    paths: /\/customers(?!\/bulk)(\/|$)/,
  },
  {
    name: 'Customer uploads',
    description: `Customers by the hundred thousand. ${UPLOAD}`,
    paths: /\/customers\/bulk/,
  },
  {
    name: 'Products',
    description:
      'What a merchant collects for: amount, schedule, notice and retries that mandates take over.',
    paths: /\/(products|payment-categories)(\/|$)/,
  },
  {
    name: 'Mandates',
    description:
      'What payers have consented to: terms and limits of the debits of one account. A merchant has its own; operators see those of all merchants, a bank those of its payers.',
    paths: /\/(mandates(?!\/bulk)|sms)(\/|$)/,
  },
  {
    name: 'Mandate uploads',
    description: `Mandates by the hundred thousand, with customers that are found by their reference or made. ${UPLOAD} Mandates are made and not sent: payers are asked when you say so.`,
    paths: /\/mandates\/bulk/,
  },
  {
    name: 'Transactions',
    description:
      'Debits, from the notice to the payer to the money. A merchant has its own; operators see those of all merchants, a bank those of its payers.',
    paths: /\/(transactions(?!\/uploads)|transaction-figures)(\/|$)/,
  },
  {
    name: 'Transaction uploads',
    description: `Transactions by the hundred thousand. ${UPLOAD}`,
    paths: /\/transactions\/uploads/,
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
      'Months of a merchant with what was settled, charged and paid out, and their statements; for operators the ledger, what was earned, and what debits cost. All figures are sums of the ledger.',
    paths: /\/(billing-months|statements|operator\/(ledger|revenue|price-plans))(\/|$)/,
  },
  {
    name: 'Analytics',
    description: 'What was settled and what failed, by day, outcome and failure reason.',
    paths: /\/analytics$/,
  },
  {
    name: 'Calendar',
    description:
      'The business clock, which due days, notices and cut-offs follow, and the days on which banks are closed.',
    paths: /\/(business-clock|closed-days|calendar-overrides)(\/|$)/,
  },
  {
    name: 'Merchants',
    description: 'A business: its registration, its review and its profile.',
    paths: /^\/api\/v1\/(operator\/)?merchants/,
  },
  {
    name: 'Approvals',
    description: 'Requests that wait for a decision of somebody else than who made them.',
    paths: /^\/api\/v1\/approval/,
  },
  {
    name: 'Files of messages',
    description:
      'The files to and from the clearing house, the settlement bank and the banks of payers, and what could not be processed.',
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
] as const satisfies readonly ApiPart[];

/** The part that an address belongs to. */
export function apiPart(path: string): string {
  const part = API_PARTS.find(({ paths }) => paths.test(path));
  if (!part) throw new Error(`No part of the API reference has ${path}`);
  return part.name;
}
