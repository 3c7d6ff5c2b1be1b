import { closeException, reopenException } from '@tegeka/contract/clearing/exception-actions.ts';
import { outcomesOf } from '@tegeka/contract/clearing/exception-outcomes.ts';
import {
  canReopen,
  type ClearingExceptionDetail,
  type Closing,
  CLOSINGS,
} from '@tegeka/contract/clearing/exceptions.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { call } from '#platform/call/call.ts';
import { type ConfirmedAction, useActionDialogs } from '#ui/detail/detail-action-dialogs.tsx';
import { bookingsOf, type FormName, refreshExceptions } from './clearing-exception-forms.tsx';

interface SpecialAction {
  name: FormName;
  label: string;
  /** Why it is never possible for this kind of exception. */
  blocked?: string;
}

const NO_OTHER =
  'It goes on once one comes that fits. A debit of which none comes is settled by two operators with evidence, once its outcome is unknown.';

/** The form for a kind of exception, besides closing it. */
const SPECIAL: Partial<Record<ClearingExceptionDetail['kind'], SpecialAction>> = {
  UNMATCHED: { name: 'match', label: 'Name what it is for' },
  UNKNOWN_DEBIT: { name: 'match', label: 'Name what it is about' },
  OTHER_AMOUNT: {
    name: 'match',
    label: 'Name what it is about',
    blocked: `What names another amount is never taken for what went out. ${NO_OTHER}`,
  },
  OTHER_BANK: {
    name: 'match',
    label: 'Name what it is about',
    blocked: `What another bank says than the one that was asked is never taken. ${NO_OTHER}`,
  },
  UNKNOWN: { name: 'resolve', label: 'Settle the outcome' },
};

/** The dialogs that close an exception without a counterpart. */
const CLOSE_TEXTS = {
  BOOKED: (amount: string) => ({
    label: 'It is booked manually',
    heading: `Close it with the booking of ${amount}?`,
    text: 'Both stand in suspense and add up to nothing: the exception is closed with the manual booking of fees, duty or charges.',
    done: 'The exception is closed with the booking.',
  }),
  KEPT_IN_SUSPENSE: (amount: string) => ({
    label: 'Keep in suspense',
    heading: `Keep ${amount} in suspense?`,
    text: 'The exception is closed, and the money stays where it is. Whoever finds out later whose it is opens the exception again.',
    done: 'The exception is closed, and the money stays in suspense.',
  }),
  NOTHING_TO_DO: () => ({
    label: 'Close exception',
    heading: 'Close this exception?',
    text: 'It will be closed with your note. Nothing else changes.',
    done: 'The exception is closed.',
  }),
} satisfies Partial<Record<Closing, unknown>>;

const HINT = 'Your colleagues read it.';

/** The actions with a dialog: closing an open exception, and reopening a closed one. */
function consentRequestsOf(exception: ClearingExceptionDetail): ConfirmedAction[] {
  const { id, state, suspense } = exception;
  const params = { exceptionId: id };
  const amount = showMoney(Math.abs(suspense ?? 0));
  if (canReopen(exception))
    return [
      {
        name: 'reopen',
        label: 'Reopen',
        blocked: null,
        heading: 'Open this exception again?',
        text: `The ${amount} in suspense can then be named, sent back or kept again.`,
        reason: { label: 'What was found out', hint: HINT, missing: 'Say what was found out' },
        send: (reason = '') => call(reopenException, { params, body: { reason } }),
        done: 'The exception is open again.',
      },
    ];
  if (state === 'CLOSED') return [];
  const outcomes = outcomesOf(exception);
  return CLOSINGS.filter((one) => outcomes.includes(one))
    .filter((one) => one !== 'SENT_BACK')
    .map((outcome) => ({
      ...CLOSE_TEXTS[outcome](amount),
      name: outcome,
      blocked:
        outcome === 'BOOKED' && !exception.isBookedManually
          ? `'It is booked manually' is for fees, duty or charges in the ledger: nothing of ${amount} is booked there.`
          : null,
      leave: 'Leave it open',
      reason: { label: 'What was done', hint: HINT, missing: 'Say what was done' },
      send: (reason = '') => call(closeException, { params, body: { outcome, reason } }),
    }));
}

/** The actions with a form, for an open exception. */
function formsOf(exception: ClearingExceptionDetail) {
  const { kind, state, suspense, counterparts, matchingFiles, repayer } = exception;
  if (state === 'CLOSED') return [];
  const book = {
    name: 'book' as const,
    label: repayer === null ? 'Book it otherwise' : 'Book it as repaid',
    blocked: null,
  };
  const books = bookingsOf(exception).length > 0 ? [book] : [];
  const ofFile = { name: 'matchFile' as const, label: 'Name the file it is for', blocked: null };
  // OTHER_BANK with a bank is about a mandate, for which there is no form.
  const special = kind === 'OTHER_BANK' && exception.bank !== null ? undefined : SPECIAL[kind];
  const amount = showMoney(Math.abs(suspense ?? 0));
  const sentBack = {
    name: 'sentBack' as const,
    label: 'It was sent back',
    blocked:
      counterparts.length === 0
        ? `'It was sent back' is for money that the bank has booked the other way: there is no such entry of ${amount} yet.`
        : null,
  };
  return [
    // The first action is the one that stands out: what the reference of the entry says it is.
    ...(repayer === null ? [] : books),
    ...(special ? [{ ...special, blocked: special.blocked ?? null }] : []),
    ...(matchingFiles.length > 0 ? [ofFile] : []),
    ...(repayer === null ? books : []),
    ...(outcomesOf(exception).includes('SENT_BACK') ? [sentBack] : []),
  ];
}

/**
 * The actions of an exception, and the dialog of the current one. None for an exception that is closed
 * for good.
 */
export function useExceptionActions(
  exception: ClearingExceptionDetail,
  onForm: (name: FormName) => void,
) {
  const { actions, dialog } = useActionDialogs(
    exception.id,
    consentRequestsOf(exception),
    refreshExceptions,
  );
  const ofForms = formsOf(exception).map((form) => ({ ...form, onClick: () => onForm(form.name) }));
  const all = [...ofForms, ...actions];
  // The first one that is possible stands out: usually one of them is what happened.
  const main = all.find(({ blocked }) => blocked === null);
  const ordered = main ? [main, ...all.filter((one) => one !== main)] : all;
  return {
    actions: ordered.map((one, n) => ({ ...one, more: ordered.length > 2 && n > 0 })),
    dialog,
  };
}
