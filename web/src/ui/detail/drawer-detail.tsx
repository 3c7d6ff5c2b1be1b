import { IconX } from '@tabler/icons-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { focusPage } from '#ui/shell/focus-page.ts';
import css from './drawer-detail.module.css';

interface DrawerDetailProps {
  heading: string;
  /** Beside the heading, such as a state. */
  badge?: ReactNode;
  children: ReactNode;
  /** What can be done, always in sight. */
  actions?: ReactNode;
  onClose: () => void;
}

/** One entry of a list, over the list: a page of its own address. Esc and a click beside close it. */
export function DrawerDetail({ heading, badge, children, actions, onClose }: DrawerDetailProps) {
  const drawer = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const shown = drawer.current;
    shown?.showModal();
    title.current?.focus();
    return () => {
      // Closed before it goes, so that the browser gives the focus back to the list.
      shown?.close();
      // What opened it may be gone, or there was nothing: its address was opened by itself.
      const at = document.activeElement;
      if (at === document.body || shown?.contains(at)) focusPage();
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
          <h2 id={id} ref={title} tabIndex={-1} className={css.heading}>
            {heading}
          </h2>
          {badge}
          <button type="button" className={css.close} aria-label="Close" onClick={onClose}>
            <IconX size={20} aria-hidden />
          </button>
        </header>
        <div className={css.body}>{children}</div>
        {actions && <footer className={css.foot}>{actions}</footer>}
      </div>
    </dialog>
  );
}
