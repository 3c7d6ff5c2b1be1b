import { IconX } from '@tabler/icons-react';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { Modal } from '#ui/shell/modal.tsx';
import layout from '#ui/shell/layout.module.css';
import css from './detail.module.css';

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

/** An entry shown over its list, with an address of its own. Esc and a click outside close it. */
export function Drawer({ heading, badge, below, children, onClose }: DrawerProps) {
  const id = useId();
  return (
    <Modal
      className={`${layout.side} ${css.drawer}`}
      aria-labelledby={id}
      closedby="any"
      onClose={onClose}
    >
      <div className={css.frame}>
        <header className={`${layout.split} ${css.head}`}>
          <div>
            <h2 id={id} tabIndex={-1}>
              {heading}
            </h2>
            {below}
          </div>
          {badge}
          <button type="button" className="tegeka-round" aria-label="Close" onClick={onClose}>
            <IconX size={20} aria-hidden />
          </button>
        </header>
        {children}
      </div>
    </Modal>
  );
}

/** The scrolling content of a drawer, and below it the actions, which stay visible. */
export function DrawerContent({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by the keyboard too where nothing in it takes the focus */}
      <div className={css.body} tabIndex={0}>
        {children}
      </div>
      {actions && <footer className={css.foot}>{actions}</footer>}
    </>
  );
}

/**
 * Returns a function that goes back to what is below a drawer, with its search parameters: to the list,
 * or with `replace` to the detail that the drawer has replaced.
 */
export function useBackTo(to: NonNullable<LinkProps['to']>, replace = false): () => void {
  const navigate = useNavigate();
  return () => void navigate({ to, params: true, search: true, replace });
}
