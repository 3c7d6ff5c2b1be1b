import type { CustomerSort, CustomerState } from '@tegeka/contract/customers.ts';
import { CUSTOMER_COLUMNS } from './customers-store.ts';

/** An order of the list as SQL: what it sorts by, first to last, and which way. */
export interface CustomerOrder {
  keys: readonly ('ordinal' | 'name_key' | 'reference_key')[];
  descending: boolean;
}

const KEYS = {
  createdAt: ['ordinal'],
  name: ['name_key', 'ordinal'],
  customerReferenceNumber: ['reference_key', 'ordinal'],
} as const;

/** How an order of the list stands in the database; ordinals settle what is equal. */
export const CUSTOMER_ORDERS: Record<CustomerSort, CustomerOrder> = {
  createdAt: { keys: KEYS.createdAt, descending: false },
  '-createdAt': { keys: KEYS.createdAt, descending: true },
  name: { keys: KEYS.name, descending: false },
  '-name': { keys: KEYS.name, descending: true },
  customerReferenceNumber: { keys: KEYS.customerReferenceNumber, descending: false },
  '-customerReferenceNumber': { keys: KEYS.customerReferenceNumber, descending: true },
};

/** The columns of a customer with the table's short name `c`. */
export const OF_CUSTOMER = CUSTOMER_COLUMNS.map((name) => `c.${name}`).join(', ');

/** `order by` for the keys of a table by its short name. */
export function orderBy({ keys, descending }: CustomerOrder, of: string): string {
  return `order by ${keys.map((key) => `${of}.${key}${descending ? ' desc' : ''}`).join(', ')}`;
}

/** The condition of a state; a literal, so that the short indexes of a state can serve. */
export function stands(status: CustomerState | undefined, of: string): string {
  return status ? `${of}.state = '${status}'` : 'true';
}

/** Makes a statement at the first use of its kind and keeps it: there are few kinds. */
export function onceFor<Kind extends readonly unknown[], S>(make: (...kind: Kind) => S) {
  const made = new Map<string, S>();
  return (...kind: Kind): S => {
    const key = JSON.stringify(kind);
    const known = made.get(key) ?? make(...kind);
    made.set(key, known);
    return known;
  };
}

/** Counts of a merchant who is seen, whose id is a parameter; no row where none is seen. */
export function bookOf(parameter: string): string {
  return `select coalesce(sum(s.active), 0)::integer as active,
      coalesce(sum(s.disabled), 0)::integer as disabled
    from merchants m left join customer_stretches s on s.organization_id = m.organization_id
    where m.id = ${parameter} group by m.id`;
}

/** How many customers of a merchant are active and disabled. */
export interface BookCounts {
  active: number;
  disabled: number;
}
