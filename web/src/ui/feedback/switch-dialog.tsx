import { type ReactNode, useState } from 'react';
import { ActionDialog } from './action-dialog.tsx';
import { flashMessage } from './flash-message.tsx';

/** What leads an entity from one of two states to the other, in words. */
export interface SwitchWords {
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

interface SwitchDialogProps {
  entity: { id: string; name: string };
  words: SwitchWords;
  send: (reason: string | undefined) => Promise<unknown>;
  /** Has the entity shown anew. */
  refresh: () => void;
  onClose: () => void;
}

/** Asks before an entity is disabled, suspended or the like, or the other way round. */
export function SwitchDialog({ entity, send, refresh, onClose, ...props }: SwitchDialogProps) {
  // As they are at the opening: the answer changes the state before the dialog is gone.
  const [words] = useState(props.words);
  const [sendOnce] = useState(() => send);
  const { id, name } = entity;
  const { action, danger = false, hint, missing } = words;
  return (
    <ActionDialog
      heading={`${action} ${name}?`}
      action={action}
      danger={danger}
      draft={`${action} ${id}`}
      reason={{ label: missing === null ? 'Reason (optional)' : 'Reason', hint, missing }}
      // Also where it is refused: somebody else has changed the state.
      send={(reason) => sendOnce(reason).finally(refresh)}
      onDone={() => flashMessage({ place: id, words: words.done(name) })}
      onClose={onClose}
    >
      <p>{words.text}</p>
    </ActionDialog>
  );
}
