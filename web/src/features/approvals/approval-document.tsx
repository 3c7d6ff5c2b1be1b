import { Anchor, Loader } from '@mantine/core';
import type { SnapshotField } from '@tegeka/contract/approvals.ts';
import { useFileUrl } from '#platform/file-url.ts';
import css from './approvals.module.css';

/** A stored document, opened inside the app: pictures at once, others in a tab of their own. */
export function ApprovalDocument({ field }: { field: SnapshotField }) {
  const file = useFileUrl(field.fileUrl);
  if (!field.fileUrl) return field.value;
  if (file.kind === 'loading') return <Loader size="sm" aria-label={`Loading ${field.value}`} />;
  if (file.kind === 'failed') return `${field.value}: ${file.message}`;
  const picture = field.mediaType?.startsWith('image/');
  return (
    <>
      {picture && <img src={file.url} alt={field.label} className={css.picture} />}
      <Anchor href={file.url} target="_blank" rel="noreferrer">
        Open {field.value}
      </Anchor>
    </>
  );
}
