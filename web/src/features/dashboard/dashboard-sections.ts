import type { MenuIcon } from '@tegeka/contract/kit/menus.ts';

/** Texts of a section without entries: what it contains, and what can be done now. */
export interface Section {
  icon: MenuIcon;
  /** A short description of the state. */
  heading: string;
  /** Purpose, and how entries are created. */
  text: string;
  /** Link to the next action. */
  next?: { label: string; to: '/dashboard/approval-requests' | '/dashboard/mandates' };
}

const inbox = { label: 'Open the inbox', to: '/dashboard/approval-requests' } as const;
const mandates = { label: 'See mandates', to: '/dashboard/mandates' } as const;

/** The sections of the dashboard, by the last segment of their path. */
export const SECTIONS = {
  mandates: {
    icon: 'mandates',
    heading: 'No mandates yet',
    text: 'A mandate is the permission of a customer to debit their bank account: how much at most, how often and until when. Each one is listed here from the day it is made to the day it ends.',
  },
  transactions: {
    icon: 'transactions',
    heading: 'No transactions yet',
    text: 'Every debit made on a mandate is listed here with its amount, its charges and whether it was settled. Nothing has been collected yet.',
    next: mandates,
  },
  customers: {
    icon: 'customers',
    heading: 'No customers yet',
    text: 'Customers are the people and businesses that payments are collected from. They are listed here with their phone number, email and your own reference for them.',
  },
  products: {
    icon: 'products',
    heading: 'No products yet',
    text: 'A product is what a customer pays for, such as a school term or a monthly plan. Mandates name the product that they were given for.',
  },
  analytics: {
    icon: 'transactions',
    heading: 'Nothing to compare yet',
    text: 'Figures are drawn from real transactions only: amounts collected, what failed and why. There are none on these days.',
    next: mandates,
  },
  billing: {
    icon: 'revenue',
    heading: 'No charges yet',
    text: 'Charges and excise duty of each transaction are added up here by month. Nothing has been charged so far.',
  },
  'api-keys': {
    icon: 'keys',
    heading: 'No API keys',
    text: 'A program uses the token of somebody who is signed in: copy yours in API Docs.',
  },
  'public-keys': {
    icon: 'keys',
    heading: 'No public keys',
    text: 'A public key lets the platform check that a call was signed by your systems. None has been registered.',
  },
  'approval-policies': {
    icon: 'approvals',
    heading: 'No workflows to change here',
    text: 'A workflow says how many people must approve a request, and in which order. The one that is in force is shown on each request in the inbox.',
    next: inbox,
  },
  users: {
    icon: 'users',
    heading: 'No users listed here',
    text: 'People of this organization sign in with accounts of the identity provider. None is kept on this page.',
  },
  'user-roles': {
    icon: 'users',
    heading: 'No roles of your own',
    text: 'A role is a named set of permissions. So far everybody has the permissions of an administrator of their organization.',
  },
  'user-groups': {
    icon: 'users',
    heading: 'No groups',
    text: 'A group gives several people the same roles at once. None has been made.',
  },
  currencies: {
    icon: 'settings',
    heading: 'No currencies to change here',
    text: 'Amounts are whole Uganda shillings (UGX). No other currency has been set up.',
  },
  'payment-categories': {
    icon: 'settings',
    heading: 'No payment categories to change here',
    text: 'A category tells banks what a debit is for, such as school fees or insurance. A business chooses one for each product. The categories come with the installation.',
  },
  organizations: {
    icon: 'settings',
    heading: 'No further instances',
    text: 'An instance is an installation of the platform for one organization. This is the only one.',
  },
  settings: {
    icon: 'settings',
    heading: 'Nothing to change here',
    text: 'The settings of this installation are read from its environment when it starts, and are documented with it.',
  },
  profile: {
    icon: 'merchants',
    heading: 'No profile to show',
    text: 'The registered details of a business are shown here.',
  },
} as const satisfies Record<string, Section>;

export type SectionName = keyof typeof SECTIONS;
