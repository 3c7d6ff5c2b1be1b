import { Button, Skeleton } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { FlashMessage } from '#ui/feedback/flash-message.tsx';
import { GuardedButton } from '#ui/list/empty-state.tsx';
import layout from '#ui/shell/layout.module.css';
import { CopyButton } from './copy-button.tsx';
import css from './detail.module.css';
import { Drawer, DrawerContent, useBackTo } from './drawer.tsx';
import { StatusBadge } from './shown-value.tsx';

/** Something that can be done with an entity, or why it can not be done now. */
export interface DetailAction {
  /** Constant, even if the label depends on the state, so that the button keeps the focus. */
  name: string;
  label: string;
  /** The reason in words. Null if the action is possible. */
  blocked: string | null;
  /** True if it cannot be undone: then it is never the primary button. */
  danger?: boolean | undefined;
  /** True if it is behind 'More actions', so that the first one stands out. */
  more?: boolean;
  /** The address of its form, from `linkOptions`; else it is a button. */
  link?: LinkProps;
  onClick?: () => void;
}

/** Some actions of an entity. The reasons of those that are disabled are shown above, each once. */
function ActionRow({
  actions,
  children,
}: {
  actions: readonly DetailAction[];
  children?: ReactNode;
}) {
  const id = useId();
  const reasons = [...new Set(actions.flatMap(({ blocked }) => blocked ?? []))];
  return (
    <>
      {reasons.map((reason, at) => (
        <p key={reason} id={`${id}${at}`} className={layout.reason}>
          {reason}
        </p>
      ))}
      <div className={layout.row}>
        {actions.map(({ name, label, blocked, danger, more, link, onClick }, at) => (
          <GuardedButton
            key={name}
            variant={at === 0 && blocked === null && !danger && !more ? 'filled' : 'default'}
            reasonId={blocked === null ? null : `${id}${reasons.indexOf(blocked)}`}
            link={link}
            onClick={onClick}
          >
            {label}
          </GuardedButton>
        ))}
        {children}
      </div>
    </>
  );
}

/** The actions of an entity; those that are marked so behind 'More actions'. */
function DetailActions({ actions }: { actions: readonly DetailAction[] }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const more = actions.filter((action) => action.more === true);
  return (
    <>
      <ActionRow actions={actions.filter((action) => action.more !== true)}>
        {more.length > 0 && (
          <Button
            variant="subtle"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Fewer actions' : 'More actions'}
          </Button>
        )}
      </ActionRow>
      <div id={id} hidden={!isOpen} className={css.more}>
        {isOpen && <ActionRow actions={more} />}
      </div>
    </>
  );
}

interface DetailDrawerProps {
  heading: string;
  /** The state, a badge beside the heading; `stateLabels` is its text if that is not the state's name. */
  state?: string;
  stateLabels?: string | undefined;
  /** Shown below the heading with a button that copies it. */
  reference?: string;
  /** The place of flash messages about the entity. */
  place?: string;
  /** Sections, related lists, history. */
  children: ReactNode;
  /** By the state of the entity; hidden by permission, disabled with a reason. */
  actions?: readonly DetailAction[];
  onClose: () => void;
}

/** The drawer of an entity over its list: data, actions, history. */
export function DetailDrawer(props: DetailDrawerProps) {
  const { heading, state, stateLabels, reference, place, children, actions = [], onClose } = props;
  const before = useRef(state);
  useEffect(() => {
    // The element with the focus may have been removed with the previous state.
    if (before.current !== state && document.activeElement === document.body)
      document.querySelector<HTMLElement>('dialog[open] header [tabindex="-1"]')?.focus();
    before.current = state;
  }, [state]);
  return (
    <Drawer
      heading={heading}
      badge={state !== undefined && <StatusBadge value={state} label={stateLabels} />}
      below={
        reference !== undefined && (
          <p className={`${layout.actions} ${layout.dimmed}`}>
            {reference}
            <CopyButton text={reference} what="the reference" />
          </p>
        )
      }
      onClose={onClose}
    >
      <DrawerContent actions={actions.length > 0 && <DetailActions actions={actions} />}>
        {place !== undefined && <FlashMessage place={place} />}
        <div className={layout.stack}>{children}</div>
      </DrawerContent>
    </Drawer>
  );
}

interface DetailSkeletonProps {
  /** The list below the drawer, where closing leads. */
  list?: NonNullable<LinkProps['to']>;
  /** Replaces `list` if closing leads elsewhere. */
  onClose?: () => void;
}

/** The drawer while its entity is being loaded. */
export function DetailSkeleton({ list = '/', onClose }: DetailSkeletonProps) {
  const back = useBackTo(list);
  return (
    <DetailDrawer heading="Loading…" onClose={onClose ?? back}>
      <Skeleton height={240} />
      <Skeleton height={120} />
      <Skeleton height={160} />
    </DetailDrawer>
  );
}

interface DetailSectionProps {
  heading: string;
  /** What can be done, right of the heading. */
  action?: ReactNode;
  children: ReactNode;
}

/** A section of a drawer with a heading, such as a list of what belongs to the entity. */
export function DetailSection({ heading, action, children }: DetailSectionProps) {
  return (
    <section className={layout.panel}>
      <div className={`${layout.split} ${css.cardHead}`}>
        <h3>{heading}</h3>
        {action}
      </div>
      <div className={`${layout.tight} ${css.section}`}>{children}</div>
    </section>
  );
}
