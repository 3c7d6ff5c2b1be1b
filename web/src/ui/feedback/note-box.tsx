import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { loadingMessage } from '#platform/call/call-failed.ts';
import layout from '#ui/shell/layout.module.css';

interface NoteBoxProps {
  tone: 'bad' | 'warning' | 'good';
  title?: string;
  children?: ReactNode;
}

const TONES = { bad: 'red', warning: 'yellow', good: 'teal' };

/** A highlighted note. An element around it has to announce it to screen readers. */
export function NoteBox({ tone, title, children }: NoteBoxProps) {
  return (
    <div className={layout.box} data-tone={TONES[tone]}>
      {title && <strong>{title}</strong>}
      {children}
    </div>
  );
}

/** Shown in place of what could not be loaded: the reason, and a button to try again. */
export function LoadFailed({ what, query }: { what: string; query: UseQueryResult }) {
  return (
    <div role="alert">
      <NoteBox tone="bad" title={`${what} could not be loaded`}>
        <p>{loadingMessage(query.error)}</p>
        <Button mt="xs" size="xs" loading={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      </NoteBox>
    </div>
  );
}

/** In the place of the hint of a select whose choices could not be loaded. */
export function ChoicesFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <span role="alert">
      The choices could not be loaded.{' '}
      <button type="button" className={layout.link} onClick={onRetry}>
        Try again
      </button>
    </span>
  );
}
