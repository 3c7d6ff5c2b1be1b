import { Button, Checkbox } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { type ToggleEvent, useId, useRef } from 'react';
import css from './column-choice.module.css';

interface ColumnChoiceProps {
  /** Columns that can be hidden, by name. */
  columns: readonly { name: string; label: string; shown: boolean }[];
  onChange: (name: string, shown: boolean) => void;
}

/** Pixels between the button and what it opens. */
const GAP = 4;

/** Which columns a list shows. The panel is the browser's own: Esc and a click beside close it. */
export function ColumnChoice({ columns, onChange }: ColumnChoiceProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  // Where the browser does not put it below its button by itself: see the style sheet.
  const place = (event: ToggleEvent<HTMLDivElement>) => {
    const under = button.current?.getBoundingClientRect();
    if (event.newState !== 'open' || !under || CSS.supports('position-area: bottom')) return;
    const { style } = event.currentTarget;
    style.top = `${under.bottom + GAP}px`;
    style.right = `${document.documentElement.clientWidth - under.right}px`;
  };
  return (
    <>
      <Button
        ref={button}
        variant="default"
        popoverTarget={id}
        leftSection={<IconColumns3 size={16} aria-hidden />}
      >
        Columns
      </Button>
      <div id={id} popover="auto" className={css.panel} onBeforeToggle={place}>
        <fieldset className={css.choices}>
          <legend>Columns to show</legend>
          {columns.map(({ name, label, shown }) => (
            <Checkbox
              key={name}
              label={label}
              checked={shown}
              onChange={(event) => onChange(name, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
      </div>
    </>
  );
}
