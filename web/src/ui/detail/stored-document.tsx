import { Anchor, Loader } from '@mantine/core';
import { getFile } from '@tegeka/contract/files.ts';
import { useState } from 'react';
import { outcomeOf } from '#platform/call/call-failed.ts';
import { callForBytes } from '#platform/call/call.ts';
import { saveFile } from '#platform/call/file-save.ts';
import { fileIdOf, useFileUrl } from '#platform/call/file-url.ts';
import { useBusy } from '#ui/feedback/busy.ts';
import layout from '#ui/shell/layout.module.css';
import css from './detail.module.css';

interface StoredDocumentProps {
  /** What it is, such as the logo. */
  label: string;
  /** The file's name. */
  name: string;
  url: string;
  mediaType: string;
  /** Bytes; absent where it is not known. */
  size?: number;
  /** True where the person can replace it on the same screen, even if it is gone. */
  replaceable?: boolean;
}

/** Pictures of more bytes are loaded only on request: mobile data costs money. */
const PICTURE_MAX = 300_000;

/**
 * A stored document: a small picture is shown, everything else is fetched to be saved: a browser that
 * displays what others have sent does so in our name.
 */
export function StoredDocument(props: StoredDocumentProps) {
  const { label, name, url, mediaType, size = 0, replaceable = false } = props;
  const isShown = mediaType.startsWith('image/') && size <= PICTURE_MAX;
  const picture = useFileUrl(isShown ? url : null, replaceable);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, run] = useBusy();
  const save = () =>
    void run(async () => {
      const input = { params: { fileId: fileIdOf(url) } };
      const fetching = callForBytes(getFile, input, { own404: replaceable });
      const outcome = await outcomeOf(fetching.then((file) => saveFile(file, name)));
      setFailure(outcome.kind === 'saved' ? null : outcome.message);
    });
  return (
    <>
      {picture.kind === 'ready' && (
        <img src={picture.url} alt={label} className={`${layout.picture} ${css.picture}`} />
      )}
      {isShown && picture.kind === 'loading' && <Loader size="sm" aria-hidden="true" />}
      <Anchor component="button" type="button" ta="left" disabled={busy} onClick={save}>
        {busy ? `Loading ${name} …` : `Save ${name}`}
      </Anchor>
      <span role="alert">{failure ?? (picture.kind === 'failed' && picture.message)}</span>
    </>
  );
}
