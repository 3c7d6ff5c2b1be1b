import { IconMenu2, IconX } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
// Styles that only signed-in screens use, in Mantine's order, on which the cascade depends.
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Group.css';
import '@mantine/core/styles/Stack.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Skeleton.css';
import { Modal } from './modal.tsx';
import layout from './layout.module.css';
import css from './side-shell.module.css';

interface SideShellProps {
  /** Logo, menu and profile: beside the page, or in a drawer on phones. */
  side: ReactNode;
  /** The top bar's content. */
  top: ReactNode;
  /** Changes when another screen is shown: then the focus moves to it. */
  screen: string;
  children: ReactNode;
}

/** The layout of signed-in people: sidebar, top bar, page. */
export function SideShell({ side, top, screen, children }: SideShellProps) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(screen);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    setOpen(false);
    // Without this the focus stays on a link that is gone, and screen readers stay silent.
    main.current?.focus({ preventScroll: true });
  }, [screen]);
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    main.current?.focus();
  };
  return (
    <div className={css.shell}>
      <a href="#main" className={`${layout.panel} ${css.skip}`} onClick={skip}>
        Skip to content
      </a>
      <aside className={css.side} aria-label="Product">
        <div className={css.inside}>{side}</div>
      </aside>
      {/* Every link in it closes it by changing the screen. */}
      {open && (
        <Modal
          className={`${layout.side} ${css.drawer}`}
          aria-label="Menu"
          closedby="any"
          onClose={() => setOpen(false)}
        >
          <div className={css.inside}>
            <button
              type="button"
              className={`tegeka-round ${css.close}`}
              aria-label="Close the menu"
              onClick={() => setOpen(false)}
            >
              <IconX size={20} aria-hidden />
            </button>
            {side}
          </div>
        </Modal>
      )}
      <div>
        <header className={`${layout.line} ${css.top}`}>
          <button
            type="button"
            className={`tegeka-round ${css.burger}`}
            aria-label="Open the menu"
            onClick={() => setOpen(true)}
          >
            <IconMenu2 size={22} aria-hidden />
          </button>
          {top}
        </header>
        <main id="main" ref={main} tabIndex={-1} className={css.content}>
          {children}
        </main>
      </div>
    </div>
  );
}
