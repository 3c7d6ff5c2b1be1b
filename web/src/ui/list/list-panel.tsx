import { Button } from '@mantine/core';
import { type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react';
import css from './list.module.css';
import { IconColumns3 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { cache } from '#platform/call/cache.ts';
import { choiceQuery, keepChoice } from '#platform/device/device-choice.ts';
import type { ListColumn, ListOptions } from './list-definition.ts';

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

/** The columns of a list with whether each is shown, and the way to change that. */
export interface ColumnsShown<Row> {
  shown: readonly ListColumn<Row>[];
  isShown: (name: string) => boolean;
  show: (name: string, shown: boolean) => void;
}

/** Which columns are shown on this device; it remembers what was chosen. */
export function useColumns<Row>(list: ListOptions<Row> & { key: string }): ColumnsShown<Row> {
  const keptAs = `columns of ${list.key}`;
  const { data: kept } = useQuery(choiceQuery(keptAs), cache);
  const [chosen, setChosen] = useState<readonly unknown[] | null>(null);
  const usual = list.columns.filter((column) => column.hidden).map(({ name }) => name);
  const hidden = chosen ?? (Array.isArray(kept) ? kept : usual);
  const isShown = (name: string) => !hidden.includes(name);
  return {
    isShown,
    shown: list.columns.filter(({ name }, at) => at === 0 || isShown(name)),
    show: (name, shown) => {
      const others = hidden.filter((one) => one !== name);
      const next = shown ? others : [...others, name];
      setChosen(next);
      void keepChoice(keptAs, next);
    },
  };
}

interface ColumnChoiceProps<Row> {
  columns: readonly ListColumn<Row>[];
  choice: ColumnsShown<Row>;
}

/** Which columns a list shows, but for the first one, which is always there. */
export function ColumnChoice<Row>({ columns, choice }: ColumnChoiceProps<Row>) {
  return (
    <ListPanel label="Columns" icon={<IconColumns3 size={16} aria-hidden />}>
      {() => (
        <fieldset className={css.choices}>
          <legend>Columns to show</legend>
          {columns.slice(1).map(({ name, label }) => (
            <label key={name}>
              <input
                type="checkbox"
                checked={choice.isShown(name)}
                onChange={(event) => choice.show(name, event.currentTarget.checked)}
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
    </ListPanel>
  );
}
