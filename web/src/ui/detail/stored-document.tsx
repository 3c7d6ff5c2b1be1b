import { Anchor, Loader } from '@mantine/core';
import { useFileUrl } from '#platform/call/file-url.ts';
import css from './detail.module.css';

interface StoredDocumentProps {
  /** What it is, such as the logo. */
  label: string;
  /** The file's name. */
  name: string;
  url: string;
  mediaType: string;
}

/** A stored document, opened inside the app: pictures at once, others in a tab of their own. */
export function StoredDocument({ label, name, url, mediaType }: StoredDocumentProps) {
  const file = useFileUrl(url);
  if (file.kind === 'loading') {
    return (
      <>
        <Loader size="sm" aria-hidden="true" /> Loading {name}
      </>
    );
  }
  if (file.kind === 'failed') return `${name}: ${file.message}`;
  return (
    <>
      {mediaType.startsWith('image/') && <img src={file.url} alt={label} className={css.picture} />}
      <Anchor href={file.url} target="_blank" rel="noreferrer">
        Open {name}
      </Anchor>
    </>
  );
}
