import { CloseButton } from '@mantine/core';
import { tellNews, useNews } from '#features/customers/customer-news.ts';
import { NoteBox } from '#ui/note-box.tsx';
import css from './customers.module.css';

/** What has just been done. The place is always there, so that screen readers hear what comes. */
export function CustomerSaid({ place }: { place: string }) {
  const words = useNews(place);
  return (
    <output className={css.said}>
      {words && (
        <NoteBox tone="good">
          <div className={css.news}>
            {words}
            <CloseButton aria-label="Dismiss" onClick={() => tellNews(null)} />
          </div>
        </NoteBox>
      )}
    </output>
  );
}
