import type { CustomerImport } from '@tegeka/contract/customer-imports.ts';
import { areKnown } from '#features/imports/import-stage.ts';
import { countOf } from '#features/imports/import-words.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';

/** All refused rows name customers that are there already: nothing of them is to be corrected. */
function Known({ good, known }: { good: number; known: number }) {
  if (good === 0) {
    return (
      <NoteBox tone="warning" title="You already have customers with these references">
        There is nothing new to import. An upload leaves the customers that you have as they are: to
        change one, open it in your list. A new customer needs a reference of their own.
      </NoteBox>
    );
  }
  const have = known === 1 ? 'has a reference' : 'have references';
  return (
    <NoteBox tone="warning" title={`${countOf(known, 'row')} ${have} that you already use`}>
      An import adds the new {good === 1 ? 'customer' : 'customers'} and leaves those that you have
      as they are. Nothing has been added yet.
    </NoteBox>
  );
}

/** What the check of a file, or a failed import, means for the person. */
export function ImportVerdict({ upload }: { upload: CustomerImport }) {
  if (upload.failure !== null) {
    return (
      <NoteBox tone="bad" title="The import did not go through">
        Something went wrong on our side, and nothing was added. Import again; if it fails again,
        tell support.
      </NoteBox>
    );
  }
  const [good, refused] = [upload.goodRows ?? 0, upload.refusedRows ?? 0];
  if (refused === 0)
    return <NoteBox tone="good">Every row is good. Nothing has been added yet.</NoteBox>;
  if (areKnown(upload)) return <Known good={good} known={refused} />;
  if (good === 0) {
    return (
      <NoteBox tone="bad" title="No row can be imported">
        Below you see why. Correct the file and upload it again.
      </NoteBox>
    );
  }
  return (
    <NoteBox tone="warning" title={`${countOf(refused, 'row')} can not be imported`}>
      Import {good === 1 ? 'the good row' : 'the good rows'} now and the others later, or cancel and
      correct the file. Nothing has been added yet.
    </NoteBox>
  );
}
