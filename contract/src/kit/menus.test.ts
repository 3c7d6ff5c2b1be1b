import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isGroup, isOpen, type MenuEntry, MENUS } from './menus.ts';

const written = (entries: readonly MenuEntry[]): string =>
  entries
    .map((entry) =>
      isGroup(entry) ? `${entry.label}[${written(entry.children)}]` : `${entry.label} ${entry.to}`,
    )
    .join('; ');

test("the merchant's menu is the specification's, in its order", () => {
  assert.equal(
    written(MENUS.MERCHANT),
    'Mandates /dashboard/mandates; Transactions /dashboard/mandates/transactions; Customers /dashboard/customers; Products /dashboard/products; Settings[API Docs /dashboard/api-documentation; API Keys /dashboard/api-keys; Public Keys /dashboard/public-keys; Business Profile /dashboard/profile]',
  );
});

test("the bank's menu is the specification's, in its order", () => {
  assert.equal(
    written(MENUS.BANK),
    'Approvals[Inbox /dashboard/approval-requests; Workflows /dashboard/approval-policies]; Mandates /dashboard/mandates; Transactions /dashboard/mandates/transactions; Users[Users /dashboard/users; Roles /dashboard/user-roles; Groups /dashboard/user-groups]; API Docs /dashboard/api-documentation; API Keys /dashboard/api-keys',
  );
});

test("the operator's menu is the specification's, in its order", () => {
  assert.equal(
    written(MENUS.OPERATOR),
    'Mandates /dashboard/mandates; Transactions /dashboard/mandates/transactions; Banks /dashboard/banks; Merchants /dashboard/merchants; Revenue /dashboard/billing; Approvals[Inbox /dashboard/approval-requests; Workflows /dashboard/approval-policies]; Users[Users /dashboard/users; Roles /dashboard/user-roles; Groups /dashboard/user-groups]; Settings[Currencies /dashboard/currencies; Payment Categories /dashboard/payment-categories; Instances /dashboard/organizations; API Docs /dashboard/api-documentation; API Keys /dashboard/api-keys; Public Keys /dashboard/public-keys; Configurations /dashboard/settings]',
  );
});

test('a submenu is open on its children and the pages below them, and nowhere else', () => {
  const approvals = MENUS.BANK.find((entry) => entry.label === 'Approvals');
  assert.ok(approvals && isGroup(approvals));
  assert.ok(isOpen(approvals, '/dashboard/approval-requests'));
  assert.ok(isOpen(approvals, '/dashboard/approval-requests/42'));
  assert.ok(!isOpen(approvals, '/dashboard/approval-requests-old'));
  assert.ok(!isOpen(approvals, '/dashboard/mandates'));
});
