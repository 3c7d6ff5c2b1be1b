import { IconArrowLeft } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useUploads } from './import-calls.ts';
import { isOpen, progressWords, stageOf, STAGES } from './import-words.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import layout from '#ui/shell/layout.module.css';

interface UploadLinkProps {
  upload: { id: string };
  children: ReactNode;
}

/** The way to an upload. */
export function UploadLink({ upload, children }: UploadLinkProps) {
  return (
    <Link
      to="/dashboard/customers/uploads/$importId"
      params={{ importId: upload.id }}
      className={`${layout.anchor} ${layout.broken}`}
    >
      {children}
    </Link>
  );
}

/** The way back, above a page. */
export function BackLink({ to, children }: { to: NonNullable<LinkProps['to']>; children: string }) {
  return (
    <Link to={to} className={layout.back}>
      <IconArrowLeft size={16} aria-hidden />
      {children}
    </Link>
  );
}

/** Says on other screens that an upload has not ended; nothing where none is open. */
export default function ImportOpenNote({ merchantId }: { merchantId: string }) {
  const upload = useUploads(merchantId, 0).data?.content.find(isOpen);
  if (!upload) return null;
  const { fileName, progress } = upload;
  return (
    <div className={layout.above}>
      <NoteBox tone="warning">
        {fileName} {STAGES[stageOf(upload)].open}
        {progress && `: ${progressWords(progress)}`}.{' '}
        <UploadLink upload={upload}>See the upload</UploadLink>
      </NoteBox>
    </div>
  );
}
