import type { App } from '../environment/server-process.ts';

/** An entry of the menu, or one with a submenu. */
export type Entry = readonly [label: string, path: string] | readonly [label: string, Entry[]];

const APPROVALS: Entry = [
  'Approvals',
  [
    ['Inbox', '/dashboard/approval-requests'],
    ['Workflows', '/dashboard/approval-policies'],
  ],
];
const USERS: Entry = [
  'Users',
  [
    ['Users', '/dashboard/users'],
    ['Roles', '/dashboard/user-roles'],
    ['Groups', '/dashboard/user-groups'],
  ],
];

/** The menus of the specification, 2.3. */
export const MENUS: Record<string, { app: App; email: string; menu: Entry[] }> = {
  operator: {
    app: 'operator',
    email: 'olivia@operator.example',
    menu: [
      ['Mandates', '/dashboard/mandates'],
      ['Transactions', '/dashboard/mandates/transactions'],
      ['Banks', '/dashboard/banks'],
      ['Merchants', '/dashboard/merchants'],
      ['Revenue', '/dashboard/billing'],
      APPROVALS,
      USERS,
      [
        'Settings',
        [
          ['Currencies', '/dashboard/currencies'],
          ['Payment Categories', '/dashboard/payment-categories'],
          ['Instances', '/dashboard/organizations'],
          ['API Docs', '/dashboard/api-documentation'],
          ['API Keys', '/dashboard/api-keys'],
          ['Public Keys', '/dashboard/public-keys'],
          ['Configurations', '/dashboard/settings'],
        ],
      ],
    ],
  },
  bank: {
    app: 'bank',
    email: 'ruth@stanbic.example',
    menu: [
      APPROVALS,
      ['Mandates', '/dashboard/mandates'],
      ['Transactions', '/dashboard/mandates/transactions'],
      USERS,
      ['API Docs', '/dashboard/api-documentation'],
      ['API Keys', '/dashboard/api-keys'],
    ],
  },
  merchant: {
    app: 'merchant',
    email: 'amina@nile-traders.example',
    menu: [
      ['Mandates', '/dashboard/mandates'],
      ['Transactions', '/dashboard/mandates/transactions'],
      ['Customers', '/dashboard/customers'],
      ['Products', '/dashboard/products'],
      [
        'Settings',
        [
          ['API Docs', '/dashboard/api-documentation'],
          ['API Keys', '/dashboard/api-keys'],
          ['Public Keys', '/dashboard/public-keys'],
          ['Business Profile', '/dashboard/profile'],
        ],
      ],
    ],
  },
};

/**
 * By path: a heading or a table that only this page has, a heading for an empty table, and the title
 * where it is not the label of the menu.
 */
export const PAGES: Record<
  string,
  { role?: 'table'; content: string; empty?: string; title?: string }
> = {
  '/dashboard/mandates': { role: 'table', content: 'Mandates', empty: 'No mandates yet' },
  '/dashboard/mandates/transactions': { content: 'No transactions yet' },
  '/dashboard/customers': { role: 'table', content: 'Customers' },
  '/dashboard/products': { role: 'table', content: 'Products', empty: 'No products yet' },
  '/dashboard/analytics': {
    content: 'How many debits succeed?',
    empty: 'Nothing to compare yet',
    title: 'Analytics',
  },
  '/dashboard/billing': {
    role: 'table',
    content: 'Payouts',
    empty: 'No payouts yet',
  },
  '/dashboard/api-documentation': {
    content: 'Tegeka API (sandbox)',
    title: 'API Documentation',
  },
  '/dashboard/api-keys': { content: 'No API keys' },
  '/dashboard/public-keys': { content: 'No public keys' },
  '/dashboard/profile': { content: 'Bank Account' },
  '/dashboard/banks': { role: 'table', content: 'Banks' },
  '/dashboard/merchants': { role: 'table', content: 'Merchants' },
  '/dashboard/approval-requests': {
    role: 'table',
    content: 'Approval requests',
    empty: 'Nothing awaits a decision',
  },
  '/dashboard/approval-policies': { content: 'No workflows to change here' },
  '/dashboard/users': { content: 'No users listed here' },
  '/dashboard/user-roles': { content: 'No roles of your own' },
  '/dashboard/user-groups': { content: 'No groups' },
  '/dashboard/currencies': { content: 'No currencies to change here' },
  '/dashboard/payment-categories': { content: 'No payment categories to change here' },
  '/dashboard/organizations': { content: 'No further instances' },
  '/dashboard/settings': { content: 'Nothing to change here' },
};
