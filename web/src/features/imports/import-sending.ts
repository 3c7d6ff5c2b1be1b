import { CUSTOMER_FILE } from '@tegeka/contract/customers/customer-import-rules.ts';
import {
  type CustomerImport,
  listCustomerImports,
  uploadCustomers,
} from '@tegeka/contract/customers/customer-imports.ts';
import { useSyncExternalStore } from 'react';
import { cache } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { type Sent, sendTelling } from '#platform/call/call-upload.ts';
import { newKey } from '#platform/device/chance.ts';
import { session } from '#platform/session/session.ts';
import { errorOfFile, showSize } from '#ui/form/file-check.ts';

/** A file on its way. It is kept outside of React: the screen may be left while it is sent. */
export type Sending =
  | { step: 'NONE'; error: string | null }
  /** `stopped` says why it has not arrived; the same file can be sent again. */
  | { step: 'CHOSEN'; file: File; key: string; stopped: string | null }
  | { step: 'SENDING'; file: File; key: string; sent: Sent };

const NONE: Sending = { step: 'NONE', error: null };
let sending: Sending = NONE;
let stop = new AbortController();
const listeners = new Set<() => void>();

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

function become(next: Sending): void {
  if (next.step === 'SENDING') addEventListener('beforeunload', askBeforeLeaving);
  else removeEventListener('beforeunload', askBeforeLeaving);
  sending = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The file on its way, for a component. */
export function useSending(): Sending {
  return useSyncExternalStore(subscribe, () => sending);
}

/** Takes a chosen file after a look at it. */
export async function chooseFile(file: File): Promise<void> {
  const error = await errorOfFile(file, CUSTOMER_FILE);
  // The key goes with the file: sent again after its answer was lost, it makes the same upload.
  if (error) become({ step: 'NONE', error: `${file.name}: ${error}` });
  else become({ step: 'CHOSEN', file, key: newKey(), stopped: null });
}

/** Lets the file go, or says that one is needed. */
export function forgetFile(error: string | null = null): void {
  become({ step: 'NONE', error });
}

/** Stops sending; the file stays chosen. */
export function stopSending(): void {
  stop.abort();
}

async function settle(file: File, key: string, sent: Sent, error: CallFailed): Promise<void> {
  const gone = error.status === 0 ? await errorOfFile(file, CUSTOMER_FILE) : null;
  // A refusal of the file itself: sending it again would change nothing.
  const wrong = gone ?? error.fieldMessage('file');
  if (wrong) return become({ step: 'NONE', error: `${file.name}: ${wrong}` });
  const words = error.aborted
    ? 'Sending was stopped. The file is still chosen.'
    : error.offline
      ? `The connection was lost after ${showSize(sent.bytes)} of ${showSize(sent.total)}. The file is still chosen: send it again when you are online.`
      : error.words();
  // The list shows which upload is in the way; on a slow line its refusal can come too late to be heard.
  if (error.problem?.code === 'IMPORT_RUNNING' || error.offline)
    void cache.invalidateQueries({ queryKey: [listCustomerImports.name] });
  become({ step: 'CHOSEN', file, key, stopped: words });
}

/** Sends the chosen file; null where it has not arrived, for a reason that the screen then shows. */
export async function sendFile(merchantId: string): Promise<CustomerImport | null> {
  if (sending.step !== 'CHOSEN') return null;
  const { file, key } = sending;
  let sent: Sent = { bytes: 0, total: file.size };
  stop = new AbortController();
  become({ step: 'SENDING', file, key, sent });
  const send = sendTelling((next) => {
    sent = next;
    if (sending.step === 'SENDING') become({ step: 'SENDING', file, key, sent });
  });
  try {
    const upload = await call(uploadCustomers, {
      params: { merchantId },
      body: {},
      files: { file },
      idempotencyKey: key,
      signal: stop.signal,
      send,
    });
    await cache.invalidateQueries({ queryKey: [listCustomerImports.name], refetchType: 'none' });
    become(NONE);
    return upload;
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    await settle(file, key, sent, error);
    return null;
  }
}

// What one person has chosen is not for the next one at this device.
session.atSignOut(async () => {
  stop.abort();
  become(NONE);
});
