import { Button, Skeleton } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { type ReactNode, useId } from 'react';
import { CopyButton } from '#ui/detail/copy-button.tsx';
import { Drawer, DrawerContent } from '#ui/detail/drawer.tsx';
import { FlashMessage } from '#ui/feedback/flash-message.tsx';
import { StatusBadge } from '#ui/detail/status-badge.tsx';
import layout from '#ui/shell/layout.module.css';
import css from './detail.module.css';

/** Something that can be done with an entity, or why it can not be done now. */
export interface DetailAction {
  /** Stays the same where the label follows the state, so that the focus stays on it. */
  name: string;
  label: string;
  /** In words; null where it can be done. */
  blocked: string | null;
  /** The address of its form, from `linkOptions`; else it is a button. */
  link?: LinkProps;
  onClick?: () => void;
}

function Action({ action, first, id }: { action: DetailAction; first: boolean; id: string }) {
  const { label, blocked, link, onClick } = action;
  const variant = first && blocked === null ? 'filled' : 'default';
  if (blocked !== null) {
    return (
      <Button disabled variant={variant} aria-describedby={id}>
        {label}
      </Button>
    );
  }
  if (link) {
    return (
      <Button variant={variant} renderRoot={(props) => <Link {...link} {...props} />}>
        {label}
      </Button>
    );
  }
  return (
    <Button variant={variant} onClick={onClick}>
      {label}
    </Button>
  );
}

/** The actions of an entity; the reasons why some can not be done now stand above, each once. */
function DetailActions({ actions }: { actions: readonly DetailAction[] }) {
  const id = useId();
  const reasons = [...new Set(actions.flatMap(({ blocked }) => blocked ?? []))];
  return (
    <>
      {reasons.map((reason, at) => (
        <p key={reason} id={`${id}${at}`} className={css.reason}>
          {reason}
        </p>
      ))}
      <div className={layout.row}>
        {actions.map((action, at) => (
          <Action
            key={action.name}
            action={action}
            first={at === 0}
            id={`${id}${reasons.indexOf(action.blocked ?? '')}`}
          />
        ))}
      </div>
    </>
  );
}

interface DetailDrawerProps {
  heading: string;
  /** The entity's state, shown as a badge beside the heading. */
  state?: string;
  /** Shown below the heading with a button that copies it. */
  reference?: string;
  /** Shown beside the reference, in shillings. */
  amount?: number;
  /** Where flash messages about the entity stand. */
  place?: string;
  /** Sections, related lists, history. */
  children: ReactNode;
  /** By the state of the entity; hidden by permission, disabled with a reason. */
  actions?: readonly DetailAction[];
  onClose: () => void;
}

/** An entity over its list: what it is, what can be done, what happened. */
export function DetailDrawer(props: DetailDrawerProps) {
  const { heading, state, reference, amount, place, children, actions = [], onClose } = props;
  const below = (reference !== undefined || amount !== undefined) && (
    <p className={css.below}>
      {reference}
      {reference !== undefined && <CopyButton text={reference} what="the reference" />}
      {amount !== undefined && <strong className={css.amount}>{showMoney(amount)}</strong>}
    </p>
  );
  return (
    <Drawer
      heading={heading}
      badge={state !== undefined && <StatusBadge value={state} />}
      below={below}
      onClose={onClose}
    >
      <DrawerContent actions={actions.length > 0 && <DetailActions actions={actions} />}>
        {place !== undefined && <FlashMessage place={place} />}
        <div className={layout.stack}>{children}</div>
      </DrawerContent>
    </Drawer>
  );
}

/** The drawer while its entity is on the way. */
export function DetailSkeleton({ onClose }: { onClose: () => void }) {
  return (
    <DetailDrawer heading="Loading…" onClose={onClose}>
      <Skeleton height={240} />
      <Skeleton height={120} />
      <Skeleton height={160} />
    </DetailDrawer>
  );
}

/** A section of a drawer with a heading, such as a list of what belongs to the entity. */
export function DetailSection({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className={css.card}>
      <h3>{heading}</h3>
      {children}
    </section>
  );
}
