import type { Domain } from './domains.ts';

/**
 * What a person may do inside their domain. A permission travels in the access token as a realm
 * role beside the domain's own role, so any provider can grant it.
 */
export const PERMISSIONS = [
  'merchants.register',
  'merchants.read',
  'merchants.write',
  'approvals.read',
  'approvals.decide',
  'banks.read',
  'banks.write',
  'customers.read',
  'customers.write',
  'users.write',
  'calendar.write',
  'products.read',
  'products.write',
  'mandates.read',
  'mandates.write',
  'clearing.read',
  'clearing.write',
  'billing.read',
  'billing.write',
  'transactions.read',
  'transactions.write',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

const OF_DOMAIN: Record<Domain, readonly Permission[]> = {
  OPERATOR: [
    'approvals.read',
    'approvals.decide',
    'banks.read',
    'banks.write',
    'merchants.read',
    'merchants.write',
    'users.write',
    'calendar.write',
    'mandates.read',
    'mandates.write',
    'clearing.read',
    'clearing.write',
    'billing.read',
    'billing.write',
    'transactions.read',
  ],
  BANK: [
    'banks.read',
    'approvals.read',
    'approvals.decide',
    'mandates.read',
    'mandates.write',
    'transactions.read',
    'transactions.write',
    'clearing.read',
  ],
  MERCHANT: [
    'merchants.register',
    'customers.read',
    'customers.write',
    'products.read',
    'products.write',
    'mandates.read',
    'mandates.write',
    'billing.read',
    'billing.write',
    'transactions.read',
    'transactions.write',
  ],
  ACH: [],
  CONSUMER: [],
};

/** Everything an administrator of a domain may do. */
export function permissionsOf(domain: Domain): readonly Permission[] {
  return OF_DOMAIN[domain];
}
