import * as z from 'zod/mini';
import { LOGO, storedFileShape } from './files.ts';
import { dayShape } from './kit/day.ts';
import { fields } from './kit/fields.ts';
import { line, maybe, typed } from './kit/text.ts';

export const tierShape = z.enum(['TIER_1', 'TIER_2']);

const day = z._default(z.nullable(dayShape), null);

export const BANK_FIELDS = fields({
  name: {
    label: 'Name',
    kind: 'text',
    schema: line(1, 100),
    section: 'Bank',
  },
  /** Business identifier code (ISO 9362), unique. */
  bic: {
    label: 'BIC',
    kind: 'text',
    schema: maybe(
      z.string().check(typed(), z.toUpperCase(), z.regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/)),
    ),
    hint: '8 or 11 letters and digits, such as SBICUGKX; without it nothing is paid to the bank',
    invalid: 'Enter a BIC of 8 or 11 letters and digits, such as SBICUGKX',
    section: 'Bank',
    optional: true,
  },
  tier: {
    label: 'Tier',
    kind: 'select',
    schema: tierShape,
    options: [
      { value: 'TIER_1', label: 'Tier I, commercial bank' },
      { value: 'TIER_2', label: 'Tier II, credit institution' },
    ],
    section: 'Bank',
  },
  organizationId: {
    label: 'Organization of its staff',
    kind: 'select',
    schema: z._default(z.nullable(z.uuid()), null),
    placeholder: 'None yet',
    hint: 'Its people see the mandates of this bank',
    section: 'Bank',
    optional: true,
  },
  logo: {
    label: 'Logo',
    kind: 'file',
    schema: z.nullable(storedFileShape),
    hint: 'JPG or PNG, up to 2 MB',
    file: LOGO,
    section: 'Bank',
    optional: true,
  },
  /** Days in Kampala, both included; null where there is no known beginning or no end. */
  activeFrom: {
    label: 'Active from',
    kind: 'date',
    schema: day,
    hint: 'Leave empty if it has already begun',
    section: 'Direct debits',
    optional: true,
  },
  activeTo: {
    label: 'Active to',
    kind: 'date',
    schema: day,
    hint: 'Its last day; empty where there is none',
    section: 'Direct debits',
    optional: true,
  },
  offersCurrentAccounts: {
    label: 'Offers current accounts',
    kind: 'checkbox',
    schema: z.boolean(),
    section: 'Direct debits',
  },
  takesDirectDebits: {
    label: 'Takes direct debits',
    kind: 'checkbox',
    schema: z.boolean(),
    hint: 'Businesses and payers can choose the bank; it needs a BIC',
    section: 'Direct debits',
  },
  /** Who decides on mandates of its payers. Officers need an organization, messages need a BIC. */
  confirmsBy: {
    label: 'Mandates are confirmed by',
    kind: 'select',
    schema: z._default(z.enum(['OFFICERS', 'MESSAGES']), 'OFFICERS'),
    options: [
      { value: 'OFFICERS', label: 'Its officers, in their inbox' },
      { value: 'MESSAGES', label: 'Messages between systems' },
    ],
    hint: 'Without an organization of its staff, officers confirm none',
    section: 'Mandates',
  },
  /** Days of the business clock after which a mandate expires that no message has answered. */
  answerDays: {
    label: 'Days to answer a message',
    kind: 'text',
    schema: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(30)), 5),
    hint: 'A mandate that is not answered by then expires: 1 to 30',
    invalid: 'Enter a number from 1 to 30',
    numeric: true,
    section: 'Mandates',
  },
});
