import { type RefObject, useLayoutEffect } from 'react';

/** Gives the focus to the page. Pages without a side shell have no such place. */
export function focusPage(): void {
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
