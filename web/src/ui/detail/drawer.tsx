import { IconX } from '@tabler/icons-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { focusPage } from '#ui/shell/focus-page.ts';
import css from './drawer.module.css';

interface DrawerProps {
  heading: string;
  /** Beside the heading, such as a state. */
  badge?: ReactNode;
  /** Below the heading, such as a reference. */
  below?: ReactNode;
  /** A {@link DrawerContent}. */
  children: ReactNode;
  onClose: () => void;
}

/**
 * What had the focus before the first of several drawers in a row. The browser remembers it too, and
 * forgets it where one drawer takes the place of another while the list below is drawn anew.
 */
let opener: HTMLElement | null = null;

function rememberOpener(): void {
  const at = document.activeElement;
  if (at instanceof HTMLElement && at.matches('a, button, input')) opener = at;
}

function focusOpener(): void {
  if (opener?.isConnected) opener.focus();
  else focusPage();
}

/** One entry of a list, over the list: a page of its own address. Esc and a click beside close it. */
export function Drawer({ heading, badge, below, children, onClose }: DrawerProps) {
  const drawer = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const shown = drawer.current;
    rememberOpener();
    shown?.showModal();
    title.current?.focus();
    return () => {
      // Closed before it goes, so that the browser gives the focus back to the list.
      shown?.close();
      // What opened it may be gone, or there was nothing: its address was opened by itself.
      const at = document.activeElement;
      if (at === document.body || shown?.contains(at)) focusOpener();
    };
  }, []);
  return (
    <dialog
      ref={drawer}
      className={css.drawer}
      aria-labelledby={id}
      closedby="any"
      onClose={(event) => {
        // The close of a dialog inside this one is not this one's.
        if (event.target === drawer.current) onClose();
      }}
    >
      <div className={css.frame}>
        <header className={css.head}>
          <div>
            <h2 id={id} ref={title} tabIndex={-1} className={css.heading}>
              {heading}
            </h2>
            {below}
          </div>
          {badge}
          <button type="button" className={css.close} aria-label="Close" onClick={onClose}>
            <IconX size={20} aria-hidden />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

/** What a drawer shows, and below it what can be done, always in sight. */
export function DrawerContent({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <>
      <div className={css.body}>{children}</div>
      {actions && <footer className={css.foot}>{actions}</footer>}
    </>
  );
}
