import { Link } from '@tanstack/react-router';
import { useUploads } from '#features/imports/import-calls.ts';
import { isOpen, progressWords, stageOf, STAGES } from '#features/imports/import-words.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import layout from '#ui/shell/layout.module.css';

/** Says on other screens that an upload has not ended; nothing where none is open. */
export default function ImportOpenNote({ merchantId }: { merchantId: string }) {
  const { data } = useUploads(merchantId, 0);
  const upload = data?.content.find(isOpen);
  if (!upload) return null;
  const { id, fileName, progress } = upload;
  return (
    <div className={layout.above}>
      <NoteBox tone="warning">
        {fileName} {STAGES[stageOf(upload)].open}
        {progress && `: ${progressWords(progress)}`}.{' '}
        <Link
          to="/dashboard/customers/uploads/$importId"
          params={{ importId: id }}
          className={layout.anchor}
        >
          See the upload
        </Link>
      </NoteBox>
    </div>
  );
}
