import { Skeleton } from '@mantine/core';
import { session } from '#platform/session/session.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { ReferenceContents } from '#features/reference/reference-contents.tsx';
import { operationIn, type Reference } from '#features/reference/reference-document.ts';
import { ReferenceIntroduction } from '#features/reference/reference-introduction.tsx';
import { ReferenceOperation } from '#features/reference/reference-operation.tsx';
import type { ReferenceSearch } from '#features/reference/reference-search.ts';
import css from './reference.module.css';

interface ReferencePageProps {
  reference: Reference;
  search: ReferenceSearch;
  onSearch: (search: ReferenceSearch) => void;
}

function Shown({ reference, search }: Omit<ReferencePageProps, 'onSearch'>) {
  const operation = operationIn(reference, search.operation);
  const user = session.current()?.user;
  const own = { merchantId: user?.merchantId, organizationId: user?.organizationId };
  if (operation) {
    return <ReferenceOperation operation={operation} server={reference.server} own={own} />;
  }
  return (
    <div>
      {search.operation && (
        <NoteBox tone="warning" title={`There is no call named ${search.operation}`}>
          It may have another name now. Look for it in the list.
        </NoteBox>
      )}
      <ReferenceIntroduction reference={reference} />
    </div>
  );
}

/** The reference: the list of operations, and the one that the URL names. */
export function ReferencePage({ reference, search, onSearch }: ReferencePageProps) {
  const find = (text: string) =>
    onSearch({
      ...(search.operation && { operation: search.operation }),
      ...(text && { find: text }),
    });
  return (
    <div className={css.page}>
      <ReferenceContents reference={reference} search={search} onFind={find} />
      <Shown reference={reference} search={search} />
    </div>
  );
}

/** Placeholder while the document is loading. */
export function ReferenceSkeleton() {
  return (
    <output className={css.page} aria-label="Loading the API reference">
      <Skeleton height={320} />
      <Skeleton height={480} />
    </output>
  );
}
