import { IconFileUpload, IconPlus } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { ButtonLink, GuardedButton } from './empty-state.tsx';

/** How entries are added to a list. */
export interface ListAdd {
  /** The address of the form; the search of the list goes with it. */
  to: NonNullable<LinkProps['to']>;
  label: string;
  /** The address of the import from a file. */
  uploads?: NonNullable<LinkProps['to']>;
  /** False for read access only: then no button is shown. */
  mayWrite: boolean;
  /** Why nothing can be added for now, in words; null where it can. */
  blocked: string | null;
}

/** The buttons that add entries to a list, and the reason if they are disabled. */
export function useListAdd(add: ListAdd | undefined): {
  button: ReactNode;
  reason: ReactNode;
} {
  const reasonId = useId();
  if (!add?.mayWrite) return { button: null, reason: null };
  const { to, label, uploads, blocked } = add;
  const isBlocked = blocked !== null;
  return {
    button: (
      <>
        {uploads && !isBlocked && (
          <ButtonLink
            to={uploads}
            variant="default"
            leftSection={<IconFileUpload size={16} aria-hidden />}
          >
            Upload a file
          </ButtonLink>
        )}
        <GuardedButton
          reasonId={isBlocked ? reasonId : null}
          link={{ to, search: true }}
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          {label}
        </GuardedButton>
      </>
    ),
    reason: isBlocked && <span id={reasonId}>{blocked}</span>,
  };
}
