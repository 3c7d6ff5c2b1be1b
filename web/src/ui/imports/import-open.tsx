import { useQuery } from '@tanstack/react-query';
import type { Import } from '@tegeka/contract/imports/import-shapes.ts';
import { uploadsQuery } from './import-calls.ts';
import type { ImportScreens } from './import-screens.ts';
import { isOpen, progressText, stageOf, STAGES } from './import-texts.ts';
import { cache } from '#platform/call/cache.ts';
import { TextLink } from '#ui/detail/shown-value.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import layout from '#ui/shell/layout.module.css';

export interface UploadsProps {
  screens: ImportScreens;
  merchantId: string;
}

/** The upload that has not ended, of which there can be only one; null where there is none. */
export function useOpenUpload({ screens, merchantId }: UploadsProps): Import | null {
  const { data } = useQuery(uploadsQuery(screens, merchantId, 0), cache);
  return data?.content.find(isOpen) ?? null;
}

interface OpenUploadProps {
  screens: ImportScreens;
  upload: Import;
  title?: string;
  /** What else is said of it. */
  more: string;
}

/** Says that an upload has not ended, with the way to it. */
export function OpenUpload({ screens, upload, title, more }: OpenUploadProps) {
  const { id, fileName, progress } = upload;
  const stage = STAGES[stageOf(upload)].label.toLowerCase();
  const far = progress ? `, ${progressText(progress)}` : '';
  return (
    <NoteBox tone="warning" {...(title && { title })}>
      {`${fileName} is not finished: ${stage}${far}. ${more} `}
      <TextLink link={screens.one(id)}>See the upload</TextLink>
    </NoteBox>
  );
}

/** Says on other screens that an upload has not ended; nothing where none is open. */
export function ImportOpenNote(props: UploadsProps) {
  const upload = useOpenUpload(props);
  return (
    <div className={layout.above}>
      {upload && <OpenUpload screens={props.screens} upload={upload} more="" />}
    </div>
  );
}
