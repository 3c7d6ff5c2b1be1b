import { IconArrowLeft } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useUploads } from './import-calls.ts';
import type { ImportScreens } from './import-screens.ts';
import { isOpen, progressWords, stageOf, STAGES } from './import-words.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import layout from '#ui/shell/layout.module.css';

interface UploadLinkProps {
  screens: ImportScreens;
  upload: { id: string };
  children: ReactNode;
}

/** The way to an upload. */
export function UploadLink({ screens, upload, children }: UploadLinkProps) {
  return (
    <Link {...screens.one(upload.id)} className={`${layout.anchor} ${layout.broken}`}>
      {children}
    </Link>
  );
}

/** The way back, above a page. */
export function BackLink({ link, children }: { link: LinkProps; children: string }) {
  return (
    <Link {...link} className={layout.back}>
      <IconArrowLeft size={16} aria-hidden />
      {children}
    </Link>
  );
}

interface OpenNoteProps {
  screens: ImportScreens;
  merchantId: string;
}

/** Says on other screens that an upload has not ended; nothing where none is open. */
export function ImportOpenNote({ screens, merchantId }: OpenNoteProps) {
  const upload = useUploads(screens, merchantId, 0).data?.content.find(isOpen);
  if (!upload) return null;
  const { fileName, progress } = upload;
  return (
    <div className={layout.above}>
      <NoteBox tone="warning">
        {fileName} {STAGES[stageOf(upload)].open}
        {progress && `: ${progressWords(progress)}`}.{' '}
        <UploadLink screens={screens} upload={upload}>
          See the upload
        </UploadLink>
      </NoteBox>
    </div>
  );
}
