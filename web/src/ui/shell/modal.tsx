import { type AriaAttributes, type ReactNode, useLayoutEffect, useRef } from 'react';
import { focusPage } from './restore-focus.ts';

interface ModalProps extends Pick<AriaAttributes, 'aria-label' | 'aria-labelledby'> {
  className: string | undefined;
  /** A click beside closes it: where nothing that was typed could be lost. */
  closedby?: 'any';
  children: ReactNode;
  onClose: () => void;
}

/**
 * What had the focus before the first of several drawers in a row. The browser remembers it too, and
 * forgets it where one drawer takes the place of another while the list below is drawn anew.
 */
let opener: HTMLElement | null = null;

/** Opens a dialog; one with a heading that takes the focus, as drawers have it, gives it that. */
function open(dialog: HTMLDialogElement): void {
  const before = document.activeElement;
  const heading = dialog.querySelector<HTMLElement>('header [tabindex="-1"]');
  dialog.showModal();
  heading?.focus();
  if (heading && before instanceof HTMLElement && before.matches('a, button, input'))
    opener = before;
}

/** Closed before it goes, so that the browser gives the focus back to what opened it. */
function close(dialog: HTMLDialogElement): void {
  dialog.close();
  // What opened it may be gone, or there was nothing: its address was opened by itself.
  const at = document.activeElement;
  if (at !== document.body && !dialog.contains(at)) return;
  if (opener?.isConnected) opener.focus();
  else focusPage();
}

/** The browser's own modal dialog: it keeps the focus inside, and Esc closes it. Mounted while open. */
export function Modal({ children, onClose, ...props }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (!shown) return undefined;
    open(shown);
    return () => close(shown);
  }, []);
  return (
    <dialog
      ref={dialog}
      onClose={(event) => {
        // The close of a dialog inside this one is not this one's.
        if (event.target === dialog.current) onClose();
      }}
      {...props}
    >
      {children}
    </dialog>
  );
}
