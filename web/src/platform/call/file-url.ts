import { getFile } from '@tegeka/contract/files.ts';
import { useEffect, useMemo, useState } from 'react';
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
 * cannot send. For null the state stays 'loading'.
 */
export function useFileUrl(storedUrl: string | null): FileUrl {
  const [state, setState] = useState<FileUrl>({ kind: 'loading' });
  useEffect(() => {
    if (storedUrl === null) return undefined;
    const stopped = new AbortController();
    let made: string | null = null;
    const fetchFile = async () => {
      try {
        const input = { params: { fileId: fileIdOf(storedUrl) }, signal: stopped.signal };
        made = URL.createObjectURL(await callForBytes(getFile, input));
        if (stopped.signal.aborted) URL.revokeObjectURL(made);
        else setState({ kind: 'ready', url: made });
      } catch (error) {
        if (stopped.signal.aborted) return;
        const message = error instanceof CallFailed ? error.words() : 'The file did not arrive.';
        setState({ kind: 'failed', message });
      }
    };
    void fetchFile();
    return () => {
      stopped.abort();
      if (made) URL.revokeObjectURL(made);
      setState({ kind: 'loading' });
    };
  }, [storedUrl]);
  return state;
}

/** An address under which the page can show a file it holds; null without one. */
export function useBlobUrl(blob: Blob | null): string | null {
  const url = useMemo(() => blob && URL.createObjectURL(blob), [blob]);
  useEffect(
    () => () => {
      if (url) URL.revokeObjectURL(url);
    },
    [url],
  );
  return url;
}

/** Milliseconds for which a browser may still read a file that was handed out. */
const KEPT_MS = 60_000;

/** Hands a file to the person: the browser puts it where it puts downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

/** Opens a file that is being fetched in a tab of its own; a browser that opens none saves it. */
export async function openFile(fetching: Promise<Blob>, name: string): Promise<void> {
  // At once: later the browser no longer takes it for the answer to a press.
  const tab = window.open('', '_blank');
  try {
    const file = await fetching;
    if (!tab) return saveFile(file, name);
    const url = URL.createObjectURL(file);
    tab.opener = null;
    tab.location.replace(url);
    setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
