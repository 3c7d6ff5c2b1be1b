import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { ImportState } from '@tegeka/contract/imports/import-kind.ts';
import type { TestPerson, TestServer } from '#testing/test-server.ts';
import { activeMerchant } from '#testing/test-merchant.ts';
import { IMPORT_TASK } from './imports-store.ts';

const HEADER = 'First Name,Middle Name,Last Name,Phone Number,Email,Customer Reference Number';

/** A good row of the template, told apart by its number. */
export const goodRow = (number: number) =>
  `Grace,,Nakato,077${2_000_000 + number},grace${number}@example.com,REF-${number}`;

/** A good row of a mandate whose customer is made, told apart by a word. */
export const mandateRow = (word: string) =>
  `${word},Grace,Nakato,0772123456,250000,monthly on the 5th,${new Date().getUTCFullYear() + 3}-02-01`;

export const mandatesCsv = (...rows: string[]) =>
  `${['Reference,First Name,Last Name,Phone Number,Amount,When,First Day', ...rows].join('\n')}\n`;

export const csvOf = (...rows: string[]) => `${[HEADER, ...rows].join('\n')}\n`;

/** A task takes seconds; it takes longer when other tests run at the same time. */
const TIMEOUT_MS = 90_000;

/** A merchant's client for imports of a kind. */
export async function openDesk(
  testServer: TestServer,
  kind: 'customers' | 'mandates' | 'transactions' = 'customers',
  owner?: { person: TestPerson; merchantId: string },
) {
  const { person, merchantId } = owner ?? (await activeMerchant(testServer));
  const { client } = person;
  const customers = `/api/v1/merchants/${merchantId}/customers`;
  // Transactions have a call for many at once at that address.
  const place = kind === 'transactions' ? 'uploads' : 'bulk';
  const bulk = `/api/v1/merchants/${merchantId}/${kind}/${place}`;
  const get = async (id: string) => (await client.call(`${bulk}/${id}`)).json;
  const wait = async (id: string, ...states: ImportState[]) => {
    const end = performance.now() + TIMEOUT_MS;
    for (;;) {
      const found = await get(id);
      if (states.includes(found.state)) return found;
      assert.ok(performance.now() < end, `still ${JSON.stringify(found)}`);
      await pause(50);
    }
  };
  const upload = (
    content: string | Uint8Array<ArrayBuffer>,
    options?: object,
    name = 'book.csv',
  ) => {
    const form = new FormData();
    if (options) form.set('options', JSON.stringify(options));
    form.set('file', new File([content], name));
    return client.call(bulk, { method: 'POST', body: form });
  };
  /** Uploads a file that must be accepted. */
  const send = async (...given: Parameters<typeof upload>) => {
    const answer = await upload(...given);
    assert.equal(answer.status, 202, answer.text);
    return answer.json;
  };
  const decide = (id: string, what: string, method: string, body?: unknown) =>
    client.call(`${bulk}/${id}/${what}`, { method, ...(body !== undefined && { body }) });
  return {
    person,
    client,
    merchantId,
    customers,
    bulk,
    get,
    wait,
    upload,
    send,
    /** Uploads a file and waits for the end of its check. */
    check: async (...given: Parameters<typeof upload>) =>
      wait((await send(...given)).id, 'CHECKED', 'FAILED'),
    map: (id: string, mapping: object) => decide(id, 'mapping', 'PUT', { mapping }),
    choose: (id: string, choice: object) => decide(id, 'mapping', 'PUT', choice),
    confirm: (id: string, mode: string) => decide(id, 'confirmation', 'POST', { mode }),
    cancel: (id: string) => decide(id, 'cancellation', 'POST'),
    refused: async (id: string, query = '') =>
      (await client.call(`${bulk}/${id}/refused-rows?${query}`)).json,
    refusedFile: (id: string) => client.call(`${bulk}/${id}/refused-rows/export`),
    add: (body: object) => client.call(customers, { method: 'POST', body }),
    list: async (query = '') => (await client.call(`${customers}?${query}`)).json,
  };
}

export type Desk = Awaited<ReturnType<typeof openDesk>>;

/** Runs the task of an import in this process, for a server whose jobs have been stopped. */
export function workOn(
  { ctx }: TestServer,
  { person }: Desk,
  importId: string,
  stopping?: AbortSignal,
): Promise<void> {
  const { organizationId } = person;
  return ctx.tasks.work({ organizationId, kind: IMPORT_TASK, subjectId: importId }, stopping);
}
