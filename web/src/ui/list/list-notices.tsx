import { Button, Skeleton } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CallFailed, loadingWords } from '#platform/call/call-failed.ts';
import { isLeaving } from '#platform/session/session.ts';
import { MenuIcon } from '#ui/shell/menu-icon.tsx';
import { statusWords } from '#ui/detail/shown-value.tsx';
import { EmptyState } from './empty-state.tsx';
import { chipsOf, cleared, filterKeys, inState, stateOf } from './list-query.ts';
import css from './list.module.css';
import type { ListView } from './list-definition.ts';

/** What stands in the place of a list until its first answer. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <output className={css.skeletons} aria-label={label}>
      {['head', 'tools', 'a', 'b', 'c', 'd', 'e'].map((row) => (
        <Skeleton key={row} height={row.length > 1 ? 40 : 48} />
      ))}
    </output>
  );
}

interface ListFailedProps<Row, Params> {
  view: ListView<Row, Params>;
  error: Error;
  trying: boolean;
  onAgain: () => void;
}

/** In the place of a list that did not arrive; 404 leads to auth/404. */
export function ListFailed<Row, Params>(props: ListFailedProps<Row, Params>): ReactNode {
  const { view, error, trying, onAgain } = props;
  const { many, icon } = view.list;
  if (error instanceof CallFailed && error.status === 404)
    return <Navigate to="/auth/404" replace />;
  // Somebody who is being logged out is on the way already; an error shown now would only flash.
  if (isLeaving()) return <ListSkeleton label="Please wait" />;
  return (
    <div role="alert">
      <EmptyState
        icon={<MenuIcon meaning={icon} size={30} />}
        heading={`The ${many} could not be loaded`}
        next={
          <Button loading={trying} onClick={onAgain}>
            Try again
          </Button>
        }
      >
        {loadingWords(error)}
      </EmptyState>
    </div>
  );
}

interface NothingProps<Row, Params> {
  view: ListView<Row, Params>;
  /** True where the list has entries, but not on the page that the address names. */
  beyond: boolean;
}

/** Why there is nothing on the page that the address names, and the way to what there is. */
function reasonOf<Row, Params>({ view: { list, search }, beyond }: NothingProps<Row, Params>) {
  const state = stateOf(list, search);
  const filtered = chipsOf(list, search).length > 0;
  if (beyond) {
    return {
      heading: 'There is no such page',
      text: `The list has fewer pages than ${(search.page ?? 0) + 1}.`,
      way: 'Go to the first page',
      next: cleared(search, []),
    };
  }
  if (search.search || filtered) {
    const found = `No ${list.one}${state === null ? '' : ' of this state'} matches`;
    const looks = list.searches && search.search ? ` The search looks at ${list.searches}.` : '';
    const wayOut = filtered ? 'Clear the filters' : 'Clear the search';
    return {
      heading: 'Nothing found',
      text: search.search
        ? `${found} “${search.search}”${filtered ? ' with these filters' : ''}.${looks}`
        : `${found} these filters.`,
      way: filtered && search.search ? 'Clear search and filters' : wayOut,
      next: cleared(search, ['search', ...filterKeys(list)]),
    };
  }
  const word = (list.stateWords?.[state ?? ''] ?? statusWords(state ?? '')).toLowerCase();
  return {
    heading: `No ${word} ${list.many}`,
    text: 'There are none in this state right now.',
    ...list.nothingIn?.[state ?? ''],
    way: `Show all ${list.many}`,
    next: inState(list, search, null),
  };
}

/** An empty page of a list that has entries elsewhere, with the way to them. */
export function NothingListed<Row, Params>(props: NothingProps<Row, Params>) {
  const { list, go } = props.view;
  const { heading, text, way, next } = reasonOf(props);
  return (
    <EmptyState
      icon={<MenuIcon meaning={list.icon} size={30} />}
      heading={heading}
      next={
        <Button variant="default" onClick={() => go(next)}>
          {way}
        </Button>
      }
    >
      {text}
    </EmptyState>
  );
}
