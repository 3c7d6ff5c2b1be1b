import * as z from 'zod/mini';
import { described } from './kit/described.ts';
import { BANK_FIELDS, tierShape } from './bank-fields.ts';
import { bankShape } from './banks.ts';
import { LOGO } from './files.ts';
import { endpoint, requestedShape, signedIn } from './kit/endpoint.ts';
import { objectOf } from './kit/fields.ts';
import { historyEndpoint } from './kit/history.ts';
import { listEndpoint } from './kit/list.ts';
import { stateMachine } from './kit/state-machine.ts';
import { reasonShape } from './kit/text.ts';

// Not in banks.ts, so that pages that only offer banks do not load the rules for changing them.

/** The states of a bank. A disabled one can not be chosen, whatever its dates say. */
export const BANK = stateMachine({
  entity: 'bank',
  states: ['ACTIVE', 'DISABLED'],
  transitions: { ACTIVE: ['DISABLED'], DISABLED: ['ACTIVE'] },
});

export const bankRecordShape = z.extend(objectOf(BANK_FIELDS), {
  id: z.uuid(),
  state: described('`DISABLED`: nobody can choose it.', z.enum(BANK.states)),
  version: described('Rises by one with every change.', z.int()),
  pendingRequestId: described(
    'The pending approval request about a change; null without one.',
    z.nullable(z.uuid()),
  ),
});
export type BankRecord = z.infer<typeof bankRecordShape>;

const inOrder = z.refine<{ activeFrom: string | null; activeTo: string | null }>(
  ({ activeFrom, activeTo }) => !activeFrom || !activeTo || activeFrom <= activeTo,
  { message: 'The last day is before the first', path: ['activeTo'] },
);

const hasBic = z.refine<{ confirmsBy: string; takesDirectDebits: boolean; bic: string | null }>(
  ({ confirmsBy, takesDirectDebits, bic }) =>
    bic !== null || (confirmsBy !== 'MESSAGES' && !takesDirectDebits),
  { message: 'Direct debits and messages need the BIC of the bank', path: ['bic'] },
);

const inputObject = z.omit(objectOf(BANK_FIELDS), { logo: true });

const reader = signedIn(['OPERATOR'], 'banks.read');
const writer = signedIn(['OPERATOR'], 'banks.write');
const BANKS = '/api/v1/operator/banks';
const ONE = `${BANKS}/{bankId}` as const;
const TAKEN = ['BANK_NAME_TAKEN', 'BANK_BIC_TAKEN', 'BANK_ORGANIZATION_TAKEN'] as const;

/** A change takes effect once another operator has approved it. */
const requested = {
  answers: requestedShape,
  status: 202,
} as const;

const multipart = { part: 'bank', files: { logo: LOGO } } as const;

export const listBankRecords = listEndpoint({
  name: 'listBankRecords',
  summary: 'List all banks by name, with counts by state.',
  path: BANKS,
  admission: reader,
  item: z.omit(bankRecordShape, { organizationId: true, logo: true, pendingRequestId: true }),
  states: BANK.states,
  sorts: ['name', '-name'],
  filters: { tier: z.optional(tierShape) },
  search: true,
});

export const getBank = endpoint({
  name: 'getBank',
  summary: 'Fetch a bank.',
  path: ONE,
  admission: reader,
  answers: bankRecordShape,
});

export const createBank = endpoint({
  name: 'createBank',
  summary: 'Ask for a new bank.',
  method: 'POST',
  path: BANKS,
  admission: writer,
  takes: inputObject.check(inOrder, hasBic),
  multipart,
  ...requested,
  errors: TAKEN,
});

/** Without a logo the bank keeps its own. */
export const updateBank = endpoint({
  name: 'updateBank',
  summary: 'Ask for a change of a bank, naming the version that the change was made from.',
  method: 'PUT',
  path: ONE,
  admission: writer,
  takes: z
    .extend(inputObject, {
      version: described('Rises by one with every change.', z.int32().check(z.minimum(1))),
    })
    .check(inOrder, hasBic),
  multipart,
  ...requested,
  errors: [...TAKEN, 'ENTITY_CHANGED', 'NOTHING_CHANGED', 'REQUEST_PENDING'],
});

const switching = {
  method: 'PATCH',
  admission: writer,
  takes: z.partial(reasonShape),
  ...requested,
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
  kinds: ['REQUESTED', 'CHANGED'],
});

export const listBankOrganizations = endpoint({
  name: 'listBankOrganizations',
  summary: 'List the organizations of bank staff by name.',
  path: '/api/v1/operator/bank-organizations',
  admission: reader,
  answers: z.array(bankShape),
});
