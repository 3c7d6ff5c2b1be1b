import type { Customer } from '@tegeka/contract/customers/customers.ts';

/** Place of flash messages above the list; those in a drawer use the customer's id. */
export const LIST_PLACE = 'customers';

/** All the names of a customer. */
export function fullName({
  firstName,
  middleName,
  lastName,
}: Pick<Customer, 'firstName' | 'middleName' | 'lastName'>): string {
  return [firstName, middleName, lastName].filter(Boolean).join(' ');
}

/** Labels of events in the history; a change of state is named by its new state. */
export const EVENT_LABELS = {
  CREATED: 'Added',
  IMPORTED: 'Imported from a file',
  CHANGED: 'Changed',
  DISABLED: 'Disabled',
  ACTIVE: 'Enabled',
};

/** Texts of disabling and enabling, by the current state. */
export const SWITCH_TEXTS = {
  ACTIVE: {
    action: 'Disable',
    text: 'Nothing new is collected from a disabled customer. You can enable them again at any time.',
    done: (name: string) => `${name} is disabled. Nothing new is collected from them.`,
    hint: 'Kept in the history for your colleagues.',
    missing: 'Say why, for your colleagues to read',
    danger: true,
  },
  DISABLED: {
    action: 'Enable',
    text: 'You can collect payments from them again.',
    done: (name: string) => `${name} is active again.`,
    hint: 'Kept in the history for your colleagues.',
    missing: null,
  },
} as const;
