import { Link } from '@tanstack/react-router';
import { isOpen, progressOf, stageOf } from '#features/imports/import-stage.ts';
import { useUploads } from '#features/imports/import-watch.ts';
import { OPEN_WORDS, progressWords } from '#features/imports/import-words.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import css from './imports.module.css';

/** Says on other screens that an upload has not ended; nothing where none is open. */
export default function ImportOpenNote({ merchantId }: { merchantId: string }) {
  const { data } = useUploads(merchantId, 0);
  const upload = data?.content.find(isOpen);
  const words = upload && OPEN_WORDS[stageOf(upload)];
  if (!upload || !words) return null;
  const progress = progressOf(upload);
  return (
    <div className={css.elsewhere}>
      <NoteBox tone="warning">
        {upload.fileName} {words}
        {progress && `: ${progressWords(progress)}`}.{' '}
        <Link
          to="/dashboard/customers/uploads/$importId"
          params={{ importId: upload.id }}
          className={css.link}
        >
          See the upload
        </Link>
      </NoteBox>
    </div>
  );
}
