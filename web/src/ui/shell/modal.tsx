import {
  type AriaAttributes,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react';

/** Gives the focus to the page. Pages without a side shell have no such place. */
function focusPage(): void {
  document.querySelector<HTMLElement>('main[tabindex]')?.focus({ preventScroll: true });
}

/**
 * Hands the focus on when what has it goes, such as a button that has done its work: to the heading of
 * the drawer around it, or to the page. Else the keyboard would begin at the very top again.
 */
export function useRestoreFocusOnUnmount(part: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const going = part.current;
    return () => {
      if (!going?.contains(document.activeElement)) return;
      const drawer = going.closest('dialog');
      if (drawer) drawer.querySelector<HTMLElement>('[tabindex="-1"]')?.focus();
      else focusPage();
    };
  }, [part]);
}

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
