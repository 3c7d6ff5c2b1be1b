import type { ImportEndpoints } from '@tegeka/contract/imports/import-endpoints.ts';
import type { Import } from '@tegeka/contract/imports/import-shapes.ts';
import { IMPORT_FILE } from '@tegeka/contract/imports/import-kind.ts';
import { cache } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { type Sent, sendTelling } from '#platform/call/call-upload.ts';
import { newKey } from '#platform/call/call-headers.ts';
import { watched } from '#platform/device/page.ts';
import { isLeaving } from '#platform/session/session.ts';
import { showSize } from '#platform/call/file-save.ts';
import { errorOfFile } from '#ui/form/file-check.ts';

/** A file with its idempotency key: sent again after a lost answer, it makes no second upload. */
interface ChosenFile {
  file: File;
  key: string;
}

/** A file that is chosen or sent. It is kept outside of React: the screen may be left while it is sent. */
export type Sending =
  | { step: 'NONE'; error: string | null }
  /** `stopped` says why it has not arrived; the same file can be sent again. */
  | ({ step: 'CHOSEN'; stopped: string | null } & ChosenFile)
  | ({ step: 'SENDING'; sent: Sent } & ChosenFile);

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  // No question if the page is left because the session has ended.
  if (!isLeaving()) event.preventDefault();
}

function stoppedText(error: CallFailed, { bytes, total }: Sent): string {
  if (error.aborted) return 'Sending was stopped. The file is still chosen.';
  return error.offline
    ? `The connection was lost after ${showSize(bytes)} of ${showSize(total)}. The file is still chosen: send it again when you are online.`
    : error.userMessage();
}

function openUploader({ upload, list }: ImportEndpoints) {
  const sending = watched<Sending>({ step: 'NONE', error: null });
  let stopping = new AbortController();
  const listed = { queryKey: [list.name] };

  /** Removes the file. `error` says what is wrong with it. */
  const forget = (error: string | null = null) => sending.set({ step: 'NONE', error });

  /** Checks a chosen file and accepts it. */
  const choose = async (file: File) => {
    const error = await errorOfFile(file, IMPORT_FILE);
    if (error) forget(`${file.name}: ${error}`);
    else sending.set({ step: 'CHOSEN', file, key: newKey(), stopped: null });
  };

  const settle = async ({ file, key }: ChosenFile, sent: Sent, error: CallFailed) => {
    const gone = error.status === 0 ? await errorOfFile(file, IMPORT_FILE) : null;
    // A refusal of the file itself: sending it again would change nothing.
    const wrong = gone ?? error.fieldMessage('file');
    if (wrong) return forget(`${file.name}: ${wrong}`);
    // The list shows an open upload that blocks this one. On a slow line its refusal may not be received.
    void cache.invalidateQueries(listed);
    sending.set({ step: 'CHOSEN', file, key, stopped: stoppedText(error, sent) });
  };

  /** Sends the chosen file. Null if it has not arrived: then `sending` has the reason. */
  const send = async (chosen: ChosenFile, merchantId: string): Promise<Import | null> => {
    const { file, key } = chosen;
    let sent: Sent = { bytes: 0, total: file.size };
    const tell = (next: Sent) => {
      sent = next;
      sending.set({ step: 'SENDING', file, key, sent });
    };
    tell(sent);
    stopping = new AbortController();
    addEventListener('beforeunload', askBeforeLeaving);
    try {
      const made = await call(upload, {
        params: { merchantId },
        body: {},
        files: { file },
        idempotencyKey: key,
        signal: stopping.signal,
        send: sendTelling(tell),
      });
      void cache.invalidateQueries(listed);
      forget();
      return made;
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      await settle(chosen, sent, error);
      return null;
    } finally {
      removeEventListener('beforeunload', askBeforeLeaving);
    }
  };

  return { sending, choose, forget, send, stop: () => stopping.abort() };
}

const uploaders = new Map<ImportEndpoints, ReturnType<typeof openUploader>>();

/** The uploader of a kind of import. There is one per kind, which goes on when the screen is left. */
export function uploaderOf(endpoints: ImportEndpoints) {
  const uploader = uploaders.get(endpoints) ?? openUploader(endpoints);
  uploaders.set(endpoints, uploader);
  return uploader;
}
