import { type ReactNode, useState } from 'react';
import { ActionDialog, type ReasonField } from '#ui/feedback/action-dialog.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import type { DetailAction } from './detail-drawer.tsx';

/** Something that can be done with an entity, and the question before it. */
export interface ConfirmedAction {
  /** Constant, even if the label depends on the state, so that the button keeps the focus. */
  name: string;
  /** The label of the button, and of the one in the dialog. */
  label: string;
  /** Why it can not be done now, in words; null where it can. */
  blocked: string | null;
  heading: string;
  /** The consequences of the action. */
  text: ReactNode;
  /** The label of the button that only closes the dialog, if 'Cancel' would be ambiguous. */
  leave?: string;
  danger?: boolean;
  /** Absent where no reason is asked for. */
  reason?: ReasonField;
  send: (reason: string | undefined) => Promise<unknown>;
  /** The flash message after success, if the result is not visible. */
  done?: string;
}

/** The actions of an entity and the dialog of the one that is asked about. */
export function useActionDialogs(
  id: string,
  asked: readonly ConfirmedAction[],
  refresh: () => void,
): { actions: DetailAction[]; dialog: ReactNode } {
  // The action at the time of opening: the answer changes the state before the dialog closes.
  const [open, setOpen] = useState<ConfirmedAction | null>(null);
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
        // Also after a refusal: somebody else may have changed the state.
        send={(reason) => open.send(reason).finally(refresh)}
        onDone={() => open.done !== undefined && flashMessage({ place: id, message: open.done })}
        onClose={() => setOpen(null)}
      >
        <p>{open.text}</p>
      </ActionDialog>
    ),
  };
}

/** The texts of a transition between two states. */
interface SwitchTexts {
  /** On the button and before the name in the heading. */
  action: string;
  /** The consequences of the action. */
  text: ReactNode;
  /** Who reads the reason. */
  hint: string;
  /** The error if the reason is missing. Null if the reason is optional. */
  missing: string | null;
  /** The flash message after success. */
  done: (name: string) => string;
  danger?: boolean;
}

interface Switched extends Pick<ConfirmedAction, 'blocked' | 'send'> {
  id: string;
  /** The entity's name in the dialog and in the flash message. */
  name: string;
  texts: SwitchTexts;
  /** Loads the entity again. */
  refresh: () => void;
}

/** The action that switches an entity between two states, such as disabling it. */
export function useSwitch({ id, name, texts, refresh, ...rest }: Switched) {
  const { action, text, hint, missing, done, danger = false } = texts;
  const asked: ConfirmedAction = {
    name: 'switch',
    label: action,
    heading: `${action} ${name}?`,
    text,
    danger,
    reason: { label: missing === null ? 'Reason (optional)' : 'Reason', hint, missing },
    done: done(name),
    ...rest,
  };
  return useActionDialogs(id, [asked], refresh);
}
