import { CloseButton } from '@mantine/core';
import { useRef } from 'react';
import { showFlashMessage, useFlashMessage } from '#features/customers/customer-news.ts';
import { useFocusHandedOn } from '#ui/shell/focus-page.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import css from './customers.module.css';

function Dismiss() {
  const button = useRef<HTMLButtonElement>(null);
  useFocusHandedOn(button);
  return <CloseButton ref={button} aria-label="Dismiss" onClick={() => showFlashMessage(null)} />;
}

/** What has just been done. The place is always there, so that screen readers hear what comes. */
export function CustomerAnnouncement({ place }: { place: string }) {
  const words = useFlashMessage(place);
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
