import type { DashboardDomain } from './domains.ts';
import type { Permission } from './permissions.ts';

/** An icon by what it means; the screen chooses the drawing. */
export type MenuIcon =
  | 'mandates'
  | 'transactions'
  | 'banks'
  | 'merchants'
  | 'revenue'
  | 'approvals'
  | 'users'
  | 'settings'
  | 'customers'
  | 'products'
  | 'documentation'
  | 'keys';

export interface MenuLink {
  label: string;
  to: `/dashboard/${string}`;
  icon?: MenuIcon;
}

export interface MenuGroup {
  label: string;
  icon: MenuIcon;
  children: readonly MenuLink[];
}

export type MenuEntry = MenuLink | MenuGroup;

const mandates: MenuLink = { label: 'Mandates', to: '/dashboard/mandates', icon: 'mandates' };
const transactions: MenuLink = {
  label: 'Transactions',
  to: '/dashboard/mandates/transactions',
  icon: 'transactions',
};
const approvals: MenuGroup = {
  label: 'Approvals',
  icon: 'approvals',
  children: [
    { label: 'Inbox', to: '/dashboard/approval-requests' },
    { label: 'Workflows', to: '/dashboard/approval-policies' },
  ],
};
const users: MenuGroup = {
  label: 'Users',
  icon: 'users',
  children: [
    { label: 'Users', to: '/dashboard/users' },
    { label: 'Roles', to: '/dashboard/user-roles' },
    { label: 'Groups', to: '/dashboard/user-groups' },
  ],
};
const apiDocs: MenuLink = {
  label: 'API Docs',
  to: '/dashboard/api-documentation',
  icon: 'documentation',
};
const apiKeys: MenuLink = { label: 'API Keys', to: '/dashboard/api-keys', icon: 'keys' };
const publicKeys: MenuLink = { label: 'Public Keys', to: '/dashboard/public-keys' };

/** The side menu of each domain (specification, 2.3): labels, order and targets are exact. */
export const MENUS: Record<DashboardDomain, readonly MenuEntry[]> = {
  OPERATOR: [
    mandates,
    transactions,
    { label: 'Banks', to: '/dashboard/banks', icon: 'banks' },
    { label: 'Merchants', to: '/dashboard/merchants', icon: 'merchants' },
    { label: 'Revenue', to: '/dashboard/billing', icon: 'revenue' },
    approvals,
    users,
    {
      label: 'Settings',
      icon: 'settings',
      children: [
        { label: 'Currencies', to: '/dashboard/currencies' },
        { label: 'Payment Categories', to: '/dashboard/payment-categories' },
        { label: 'Instances', to: '/dashboard/organizations' },
        apiDocs,
        apiKeys,
        publicKeys,
        { label: 'Configurations', to: '/dashboard/settings' },
      ],
    },
  ],
  BANK: [approvals, mandates, transactions, users, apiDocs, apiKeys],
  MERCHANT: [
    mandates,
    transactions,
    { label: 'Customers', to: '/dashboard/customers', icon: 'customers' },
    { label: 'Products', to: '/dashboard/products', icon: 'products' },
    {
      label: 'Settings',
      icon: 'settings',
      children: [
        apiDocs,
        apiKeys,
        publicKeys,
        { label: 'Business Profile', to: '/dashboard/profile' },
      ],
    },
  ],
};

/** A page that no menu names (specification, 2.3): a tab beside the page of an entry. */
export interface MenuTab extends MenuLink {
  /** The page of the entry. */
  of: MenuLink['to'];
  /** Who may see it; everybody by default. */
  permission?: Permission;
}

const files: MenuTab = {
  label: 'Files',
  to: '/dashboard/mandates/clearing-files',
  of: transactions.to,
  permission: 'clearing.read',
};

/** The tabs beside entries of the menus, in their order; the search leads to them too. */
export const MENU_TABS: Record<DashboardDomain, readonly MenuTab[]> = {
  OPERATOR: [
    {
      label: 'Sessions',
      to: '/dashboard/mandates/sessions',
      of: transactions.to,
      permission: 'clearing.read',
    },
    files,
    {
      label: 'Exceptions',
      to: '/dashboard/mandates/exceptions',
      of: transactions.to,
      permission: 'clearing.read',
    },
    { label: 'Holidays', to: '/dashboard/mandates/holidays', of: transactions.to },
    {
      label: 'Months',
      to: '/dashboard/billing/months',
      of: '/dashboard/billing',
      permission: 'billing.read',
    },
    {
      label: 'Ledger',
      to: '/dashboard/billing/ledger',
      of: '/dashboard/billing',
      permission: 'billing.read',
    },
  ],
  BANK: [files],
  MERCHANT: [
    { label: 'Billing', to: '/dashboard/billing', of: mandates.to },
    {
      label: 'Statements',
      to: '/dashboard/billing/months',
      of: mandates.to,
      permission: 'billing.read',
    },
    { label: 'Analytics', to: '/dashboard/analytics', of: mandates.to },
  ],
};

export function isGroup(entry: MenuEntry): entry is MenuGroup {
  return 'children' in entry;
}

/** True when the current path is the link's own page or one below it. */
export function leadsTo(link: MenuLink, path: string): boolean {
  return path === link.to || path.startsWith(`${link.to}/`);
}

/** True when a submenu stands open: the current path matches one of its children. */
export function isOpen(group: MenuGroup, path: string): boolean {
  return group.children.some((child) => leadsTo(child, path));
}
