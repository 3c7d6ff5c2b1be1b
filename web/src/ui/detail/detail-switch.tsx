import { type ReactNode, useState } from 'react';
import { ActionDialog } from '#ui/feedback/action-dialog.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import type { DetailAction } from './detail-drawer.tsx';

/** What leads an entity from one of two states to the other, in words. */
interface SwitchWords {
  /** On the button and before the name in the heading. */
  action: string;
  /** What then happens. */
  text: ReactNode;
  /** Who reads the reason. */
  hint: string;
  /** What is said where the reason is missing; null where it can be left out. */
  missing: string | null;
  /** What is said once it is done. */
  done: (name: string) => string;
  danger?: boolean;
}

interface Switched {
  id: string;
  /** What the entity is called in the dialog and in what is said once it is done. */
  name: string;
  words: SwitchWords;
  /** Why it can not be done now, in words; null where it can. */
  blocked: string | null;
  send: (reason: string | undefined) => Promise<unknown>;
  /** Has the entity shown anew. */
  refresh: () => void;
}

/** Asks before an entity is disabled, suspended or the like, or the other way round. */
function SwitchDialog({ onClose, refresh, ...props }: Switched & { onClose: () => void }) {
  // As it is at the opening: the answer changes the state before the dialog is gone.
  const [{ id, name, words, send }] = useState(props);
  const { action, danger = false, hint, missing } = words;
  return (
    <ActionDialog
      heading={`${action} ${name}?`}
      action={action}
      danger={danger}
      draft={`${action} ${id}`}
      reason={{ label: missing === null ? 'Reason (optional)' : 'Reason', hint, missing }}
      // Also where it is refused: somebody else has changed the state.
      send={(reason) => send(reason).finally(refresh)}
      onDone={() => flashMessage({ place: id, words: words.done(name) })}
      onClose={onClose}
    >
      <p>{words.text}</p>
    </ActionDialog>
  );
}

/** The action that leads an entity from one of two states to the other, and the dialog that it opens. */
export function useSwitch(switched: Switched): { action: DetailAction; dialog: ReactNode } {
  const [open, setOpen] = useState(false);
  const { words, blocked } = switched;
  return {
    action: { name: 'switch', label: words.action, blocked, onClick: () => setOpen(true) },
    dialog: open && <SwitchDialog {...switched} onClose={() => setOpen(false)} />,
  };
}
