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

/** What stands where there is nothing to list: what belongs here, and what to do. */
export function EmptyState({ icon, heading, children, next }: EmptyStateProps) {
  const state = useRef<HTMLElement>(null);
  // What was pressed here goes as soon as there is something to list.
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
  /** Of the sentence that says why it can not be pressed now; null where it can. */
  reasonId: string | null;
  /** Where it leads, from `linkOptions`; else it is a button. */
  link?: LinkProps | undefined;
  onClick?: (() => void) | undefined;
}

/** A button, or a link that looks like one, that is disabled where there is a reason for that. */
export function GuardedButton({ reasonId, link, onClick, ...looks }: GuardedButtonProps) {
  if (reasonId !== null) return <Button {...looks} disabled aria-describedby={reasonId} />;
  if (!link) return <Button {...looks} onClick={onClick} />;
  return <Button {...looks} renderRoot={(props: object) => <Link {...link} {...props} />} />;
}
