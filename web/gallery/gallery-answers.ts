import type { Customer } from '@tegeka/contract/customers/customers.ts';
import type { DetailedImport } from '@tegeka/contract/imports/import-shapes.ts';
import type { HistoryEvent } from '@tegeka/contract/kit/history.ts';
import type { SearchHit } from '@tegeka/contract/search.ts';

const idAt = (number: number) => `0193b001-0000-7000-8000-${String(number).padStart(12, '0')}`;
export const MERCHANT_ID = idAt(1);
export const IMPORT_ID = idAt(2);

export const amina: Customer = {
  id: idAt(11),
  firstName: 'Amina',
  middleName: null,
  lastName: 'Nakato',
  phoneNumber: '+256772345678',
  email: 'amina.nakato@a-long-name-of-a-provider.example',
  customerReferenceNumber: 'CUST-0001',
  status: 'ACTIVE',
  version: 3,
  createdAt: '2026-03-02T07:15:00.000Z',
  updatedAt: '2026-04-07T12:30:00.000Z',
};
const okot: Customer = {
  ...amina,
  id: idAt(12),
  firstName: 'Moses',
  lastName: 'Okot',
  phoneNumber: null,
  email: null,
  customerReferenceNumber: 'CUST-0002',
  status: 'DISABLED',
};

const changed: HistoryEvent<'CHANGED'> = {
  at: '2026-04-07T12:30:00.000Z',
  by: 'Amina Nakato',
  kind: 'CHANGED',
  from: null,
  to: null,
  reason: 'The customer has a new number',
  source: null,
  changes: [{ field: 'lastName', before: 'Nakati', after: 'Nakato' }],
};
const created: HistoryEvent = {
  ...changed,
  at: '2026-03-02T07:15:00.000Z',
  kind: 'STATE_CHANGED',
  to: 'ACTIVE',
  reason: null,
  source: 'customers.csv',
  changes: [],
};

/** A file of customers that is checked and waits for a confirmation. */
export const checked: DetailedImport = {
  id: IMPORT_ID,
  state: 'CHECKED',
  fileName: 'customers.csv',
  size: 48_120,
  headerRow: 1,
  columns: ['First', 'Last', 'Phone'],
  mapping: {},
  mappingNeeded: false,
  progress: null,
  rows: 820,
  goodRows: 800,
  refusedRows: 20,
  refusedKept: true,
  refusals: [
    {
      column: null,
      code: 'TAKEN',
      message: 'You have a customer with this reference already.',
      rows: 20,
      firstRows: [4, 9, 17],
    },
  ],
  imported: null,
  failure: null,
  by: 'Amina Nakato',
  createdAt: '2026-04-07T12:30:00.000Z',
  endedAt: null,
  waitsUntil: '2026-04-14T12:30:00.000Z',
  topRows: [
    { row: 1, cells: ['First', 'Last', 'Phone'] },
    { row: 2, cells: ['Amina', 'Nakato', '0772345678'] },
  ],
};

/** The same file at the other stages of its way. */
export const imports: Readonly<Record<string, DetailedImport>> = {
  checking: {
    ...checked,
    state: 'UPLOADED',
    waitsUntil: null,
    refusals: [],
    progress: { task: 'CHECK', rows: 300, total: 820 },
  },
  columns: { ...checked, state: 'UPLOADED', mappingNeeded: true, refusals: [] },
  checked,
  done: { ...checked, state: 'DONE', imported: 800, endedAt: checked.createdAt, waitsUntil: null },
  cancelled: { ...checked, state: 'CANCELLED', endedAt: checked.createdAt, waitsUntil: null },
};

const hit: SearchHit = {
  noun: 'customer',
  id: amina.id,
  title: 'Amina Nakato',
  sub: amina.customerReferenceNumber,
  state: 'ACTIVE',
  path: `/dashboard/customers/${amina.id}`,
};

const pageOf = (content: readonly unknown[], counts: object = {}) => ({
  content,
  page: 0,
  size: 10,
  totalElements: content.length,
  totalPages: content.length === 0 ? 0 : 1,
  totalIsCapped: false,
  counts,
});

/** Bytes of a picture of one pixel. */
const PICTURE = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ),
  (letter) => letter.codePointAt(0) ?? 0,
);

/** What the API answers, by path. */
const answers = (): readonly (readonly [path: RegExp, answer: unknown, none: unknown])[] => [
  [
    /\/customers$/,
    pageOf([amina, okot], { ACTIVE: 1, DISABLED: 1 }),
    pageOf([], { ACTIVE: 0, DISABLED: 0 }),
  ],
  [/\/events$/, pageOf([changed, created]), pageOf([])],
  [
    /\/banks$/,
    [
      { id: idAt(21), name: 'Stanbic Bank Uganda' },
      { id: idAt(22), name: 'Centenary Bank' },
    ],
    [],
  ],
  [/\/saved-views$/, { views: [{ name: 'Disabled', query: 'status=DISABLED' }] }, { views: [] }],
  [/\/search$/, { groups: [{ label: 'Customers', hits: [hit] }] }, { groups: [] }],
  [new RegExp(`/${IMPORT_ID}$`), imports[state] ?? checked, checked],
  [/\/(bulk|uploads)$/, pageOf([imports[state] ?? imports['done']]), pageOf([])],
  [/\/products$/, pageOf([]), pageOf([])],
];

let state = '';

/** Sets the state of the example that is shown, on which the answers depend. */
export function setAnswers(shown = ''): void {
  state = shown;
}

const FAILURE = { title: 'Something went wrong on our side.', status: 500, code: 'UNEXPECTED' };

const answerWith = (value: unknown, status = 200) =>
  new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': status === 200 ? 'application/json' : 'application/problem+json' },
  });

/** Answers in the place of the server. */
export async function answerInGallery(input: RequestInfo | URL): Promise<Response> {
  const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
  if (state === 'loading' || state === 'sending') return new Promise(() => undefined);
  if (state === 'failed') return answerWith(FAILURE, 500);
  if (/\/files\//.test(pathname))
    return new Response(PICTURE, { headers: { 'content-type': 'image/png' } });
  const [, answer, none] = answers().find(([path]) => path.test(pathname)) ?? [];
  if (answer === undefined) return answerWith(FAILURE, 500);
  return answerWith(state === 'none' ? none : answer);
}
