import { CloseButton } from '@mantine/core';
import { useRef } from 'react';
import { tellNews, useNews } from '#features/customers/customer-news.ts';
import { useFocusHandedOn } from '#ui/focus-page.ts';
import { NoteBox } from '#ui/note-box.tsx';
import css from './customers.module.css';

function Dismiss() {
  const button = useRef<HTMLButtonElement>(null);
  useFocusHandedOn(button);
  return <CloseButton ref={button} aria-label="Dismiss" onClick={() => tellNews(null)} />;
}

/** What has just been done. The place is always there, so that screen readers hear what comes. */
export function CustomerSaid({ place }: { place: string }) {
  const words = useNews(place);
  return (
    <output className={css.said}>
      {words && (
        <NoteBox tone="good">
          <div className={css.news}>
            {words}
            <Dismiss />
          </div>
        </NoteBox>
      )}
    </output>
  );
}
