import type { ImportState } from '@tegeka/contract/imports/import-kind.ts';
import {
  csvOf,
  type Desk,
  goodRow,
  mandateRow,
  mandatesCsv,
  openDesk,
  workOn,
} from '#features/imports/imports-test-calls.ts';
import type { Base, Recipes } from './fuzz-near.ts';
import type { FuzzServer } from './fuzz-server.ts';
import { TEST_CUSTOMER } from '#testing/test-merchant.ts';

const MAPPING = {
  firstName: 0,
  middleName: 1,
  lastName: 2,
  phoneNumber: 3,
  email: 4,
  customerReferenceNumber: 5,
};

/** Runs the task of an import and waits for its end. */
type Through = (id: string) => Promise<void>;

let count = 0;
const freshReference = () => `F-${(count += 1)}`;

/** A kind of imports as it is fuzzed. */
export interface FuzzImport {
  noun: string;
  mapping: Record<string, number>;
  /** Makes a file with new data. The other file has rows that are refused. */
  freshFile: () => string | Promise<string>;
  refusedFile: string;
}

const CUSTOMERS: FuzzImport = {
  noun: 'Customer',
  mapping: MAPPING,
  freshFile: () => csvOf(goodRow((count += 1)), goodRow((count += 1))),
  refusedFile: csvOf('Grace,,Nakato,none,none,X-1', ',,,,,', 'Grace'),
};

const MANDATES: FuzzImport = {
  noun: 'Mandate',
  mapping: {
    customerReferenceNumber: 0,
    firstName: 1,
    lastName: 2,
    phoneNumber: 3,
    amount: 4,
    schedule: 5,
    start: 6,
  },
  freshFile: () => mandatesCsv(mandateRow(freshReference()), mandateRow(freshReference())),
  refusedFile: mandatesCsv(',,,,,,', mandateRow('F-0').replace('monthly', 'never')),
};

/** Ends the active import, as there can be only one. */
async function clear({ client, bulk, cancel }: Desk, through: Through): Promise<void> {
  for (;;) {
    const [last] = (await client.call(bulk)).json.content;
    if (last?.state === 'CONFIRMED') await through(last.id);
    else if (['UPLOADED', 'CHECKED'].includes(last?.state)) await cancel(last.id);
    else return;
  }
}

/** An import in one of these states; a new one if it has moved on. */
function heldUpload(desk: Desk, through: Through, states: readonly ImportState[]) {
  let importId: string | null = null;
  return async (content: FuzzImport['freshFile'], body?: unknown): Promise<Base> => {
    if (!importId || !states.includes((await desk.get(importId)).state)) {
      await clear(desk, through);
      importId = String((await desk.send(await content())).id);
      if (!states.includes('UPLOADED')) await through(importId);
    }
    return { client: desk.client, params: { merchantId: desk.merchantId, importId }, body };
  };
}

export function importRecipes({ testServer }: FuzzServer, desk: Desk, kind: FuzzImport): Recipes {
  // The queue would run it only after all earlier imports.
  const through: Through = async (id) => {
    await workOn(testServer, desk, id);
    await desk.wait(id, 'CHECKED', 'DONE', 'FAILED');
  };
  const { client, merchantId } = desk;
  const { noun, mapping, freshFile, refusedFile } = kind;
  const open = heldUpload(desk, through, ['UPLOADED', 'CHECKED']);
  const checked = heldUpload(desk, through, ['CHECKED']);
  const held = heldUpload(desk, through, ['CHECKED']);
  const refused = () => held(() => refusedFile);
  const options = [{}, { mapping }, { mapping, confirm: 'GOOD_ROWS' }];
  return {
    [`upload${noun}s`]: async () => {
      await clear(desk, through);
      const file = new File([await freshFile()], 'book.csv');
      const body = options[(count += 1) % options.length];
      return { client, params: { merchantId }, body, files: { file } };
    },
    [`map${noun}Import`]: () => open(freshFile, { mapping }),
    [`confirm${noun}Import`]: () =>
      checked(freshFile, { mode: (count += 1) % 2 ? 'ALL' : 'GOOD_ROWS' }),
    [`cancel${noun}Import`]: () => open(freshFile),
    [`get${noun}Import`]: refused,
    [`listRefused${noun}s`]: async () => ({
      ...(await refused()),
      query: { page: '0', size: '10' },
    }),
    [`exportRefused${noun}s`]: refused,
  };
}

export async function customerRecipes(fuzz: FuzzServer, desk: Desk): Promise<Recipes> {
  const mandates = await openDesk(fuzz.testServer, 'mandates', desk);
  const { client, customers, merchantId } = desk;
  const fresh = () => ({ ...TEST_CUSTOMER, customerReferenceNumber: freshReference() });
  const customerId: string = (await desk.add(fresh())).json.id;
  return {
    ...importRecipes(fuzz, desk, CUSTOMERS),
    ...importRecipes(fuzz, mandates, MANDATES),
    // Random calls of operators may have suspended the business of the other calls.
    disableCustomer: async () => ({
      client,
      params: { merchantId, customerId },
      body: { status: 'DISABLED' },
    }),
    enableCustomer: async () => ({
      client,
      params: { merchantId, customerId },
      body: { status: 'ACTIVE' },
    }),
    createCustomer: async () => ({ client, params: { merchantId }, body: fresh() }),
    updateCustomer: async () => {
      const { version } = (await client.call(`${customers}/${customerId}`)).json;
      const body = { ...fresh(), middleName: 'Mary', version };
      return { client, params: { merchantId, customerId }, body };
    },
  };
}
