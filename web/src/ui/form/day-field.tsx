import { ActionIcon } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { dayShape, isoDay, parseTypedDay, sayWeekday, showDay } from '@tegeka/contract/kit/day.ts';
import { type ReactNode, useRef, useState } from 'react';
import { now } from '#platform/device/page.ts';
import { TextField } from './text-field.tsx';
import css from './form.module.css';

interface DayFieldProps {
  name: string;
  label: string;
  /** An ISO 8601 day, or what was typed where it is no day. */
  value: string;
  required?: boolean;
  size?: 'sm' | 'md';
  /** Shown below the input while it has neither a day nor an error. */
  hint?: ReactNode;
  error?: string | undefined;
  onChange: (value: string) => void;
}

const dayOf = (text: string) => dayShape.safeParse(text).data ?? null;

/** The ISO 8601 day that was typed, or the text where it is none. */
export const typedDay = (text: string): string =>
  parseTypedDay(text, isoDay(new Date(now()))) ?? text;

/**
 * A day: typed day first in every browser (`5/12/2026`, `5-12-26`, `tomorrow`), or chosen from the browser's
 * calendar; in words below.
 */
export function DayField({ value, onChange, hint, error, name, ...rest }: DayFieldProps) {
  const calendar = useRef<HTMLInputElement>(null);
  // While somebody types, their text stays as it is.
  const [typed, setTyped] = useState<string | null>(null);
  const day = dayOf(value);
  return (
    <div className={css.day}>
      <TextField
        {...rest}
        name={name}
        withAsterisk={false}
        autoComplete="off"
        placeholder="dd/mm/yyyy"
        maxLength={30}
        hint={day === null ? hint : sayWeekday(day)}
        error={error}
        value={typed ?? (day === null ? value : showDay(day))}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          onChange(typedDay(currentTarget.value));
        }}
        onBlur={() => setTyped(null)}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Open the calendar"
            onClick={() => calendar.current?.showPicker()}
          >
            <IconCalendar size={18} aria-hidden />
          </ActionIcon>
        }
      />
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden
        className={css.calendar}
        value={day ?? ''}
        onChange={({ currentTarget }) => {
          setTyped(null);
          onChange(currentTarget.value);
        }}
      />
    </div>
  );
}
