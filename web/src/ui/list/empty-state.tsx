import { type AnchorHTMLAttributes, type ReactNode, type Ref, useRef } from 'react';
import { useRestoreFocusOnUnmount } from '#ui/shell/modal.tsx';
import layout from '#ui/shell/layout.module.css';
import css from './list.module.css';
import { Button, type ButtonProps } from '@mantine/core';
import { createLink, Link, type LinkProps } from '@tanstack/react-router';

interface EmptyStateProps {
  icon: ReactNode;
  heading: string;
  children: ReactNode;
  /** What can be done first. */
  next?: ReactNode;
}

/** Shown in place of an empty list: what the list is for, and what to do first. */
export function EmptyState({ icon, heading, children, next }: EmptyStateProps) {
  const state = useRef<HTMLElement>(null);
  // Its buttons are removed as soon as there is something to list.
  useRestoreFocusOnUnmount(state);
  return (
    <section ref={state} className={`${layout.panel} ${layout.centred} ${css.empty}`}>
      <div className={`${layout.mark} ${css.mark}`} aria-hidden>
        {icon}
      </div>
      <h2>{heading}</h2>
      <p className={layout.text}>{children}</p>
      {next && <div className={layout.row}>{next}</div>}
    </section>
  );
}

type Anchor = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps>;

function LinkedButton(props: ButtonProps & Anchor & { ref?: Ref<HTMLAnchorElement> }) {
  return <Button component="a" {...props} />;
}

/** A link of the router that looks like a button: it leads to another address. */
export const ButtonLink = createLink(LinkedButton);

interface GuardedButtonProps extends ButtonProps {
  /** The id of the sentence that says why it is disabled. Null if it is enabled. */
  reasonId: string | null;
  /** Its target, from `linkOptions`. Without one it is a button. */
  link?: LinkProps | undefined;
  onClick?: (() => void) | undefined;
}

/** A button, or a link that looks like one, that is disabled where there is a reason for that. */
export function GuardedButton({ reasonId, link, onClick, ...looks }: GuardedButtonProps) {
  if (reasonId !== null) return <Button {...looks} disabled aria-describedby={reasonId} />;
  if (!link) return <Button {...looks} onClick={onClick} />;
  return <Button {...looks} renderRoot={(props: object) => <Link {...link} {...props} />} />;
}
