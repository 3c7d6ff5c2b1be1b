import { IconMenu2, IconX } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Skeleton.css';
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
  const drawer = useRef<HTMLDialogElement>(null);
  const shown = useRef(screen);
  // The drawer is filled when it is first opened: most visits never need its copy of the side.
  const [filled, setFilled] = useState(false);

  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    drawer.current?.close();
    // Without this the focus stays on a link that is gone, and screen readers stay silent.
    main.current?.focus({ preventScroll: true });
  }, [screen]);

  const skip = (event: MouseEvent) => {
    event.preventDefault();
    main.current?.focus();
  };
  return (
    <div className={css.shell}>
      <a href="#main" className={css.skip} onClick={skip}>
        Skip to content
      </a>
      <aside className={css.side} aria-label="Product">
        <div className={css.inside}>{side}</div>
      </aside>
      {/* Every link in it closes it by changing the screen. */}
      <dialog ref={drawer} className={css.drawer} aria-label="Menu" closedby="any">
        <div className={css.drawerSide}>
          <button
            type="button"
            className={css.close}
            aria-label="Close the menu"
            onClick={() => drawer.current?.close()}
          >
            <IconX size={20} aria-hidden />
          </button>
          {filled && side}
        </div>
      </dialog>
      <div className={css.main}>
        <header className={css.top}>
          <button
            type="button"
            className={css.burger}
            aria-label="Open the menu"
            onClick={() => {
              setFilled(true);
              drawer.current?.showModal();
            }}
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

// The parts that only signed-in screens use. Mantine's order counts.
