import type { Import, ImportEndpoints } from '@tegeka/contract/imports/import-endpoints.ts';
import { IMPORT_FILE } from '@tegeka/contract/imports/import-kind.ts';
import { useSyncExternalStore } from 'react';
import { cache } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { type Sent, sendTelling } from '#platform/call/call-upload.ts';
import { newKey } from '#platform/call/call-headers.ts';
import { session } from '#platform/session/session.ts';
import { errorOfFile, showSize } from '#ui/form/file-check.ts';

/** A file that is chosen or sent. It is kept outside of React: the screen may be left while it is sent. */
export type Sending =
  | { step: 'NONE'; error: string | null }
  /** `stopped` says why it has not arrived; the same file can be sent again. */
  | { step: 'CHOSEN'; file: File; key: string; stopped: string | null }
  | { step: 'SENDING'; file: File; key: string; sent: Sent };

const NONE: Sending = { step: 'NONE', error: null };

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

/** How files of one kind are chosen and sent. */
class Uploader {
  readonly #endpoints: ImportEndpoints;
  readonly #listeners = new Set<() => void>();
  #sending: Sending = NONE;
  #stop = new AbortController();

  constructor(endpoints: ImportEndpoints) {
    this.#endpoints = endpoints;
    // What one person has chosen is not for the next one at this device.
    session.atSignOut(async () => {
      this.stop();
      this.#become(NONE);
    });
  }

  now = (): Sending => this.#sending;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #become(next: Sending): void {
    if (next.step === 'SENDING') addEventListener('beforeunload', askBeforeLeaving);
    else if (this.#sending.step === 'SENDING')
      removeEventListener('beforeunload', askBeforeLeaving);
    this.#sending = next;
    for (const listener of this.#listeners) listener();
  }

  /** Takes a chosen file after a look at it. */
  async choose(file: File): Promise<void> {
    const error = await errorOfFile(file, IMPORT_FILE);
    // The key goes with the file: sent again after its answer was lost, it makes the same upload.
    if (error) this.forget(`${file.name}: ${error}`);
    else this.#become({ step: 'CHOSEN', file, key: newKey(), stopped: null });
  }

  /** Lets the file go, or says that one is needed. */
  forget(error: string | null = null): void {
    this.#become({ step: 'NONE', error });
  }

  /** Stops sending; the file stays chosen. */
  stop(): void {
    this.#stop.abort();
  }

  async #settle(file: File, key: string, sent: Sent, error: CallFailed): Promise<void> {
    const gone = error.status === 0 ? await errorOfFile(file, IMPORT_FILE) : null;
    // A refusal of the file itself: sending it again would change nothing.
    const wrong = gone ?? error.fieldMessage('file');
    if (wrong) return this.forget(`${file.name}: ${wrong}`);
    const words = error.aborted
      ? 'Sending was stopped. The file is still chosen.'
      : error.offline
        ? `The connection was lost after ${showSize(sent.bytes)} of ${showSize(sent.total)}. The file is still chosen: send it again when you are online.`
        : error.words();
    // The list shows which upload is in the way; on a slow line its refusal can come too late to be heard.
    if (error.problem?.code === 'IMPORT_RUNNING' || error.offline)
      void cache.invalidateQueries({ queryKey: [this.#endpoints.list.name] });
    this.#become({ step: 'CHOSEN', file, key, stopped: words });
  }

  /** Sends the chosen file; null where it has not arrived, for a reason that the screen then shows. */
  async send(merchantId: string): Promise<Import | null> {
    if (this.#sending.step !== 'CHOSEN') return null;
    const { file, key } = this.#sending;
    const { upload: endpoint, list } = this.#endpoints;
    let sent: Sent = { bytes: 0, total: file.size };
    this.#stop = new AbortController();
    this.#become({ step: 'SENDING', file, key, sent });
    const send = sendTelling((next) => {
      sent = next;
      if (this.#sending.step === 'SENDING') this.#become({ step: 'SENDING', file, key, sent });
    });
    try {
      const upload = await call(endpoint, {
        params: { merchantId },
        body: {},
        files: { file },
        idempotencyKey: key,
        signal: this.#stop.signal,
        send,
      });
      await cache.invalidateQueries({ queryKey: [list.name], refetchType: 'none' });
      this.#become(NONE);
      return upload;
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      await this.#settle(file, key, sent, error);
      return null;
    }
  }
}

const uploaders = new Map<ImportEndpoints, Uploader>();

/** The uploader of a kind of files: there is one, and what it sends stays when the screen is left. */
export function uploaderOf(endpoints: ImportEndpoints): Uploader {
  const uploader = uploaders.get(endpoints) ?? new Uploader(endpoints);
  uploaders.set(endpoints, uploader);
  return uploader;
}

/** The file of an uploader, for a component. */
export function useSending(uploader: Uploader): Sending {
  return useSyncExternalStore(uploader.subscribe, uploader.now);
}
