import { Anchor } from '@mantine/core';
import type { UseQueryOptions } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { cache } from '#platform/call/cache.ts';
import { LoadFailed } from '#ui/feedback/note-box.tsx';
import { DetailSection } from './detail-drawer.tsx';
import { StatusBadge } from './shown-value.tsx';
import css from './detail.module.css';

/** Something that belongs to an entity, with the way to it. */
interface RelatedRow {
  key: string;
  /** From `linkOptions`. */
  link: LinkProps;
  title: string;
  /** What else is said of it, such as a day or an amount. */
  sub: string;
  state: string;
  /** What the state says, if not its name. */
  stateWords?: string | undefined;
}

interface RelatedListProps<T> {
  heading: string;
  query: UseQueryOptions<T, Error, T, readonly [string, unknown]>;
  rows: (answer: T) => readonly RelatedRow[];
  /** What is said where there is nothing. */
  none: string;
  /** The way to all of them, where only the newest are listed. */
  renderAll?: ((answer: T) => ReactNode) | undefined;
  action?: ReactNode;
}

/** A link of the router that looks like a link in a text. */
export function TextLink({ link, children }: { link: LinkProps; children: ReactNode }) {
  return (
    <Anchor underline="always" renderRoot={(props) => <Link {...link} {...props} />}>
      {children}
    </Anchor>
  );
}

/** What belongs to an entity, each with the way to it. */
export function RelatedList<T>(props: RelatedListProps<T>) {
  const { heading, query, rows, none, renderAll, action } = props;
  const answer = useQuery(query, cache);
  const { data } = answer;
  const found = data && rows(data);
  return (
    <DetailSection heading={heading} action={action}>
      {answer.isLoadingError && <LoadFailed what={heading} query={answer} />}
      {!answer.isLoadingError && !found?.length && <p>{found ? none : 'Loading…'}</p>}
      {found && found.length > 0 && (
        <ul className={css.related}>
          {found.map(({ key, link, title, sub, state, stateWords }) => (
            <li key={key}>
              <span>
                <TextLink link={link}>{title}</TextLink>
                <span className={css.who}>{sub}</span>
              </span>
              <StatusBadge value={state} words={stateWords} />
            </li>
          ))}
        </ul>
      )}
      {data && renderAll?.(data)}
    </DetailSection>
  );
}
