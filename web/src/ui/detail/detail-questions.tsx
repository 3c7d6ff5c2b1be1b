import { type ReactNode, useState } from 'react';
import { ActionDialog, type ReasonField } from '#ui/feedback/action-dialog.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import type { DetailAction } from './detail-drawer.tsx';

/** Something that can be done with an entity, and the question before it. */
export interface AskedAction {
  /** Stays the same where the label follows the state, so that the focus stays on it. */
  name: string;
  /** On the button, and on the one in the dialog. */
  label: string;
  /** Why it can not be done now, in words; null where it can. */
  blocked: string | null;
  heading: string;
  /** What then happens. */
  text: ReactNode;
  /** On the button that leaves all as it is, where 'Cancel' could be misread. */
  leave?: string;
  danger?: boolean;
  /** Absent where no reason is asked for. */
  reason?: ReasonField;
  send: (reason: string | undefined) => Promise<unknown>;
  /** What is said once it is done, where that is not seen. */
  done?: string;
}

/** The actions of an entity and the dialog of the one that is asked about. */
export function useQuestions(
  id: string,
  asked: readonly AskedAction[],
  refresh: () => void,
): { actions: DetailAction[]; dialog: ReactNode } {
  // As it is at the opening: the answer changes the state before the dialog is gone.
  const [open, setOpen] = useState<AskedAction | null>(null);
  return {
    actions: asked.map((one) => ({
      name: one.name,
      label: one.label,
      blocked: one.blocked,
      danger: one.danger,
      onClick: () => setOpen(one),
    })),
    dialog: open && (
      <ActionDialog
        heading={open.heading}
        action={open.label}
        leave={open.leave}
        danger={open.danger}
        draft={`${open.label} ${id}`}
        {...(open.reason && { reason: open.reason })}
        // Also where it is refused: somebody else has changed the state.
        send={(reason) => open.send(reason).finally(refresh)}
        onDone={() => open.done !== undefined && flashMessage({ place: id, words: open.done })}
        onClose={() => setOpen(null)}
      >
        <p>{open.text}</p>
      </ActionDialog>
    ),
  };
}

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

interface Switched extends Pick<AskedAction, 'blocked' | 'send'> {
  id: string;
  /** What the entity is called in the dialog and in what is said once it is done. */
  name: string;
  words: SwitchWords;
  /** Has the entity shown anew. */
  refresh: () => void;
}

/** The action that leads an entity from one of two states to the other, such as disabling it. */
export function useSwitch({ id, name, words, refresh, ...rest }: Switched) {
  const { action, text, hint, missing, done, danger = false } = words;
  const asked: AskedAction = {
    name: 'switch',
    label: action,
    heading: `${action} ${name}?`,
    text,
    danger,
    reason: { label: missing === null ? 'Reason (optional)' : 'Reason', hint, missing },
    done: done(name),
    ...rest,
  };
  return useQuestions(id, [asked], refresh);
}
