import { Button } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CallFailed, loadingMessage } from '#platform/call/call-failed.ts';
import { isLeaving } from '#platform/session/session.ts';
import { MenuIcon } from '#ui/shell/menu-icon.tsx';
import { EmptyState } from './empty-state.tsx';
import layout from '#ui/shell/layout.module.css';
import css from './list.module.css';
import type { ListView } from './list-definition.ts';

/** The placeholder of a list until its first answer. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <output className={layout.tight} aria-label={label}>
      {['head', 'tools', 'a', 'b', 'c', 'd', 'e'].map((row) => (
        <div key={row} className={css.skeleton} />
      ))}
    </output>
  );
}

interface ListFailedProps<Row, Params> {
  view: ListView<Row, Params>;
  error: Error;
  trying: boolean;
  onRetry: () => void;
}

/** Shown in place of a list that could not be loaded. 404 leads to auth/404. */
export function ListFailed<Row, Params>(props: ListFailedProps<Row, Params>): ReactNode {
  const { view, error, trying, onRetry } = props;
  const { many, icon } = view.list;
  if (error instanceof CallFailed && error.status === 404)
    return <Navigate to="/auth/404" replace />;
  // During a logout another page is being loaded; an error would only flash.
  if (isLeaving()) return <ListSkeleton label="Please wait" />;
  return (
    <div role="alert">
      <EmptyState
        icon={<MenuIcon meaning={icon} size={30} />}
        heading={`The ${many} could not be loaded`}
        next={
          <Button loading={trying} onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {loadingMessage(error)}
      </EmptyState>
    </div>
  );
}
