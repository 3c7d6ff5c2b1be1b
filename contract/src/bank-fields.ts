import * as z from 'zod/mini';
import { described } from './kit/described.ts';
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
    schema: described('Its name.', line(1, 100)),
    section: 'Bank',
  },
  /** Business identifier code (ISO 9362), unique. */
  bic: {
    label: 'BIC',
    kind: 'text',
    schema: described(
      'Business identifier code (ISO 9362); null without one.',
      maybe(
        z.string().check(typed(), z.toUpperCase(), z.regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/)),
      ),
    ),
    hint: '8 or 11 letters and digits, such as SBICUGKX; without it nothing is paid to the bank',
    invalid: 'Enter a BIC of 8 or 11 letters and digits, such as SBICUGKX',
    section: 'Bank',
    optional: true,
  },
  tier: {
    label: 'Tier',
    kind: 'select',
    schema: described('`TIER_1`: a commercial bank. `TIER_2`: a credit institution.', tierShape),
    options: [
      { value: 'TIER_1', label: 'Tier I, commercial bank' },
      { value: 'TIER_2', label: 'Tier II, credit institution' },
    ],
    section: 'Bank',
  },
  organizationId: {
    label: 'Organization of its staff',
    kind: 'select',
    schema: described(
      'The organization of its staff; null without one.',
      z._default(z.nullable(z.uuid()), null),
    ),
    placeholder: 'None yet',
    hint: 'Its people see the mandates of this bank',
    section: 'Bank',
    optional: true,
  },
  logo: {
    label: 'Logo',
    kind: 'file',
    schema: described('The logo; null without one.', z.nullable(storedFileShape)),
    hint: 'JPG or PNG, up to 2 MB',
    file: LOGO,
    section: 'Bank',
    optional: true,
  },
  /** Days in Kampala, both included; null where there is no known beginning or no end. */
  activeFrom: {
    label: 'Active from',
    kind: 'date',
    schema: described('Its first day in Kampala; null where that is over or unknown.', day),
    hint: 'Leave empty if it has already begun',
    section: 'Direct debits',
    optional: true,
  },
  activeTo: {
    label: 'Active to',
    kind: 'date',
    schema: described('Its last day in Kampala; null without one.', day),
    hint: 'Its last day; empty where there is none',
    section: 'Direct debits',
    optional: true,
  },
  offersCurrentAccounts: {
    label: 'Offers current accounts',
    kind: 'checkbox',
    schema: described('True where it offers current accounts.', z.boolean()),
    section: 'Direct debits',
  },
  takesDirectDebits: {
    label: 'Takes direct debits',
    kind: 'checkbox',
    schema: described('True where businesses and payers can choose it.', z.boolean()),
    hint: 'Businesses and payers can choose the bank; it needs a BIC',
    section: 'Direct debits',
  },
  /** Who decides on mandates of its payers. Officers need an organization, messages need a BIC. */
  confirmsBy: {
    label: 'Mandates are confirmed by',
    kind: 'select',
    schema: described(
      '`OFFICERS`: its people confirm mandates in their inbox. `MESSAGES`: its systems do.',
      z._default(z.enum(['OFFICERS', 'MESSAGES']), 'OFFICERS'),
    ),
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
    schema: described(
      'Days after which a mandate expires that the systems of the bank have not answered.',
      z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(30)), 5),
    ),
    hint: 'A mandate that is not answered by then expires: 1 to 30',
    invalid: 'Enter a number from 1 to 30',
    numeric: true,
    section: 'Mandates',
  },
});
