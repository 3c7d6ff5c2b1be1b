import {
  type AriaAttributes,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react';

/** Moves the focus to the main element. Pages without a side shell have none that takes it. */
function focusPage(): void {
  document.querySelector<HTMLElement>('main[tabindex]')?.focus({ preventScroll: true });
}

/**
 * Moves the focus when the part that has it is removed, such as a button after its action: to the heading
 * of the drawer around it, or to the page. Otherwise keyboard users would start at the top again.
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
  /** A click outside closes it. Only where no typed text could be lost. */
  closedby?: 'any';
  children: ReactNode;
  onClose: () => void;
}

/**
 * The element with the focus before the first of several drawers in a row. The browser stores it too, but
 * loses it when one drawer replaces another while the list below is rendered again.
 */
let opener: HTMLElement | null = null;

/** Opens a dialog. A heading that can take the focus, as in drawers, gets it. */
function open(dialog: HTMLDialogElement): void {
  const before = document.activeElement;
  const heading = dialog.querySelector<HTMLElement>('header [tabindex="-1"]');
  dialog.showModal();
  heading?.focus();
  if (heading && before instanceof HTMLElement && before.matches('a, button, input'))
    opener = before;
}

/** Closes a dialog before it is removed, so that the browser restores the focus to its opener. */
function close(dialog: HTMLDialogElement): void {
  dialog.close();
  // The opener may be gone, or there was none: the address of the drawer was opened directly.
  const at = document.activeElement;
  if (at !== document.body && !dialog.contains(at)) return;
  if (opener?.isConnected) opener.focus();
  else focusPage();
}

/** A native modal dialog: it keeps the focus inside, and Esc closes it. Mounted while open. */
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
        // React passes on the close event of a dialog inside this one too.
        if (event.target === dialog.current) onClose();
      }}
      {...props}
    >
      {children}
    </dialog>
  );
}
