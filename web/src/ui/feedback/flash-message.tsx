import { IconX } from '@tabler/icons-react';
import { useRef, useSyncExternalStore } from 'react';
import { watched } from '#platform/device/page.ts';
import { useRestoreFocusOnUnmount } from '#ui/shell/modal.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import layout from '#ui/shell/layout.module.css';

/** What has just been done, and where it is shown: over a list, or in the drawer of an entity. */
interface Flash {
  place: string;
  message: string;
}

const flash = watched<Flash | null>(null);

/** True until the first navigation after it was shown, which leads to its place. */
let isNew = false;

/** Shows what has just been done; null removes it. The next navigation keeps it, the one after removes it. */
export function flashMessage(message: Flash | null): void {
  isNew = message !== null;
  flash.set(message);
}

/** Called by the router before it leads to another address. */
export function outdateFlashMessage(): void {
  if (!isNew) flash.set(null);
  isNew = false;
}

function Dismiss() {
  const button = useRef<HTMLButtonElement>(null);
  useRestoreFocusOnUnmount(button);
  return (
    <button
      ref={button}
      type="button"
      className="tegeka-round"
      aria-label="Dismiss"
      onClick={() => flashMessage(null)}
    >
      <IconX size={18} aria-hidden />
    </button>
  );
}

/** The place of a flash message. Always rendered, so that screen readers announce new messages. */
export function FlashMessage({ place }: { place: string }) {
  const current = useSyncExternalStore(flash.subscribe, flash.current);
  const message = current?.place === place ? current.message : null;
  return (
    <output className={layout.above}>
      {message && (
        <NoteBox tone="good">
          <div className={layout.split}>
            {message}
            <Dismiss />
          </div>
        </NoteBox>
      )}
    </output>
  );
}
