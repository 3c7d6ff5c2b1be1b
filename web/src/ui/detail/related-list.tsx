import type { UseQueryOptions } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { useId } from 'react';
import { cache } from '#platform/call/cache.ts';
import { LoadFailed } from '#ui/feedback/note-box.tsx';
import { GuardedButton } from '#ui/list/empty-state.tsx';
import { DetailSection } from './detail-drawer.tsx';
import { StatusBadge, TextLink } from './shown-value.tsx';
import layout from '#ui/shell/layout.module.css';

/** A related object with a link to it. */
interface RelatedRow {
  key: string;
  /** From `linkOptions`. */
  link: LinkProps;
  title: string;
  /** What else is said of it, such as a day or an amount. */
  sub: string;
  state: string;
  /** The text of the badge, if not the state's name. */
  stateLabels?: string | undefined;
}

interface RelatedListProps<T> {
  heading: string;
  query: UseQueryOptions<T, Error, T, readonly [string, unknown]>;
  rows: (answer: T) => readonly RelatedRow[];
  /** The text of an empty list. */
  none: string;
  /** The link to all of them, if only the newest are shown here. */
  all?: { link: LinkProps; total: (answer: T) => number };
  /** How another one is added. */
  add?: RelatedAdd | null;
}

/** The link to the form that adds one. */
interface RelatedAdd {
  label: string;
  link: LinkProps;
  /** Why none can be added now, in words; null where one can. */
  blocked: string | null;
}

/** The related objects of an entity, each with a link to it. */
export function RelatedList<T>(props: RelatedListProps<T>) {
  const { heading, query, rows, none, all, add } = props;
  const reasonId = useId();
  const answer = useQuery(query, cache);
  const { data } = answer;
  const found = data && rows(data);
  const total = data && all ? all.total(data) : 0;
  const button = add && (
    <GuardedButton
      variant="default"
      size="xs"
      reasonId={add.blocked === null ? null : reasonId}
      link={add.link}
    >
      {add.label}
    </GuardedButton>
  );
  return (
    <DetailSection heading={heading} action={button}>
      {answer.isLoadingError && <LoadFailed what={heading} query={answer} />}
      {!answer.isLoadingError && !found?.length && <p>{found ? none : 'Loading…'}</p>}
      {found && found.length > 0 && (
        <ul className={layout.tight}>
          {found.map(({ key, link, title, sub, state, stateLabels }) => (
            <li key={key} className={layout.split}>
              <span>
                <TextLink link={link}>{title}</TextLink> <span className={layout.small}>{sub}</span>
              </span>
              <StatusBadge value={state} label={stateLabels} />
            </li>
          ))}
        </ul>
      )}
      {all && total > 0 && (
        <TextLink link={all.link}>
          {total === 1 ? 'See it in the list' : `See all ${total} in the list`}
        </TextLink>
      )}
      {add && add.blocked !== null && <p id={reasonId}>{add.blocked}</p>}
    </DetailSection>
  );
}
