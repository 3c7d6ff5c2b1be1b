import { getFile } from '@tegeka/contract/files.ts';
import { useEffect, useState } from 'react';
import { callForBytes } from './call.ts';
import { CallFailed } from './call-failed.ts';

/** Loading state of a stored file. */
export type FileUrl =
  | { kind: 'loading' }
  | { kind: 'ready'; url: string }
  | { kind: 'failed'; message: string };

/** The id of a stored file, which its address ends with. */
export const fileIdOf = (url: string): string => url.split('/').at(-1) ?? '';

/**
 * An object URL for a stored file. Its bytes are fetched with the bearer token, which an <img>
 * cannot send. For null the state stays 'loading'. With `own404` a file that is gone is a failure like
 * others: a logo in the shell must not make every screen unusable, and a form lets one choose another.
 */
export function useFileUrl(storedUrl: string | null, own404: boolean): FileUrl {
  const [state, setState] = useState<FileUrl>({ kind: 'loading' });
  useEffect(() => {
    if (storedUrl === null) return undefined;
    const stopped = new AbortController();
    let made: string | null = null;
    const fetchFile = async () => {
      try {
        const input = { params: { fileId: fileIdOf(storedUrl) }, signal: stopped.signal };
        made = URL.createObjectURL(await callForBytes(getFile, input, { own404 }));
        if (stopped.signal.aborted) URL.revokeObjectURL(made);
        else setState({ kind: 'ready', url: made });
      } catch (error) {
        if (stopped.signal.aborted) return;
        const message =
          error instanceof CallFailed ? error.userMessage() : 'The file did not arrive.';
        setState({ kind: 'failed', message });
      }
    };
    void fetchFile();
    return () => {
      stopped.abort();
      if (made) URL.revokeObjectURL(made);
      setState({ kind: 'loading' });
    };
  }, [storedUrl, own404]);
  return state;
}
