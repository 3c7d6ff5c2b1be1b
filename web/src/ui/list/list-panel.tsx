import { Button } from '@mantine/core';
import { type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react';
import css from './list.module.css';

interface ListPanelProps {
  label: string;
  icon: ReactNode;
  /** What is in the panel, while it is open. */
  children: (close: () => void) => ReactNode;
}

/** Pixels between the button and what it opens. */
const GAP = 4;

/** A button that opens a panel below it, the browser's own: Esc and a click beside close it. */
export function ListPanel({ label, icon, children }: ListPanelProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const opens = (event: ToggleEvent<HTMLDivElement>) => {
    if (event.newState !== 'open') return;
    setOpen(true);
    // Where the browser does not put it below its button by itself: see the style sheet.
    const under = button.current?.getBoundingClientRect();
    if (!under || CSS.supports('position-area: bottom')) return;
    const { style } = event.currentTarget;
    style.top = `${under.bottom + GAP}px`;
    style.right = `${document.documentElement.clientWidth - under.right}px`;
  };
  return (
    <>
      <Button ref={button} variant="default" popoverTarget={id} leftSection={icon}>
        {label}
      </Button>
      <div
        id={id}
        popover="auto"
        className={css.panel}
        onBeforeToggle={opens}
        // Only once it is closed: the browser gives the focus back from what is still there.
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && children(() => document.getElementById(id)?.hidePopover())}
      </div>
    </>
  );
}
