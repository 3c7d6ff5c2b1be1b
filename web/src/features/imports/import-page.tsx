import { Link } from '@tanstack/react-router';
import { IconArrowLeft } from '@tabler/icons-react';
import type { CustomerImport } from '@tegeka/contract/customer-imports.ts';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import { useRef } from 'react';
import type { UploadIds } from '#features/imports/import-calls.ts';
import { ImportChecked } from '#features/imports/import-checked.tsx';
import { ImportMapping } from '#features/imports/import-mapping-form.tsx';
import { ImportDone, ImportEnded } from '#features/imports/import-result.tsx';
import { canRemap, type ImportStage, stageOf } from '#features/imports/import-stage.ts';
import { useUpload, type WatchedUpload } from '#features/imports/import-watch.ts';
import { outcomeWords, STAGE_BADGES, waitWords } from '#features/imports/import-words.ts';
import { ImportWork } from '#features/imports/import-work.tsx';
import { showSize } from '#ui/form/file-check.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { StatusBadge } from '#ui/detail/status-badge.tsx';
import css from './imports.module.css';

/** What the address of an upload says: whether its columns are being said anew, and the page of rows. */
export interface ImportView {
  columns: boolean;
  page: number;
}

interface ImportPageProps {
  ids: UploadIds;
  loaded: CustomerImport;
  view: ImportView;
  onView: (view: ImportView) => void;
}

/** What the parts of the page have in common. */
export interface ImportPart extends Pick<WatchedUpload, 'upload' | 'moved' | 'reload'> {
  ids: UploadIds;
  view: ImportView;
  onView: (view: ImportView) => void;
}

function Part({ stage, part }: { stage: ImportStage; part: ImportPart }) {
  const remapping = part.view.columns && canRemap(part.upload);
  if (stage === 'COLUMNS' || remapping) return <ImportMapping {...part} />;
  if (stage === 'CHECKING' || stage === 'IMPORTING') return <ImportWork {...part} />;
  if (stage === 'CHECKED') return <ImportChecked {...part} />;
  if (stage === 'DONE') return <ImportDone {...part} />;
  return <ImportEnded {...part} />;
}

/** One upload through its stages. */
export function ImportPage({ ids, loaded, view, onView }: ImportPageProps) {
  const { upload, cutOff, moved, reload } = useUpload(ids, loaded);
  const heading = useRef<HTMLHeadingElement>(null);
  const stage = stageOf(upload);
  const wait = waitWords(upload);
  const goOn = (next: CustomerImport) => {
    moved(next);
    onView({ columns: false, page: 0 });
    // What was pressed is gone with its stage, and in the next frame so is the dialog it was in.
    requestAnimationFrame(() => heading.current?.focus());
  };
  return (
    <div className={css.page}>
      <Link to="/dashboard/customers/uploads" className={css.back}>
        <IconArrowLeft size={16} aria-hidden />
        All uploads
      </Link>
      <header className={css.head}>
        <h2 ref={heading} tabIndex={-1} className={css.title}>
          {upload.fileName}
        </h2>
        <StatusBadge {...STAGE_BADGES[stage]} />
        <p className={css.facts}>
          {showSize(upload.size)}, uploaded {showMoment(upload.createdAt)} by {upload.by}
        </p>
        {wait && <p className={css.facts}>{wait}</p>}
      </header>
      <div aria-live="polite" className={css.unseen}>
        {outcomeWords(stage, upload)}
      </div>
      <output>
        {cutOff && (
          <NoteBox tone="warning">
            There is no connection to the server. The work on your file goes on, and this page shows
            it as soon as the connection is back.
          </NoteBox>
        )}
      </output>
      <Part stage={stage} part={{ ids, upload, view, onView, moved: goOn, reload }} />
    </div>
  );
}
