import { listDebits } from '@tegeka/contract/debits/debits.ts';
import {
  cancelMandate,
  listMandateEvents,
  pauseMandate,
  resumeMandate,
  sendMandate,
} from '@tegeka/contract/mandates/mandate-actions.ts';
import {
  listMandates,
  MANDATE,
  type Mandate,
  type MandateState,
} from '@tegeka/contract/mandates/mandates.ts';
import { getMandate } from '@tegeka/contract/mandates/mandate-detail.ts';
import type { ReactNode } from 'react';
import { refetch } from '#platform/call/cache.ts';
import { callWith } from '#platform/call/call.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import type { ConfirmedAction } from '#ui/detail/detail-action-dialogs.tsx';

const REASON = {
  label: 'Reason',
  hint: 'Kept in the history for your colleagues.',
  missing: 'Say why, for your colleagues to read',
};

interface ActionTexts extends Omit<ConfirmedAction, 'name' | 'blocked' | 'send'> {
  endpoint: typeof sendMandate | typeof pauseMandate | typeof resumeMandate | typeof cancelMandate;
  from: readonly MandateState[];
  /** Why it is not possible in another state. */
  otherwise?: string;
}

const UNANSWERED = ['GENERATED', 'PENDING_VERIFICATION'] as const;

const ACTIONS = {
  ask: {
    endpoint: sendMandate,
    label: 'Send request',
    heading: 'Send the request to the customer?',
    text: 'They get a message, reminders after 2 and 5 days, and have 7 days from the last one to answer.',
    done: 'Request sent.',
    from: UNANSWERED,
    otherwise: 'The payer has answered.',
  },
  send: {
    endpoint: sendMandate,
    label: 'Send again',
    heading: 'Send the request again?',
    text: 'They get a new message. Earlier links stay open as long as the newest one. A first day that has passed moves on.',
    done: 'Request sent again.',
    from: UNANSWERED,
    otherwise: 'The payer has answered.',
  },
  wait: {
    endpoint: sendMandate,
    label: 'Wait longer',
    heading: 'Wait longer for the signed form?',
    text: 'The signed form can be uploaded for 7 more days.',
    done: 'The signed form can be uploaded for 7 more days.',
    from: UNANSWERED,
    otherwise: 'The form is uploaded.',
  },
  pause: {
    endpoint: pauseMandate,
    label: 'Pause',
    heading: 'Pause this mandate?',
    text: 'Nothing is collected while it is paused. Days that pass meanwhile are not collected later.',
    done: 'The mandate is paused.',
    reason: REASON,
    from: ['ACTIVE'],
    otherwise: 'Only an active mandate can be paused.',
  },
  resume: {
    endpoint: resumeMandate,
    label: 'Resume',
    heading: 'Resume this mandate?',
    text: 'It is collected again from the next due day on.',
    done: 'The mandate is active again.',
    reason: { ...REASON, label: 'Reason (optional)', missing: null },
    from: ['PAUSED'],
    otherwise: 'The mandate is not paused.',
  },
  cancel: {
    endpoint: cancelMandate,
    label: 'Cancel mandate',
    leave: 'Keep it',
    heading: 'Cancel this mandate for good?',
    text: 'Nothing more is collected. To collect again, the payer must consent again.',
    done: 'The mandate is cancelled.',
    reason: REASON,
    danger: true,
    from: MANDATE.states,
  },
} as const satisfies Record<string, ActionTexts>;

type ActionName = keyof typeof ACTIONS;

/** States with other actions. For a suspended mandate a note says who can lift the suspension. */
const BY_STATE: Partial<Record<MandateState, readonly ActionName[]>> = {
  PAUSED: ['resume', 'cancel'],
  SUSPENDED: ['cancel'],
};

/**
 * The actions of a mandate, disabled with the reason where not possible; none for one that has ended.
 * `lost` names the debits that are cancelled with it.
 */
export function actionsOf(
  { id, state, consentWay }: Mandate,
  rights: MerchantRights,
  lost: ReactNode,
): ConfirmedAction[] {
  if (MANDATE.final.includes(state)) return [];
  const askFirst = state === 'GENERATED' ? 'ask' : 'send';
  const ask = consentWay === 'FORM' ? 'wait' : askFirst;
  const names = BY_STATE[state] ?? [ask, 'pause', 'cancel'];
  const params = { merchantId: rights.merchantId, mandateId: id };
  return names.map((name) => {
    const { endpoint, from, otherwise, ...texts }: ActionTexts = ACTIONS[name];
    return {
      ...texts,
      text:
        endpoint === pauseMandate || endpoint === cancelMandate ? (
          <>
            {texts.text} {lost}
          </>
        ) : (
          texts.text
        ),
      // The same button before and after the payer was asked.
      name: name === 'ask' ? 'send' : name,
      blocked: rights.blocked ?? (from.includes(state) ? null : (otherwise ?? null)),
      send: (reason) =>
        callWith(endpoint, { params, body: reason === undefined ? {} : { reason } }),
    };
  });
}

export function refreshMandate(): void {
  void refetch(getMandate, listMandates, listMandateEvents, listDebits);
}
