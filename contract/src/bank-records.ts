import * as z from 'zod/mini';
import { bankShape } from './banks.ts';
import { LOGO, storedFileShape } from './files.ts';
import { endpoint } from './kit/endpoint.ts';
import { fields, objectOf } from './kit/fields.ts';
import { historyEndpoint } from './kit/history.ts';
import { listEndpoint } from './kit/list.ts';
import { stateMachine } from './kit/state-machine.ts';
import { line, maybe } from './kit/text.ts';

// Apart from banks.ts, so that pages that only offer banks load no rules for changing them.

/** The states of a bank. A disabled one can not be chosen, whatever its dates say. */
export const BANK = stateMachine({
  entity: 'bank',
  states: ['ACTIVE', 'DISABLED'],
  transitions: { ACTIVE: ['DISABLED'], DISABLED: ['ACTIVE'] },
});

const tier = z.enum(['TIER_1', 'TIER_2']);

const day = z._default(
  z.nullable(z.iso.date().check(z.refine((text) => text >= '1900-01-01'))),
  null,
);

/** What is known of a bank, in the order of reading. */
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
      z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/)),
    ),
    hint: '8 or 11 letters and digits, such as SBICUGKX',
    invalid: 'Enter a BIC of 8 or 11 letters and digits, such as SBICUGKX',
    section: 'Bank',
    optional: true,
  },
  tier: {
    label: 'Tier',
    kind: 'select',
    schema: tier,
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
    hint: 'Empty where it has begun already',
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
    hint: 'Businesses and payers can choose the bank',
    section: 'Direct debits',
  },
});

/** A bank as operators read and change it. */
export const bankRecordShape = z.extend(objectOf(BANK_FIELDS), {
  id: z.uuid(),
  state: z.enum(BANK.states),
  /** Rises by one with every change. */
  version: z.int(),
  /** The approval request about a change that waits; null where none does. */
  pendingRequestId: z.nullable(z.uuid()),
});
export type BankRecord = z.infer<typeof bankRecordShape>;

const inOrder = z.refine<{ activeFrom: string | null; activeTo: string | null }>(
  ({ activeFrom, activeTo }) => !activeFrom || !activeTo || activeFrom <= activeTo,
  { message: 'The last day is before the first', path: ['activeTo'] },
);

const inputObject = z.omit(objectOf(BANK_FIELDS), { logo: true });

const reader = { kind: 'signed-in', domains: ['OPERATOR'], permission: 'banks.read' } as const;
const writer = { ...reader, permission: 'banks.write' } as const;
const BANKS = '/api/v1/operator/banks';
const ONE = `${BANKS}/{bankId}` as const;
const params = z.object({ bankId: z.uuid() });
const TAKEN = ['BANK_NAME_TAKEN', 'BANK_BIC_TAKEN', 'BANK_ORGANIZATION_TAKEN'] as const;

/** A change takes effect once another operator has approved it. */
const answersRequest = {
  kind: 'json',
  status: 202,
  shape: z.object({ requestId: z.uuid() }),
} as const;

const withLogo = { kind: 'multipart', part: 'bank', files: { logo: LOGO } } as const;

export const listBankRecords = listEndpoint({
  name: 'listBankRecords',
  summary: 'List all banks by name, with counts by state.',
  path: BANKS,
  admission: reader,
  item: z.omit(bankRecordShape, { organizationId: true, logo: true, pendingRequestId: true }),
  states: BANK.states,
  sorts: ['name', '-name'],
  filters: { tier: z.optional(tier) },
  search: true,
});

export const getBank = endpoint({
  name: 'getBank',
  summary: 'Fetch a bank.',
  method: 'GET',
  path: ONE,
  admission: reader,
  params,
  body: { kind: 'none' },
  output: { kind: 'json', status: 200, shape: bankRecordShape },
  errors: [],
});

export const createBank = endpoint({
  name: 'createBank',
  summary: 'Ask for a new bank.',
  method: 'POST',
  path: BANKS,
  admission: writer,
  body: { ...withLogo, shape: inputObject.check(inOrder) },
  output: answersRequest,
  errors: TAKEN,
});

/** Without a logo the bank keeps its own. */
export const updateBank = endpoint({
  name: 'updateBank',
  summary: 'Ask for a change of a bank, naming the version that the change was made from.',
  method: 'PUT',
  path: ONE,
  admission: writer,
  params,
  body: {
    ...withLogo,
    shape: z.extend(inputObject, { version: z.int32().check(z.minimum(1)) }).check(inOrder),
  },
  output: answersRequest,
  errors: [...TAKEN, 'ENTITY_CHANGED', 'NOTHING_CHANGED', 'REQUEST_PENDING'],
});

const switching = {
  method: 'PATCH',
  admission: writer,
  params,
  body: { kind: 'json', shape: z.object({ reason: z.optional(line(3, 300)) }) },
  output: answersRequest,
  errors: ['NOTHING_CHANGED', 'REQUEST_PENDING'],
} as const;

export const enableBank = endpoint({
  ...switching,
  name: 'enableBank',
  summary: 'Ask that a bank be enabled again.',
  path: `${ONE}/enable`,
});

export const disableBank = endpoint({
  ...switching,
  name: 'disableBank',
  summary: 'Ask that a bank be disabled; then nobody can choose it.',
  path: `${ONE}/disable`,
});

export const listBankEvents = historyEndpoint({
  name: 'listBankEvents',
  summary: 'List what happened to a bank, newest first: requests, changes and states.',
  path: ONE,
  admission: reader,
  params,
  kinds: ['REQUESTED', 'CHANGED'],
});

/** What a bank's staff can belong to. */
export const listBankOrganizations = endpoint({
  name: 'listBankOrganizations',
  summary: 'List the organizations of bank staff by name.',
  method: 'GET',
  path: '/api/v1/operator/bank-organizations',
  admission: reader,
  body: { kind: 'none' },
  output: { kind: 'json', status: 200, shape: z.array(bankShape) },
  errors: [],
});
