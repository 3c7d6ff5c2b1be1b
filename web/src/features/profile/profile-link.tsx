import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Edit } from '#features/profile/profile-search.ts';

interface ProfileLinkProps {
  /** The form it leads to; without it, to the profile itself. */
  edit?: Edit;
  /** The part of the form where it begins. */
  part?: string;
  look: 'text' | 'filled' | 'default';
  /** What is done when it is pressed. */
  onLeave?: () => void;
  children: ReactNode;
}

/** A way from one form of the profile to another, by its address. */
export function ProfileLink({ edit, part, look, onLeave, children }: ProfileLinkProps) {
  const target = { search: edit ? { edit } : {}, ...(part && { hash: part }) };
  const root = (props: object) => (
    <Link to="/dashboard/profile" {...target} onClick={onLeave} {...props} />
  );
  if (look === 'text') return <Anchor renderRoot={root}>{children}</Anchor>;
  return (
    <Button variant={look} renderRoot={root}>
      {children}
    </Button>
  );
}
