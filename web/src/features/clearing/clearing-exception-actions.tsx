import {
  type ClearingExceptionDetail,
  type Closing,
  closeException,
  closingsOf,
  getException,
  listExceptionEvents,
  listExceptions,
  MATCH_FIELDS,
  matchException,
  OUTCOME_FIELDS,
  resolveException,
  SENT_BACK_FIELDS,
} from '@tegeka/contract/clearing/exceptions.ts';
import { showDay } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { cache } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import { useQuestions } from '#ui/detail/detail-questions.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { FormDrawer } from '#ui/form/form-drawer.tsx';

function refresh(): void {
  for (const { name } of [getException, listExceptions, listExceptionEvents])
    void cache.invalidateQueries({ queryKey: [name] });
}

/** The forms in which an operator works through an exception. */
export type FormName = 'match' | 'resolve' | 'sentBack';

/** What can be done with an exception of a kind, besides closing it. */
const SPECIAL: Partial<Record<ClearingExceptionDetail['kind'], { name: FormName; label: string }>> =
  {
    UNMATCHED: { name: 'match', label: 'Name what it is for' },
    UNKNOWN: { name: 'resolve', label: 'Settle the outcome' },
  };

/** One of the forms of an exception. */
export function ExceptionForm(props: {
  exception: ClearingExceptionDetail;
  name: FormName;
  onClose: () => void;
}) {
  const { exception, name, onClose } = props;
  const { id, reference, counterparts } = exception;
  const shared = (words: string) => ({
    params: { exceptionId: id },
    draft: `${name} ${id}`,
    onClose,
    onSaved: refresh,
    onDone: () => {
      flashMessage({ place: id, words });
      onClose();
    },
  });
  if (name === 'match')
    return (
      <FormDrawer
        {...shared('It is booked as what you have named.')}
        heading="What is it for?"
        action="Book it"
        fields={MATCH_FIELDS}
        endpoint={matchException}
      />
    );
  if (name === 'sentBack')
    return (
      <FormDrawer
        {...shared('Both exceptions are closed.')}
        heading="Was it sent back?"
        action="Close both"
        fields={SENT_BACK_FIELDS}
        endpoint={closeException}
        toBody={(values) => ({ ...values, outcome: 'SENT_BACK' })}
        start={counterparts.length === 1 ? { counterpartId: counterparts[0]?.id } : {}}
        options={{
          counterpartId: counterparts.map((one) => ({
            value: one.id,
            label: `${showDay(one.bookedOn)}, ${one.reference}`,
          })),
        }}
      />
    );
  return (
    <FormDrawer
      {...shared('It waits in the inbox of your colleagues.')}
      heading={`What became of ${reference ?? 'it'}?`}
      action="Ask a second operator"
      fields={OUTCOME_FIELDS}
      shows={(key, values) => key !== 'valueDay' || values['outcome'] === 'PAID'}
      endpoint={resolveException}
    />
  );
}

/** What is asked before an exception is closed alone. */
const CLOSE_WORDS = {
  KEPT_IN_SUSPENSE: (amount: string) => ({
    label: 'Keep in suspense',
    heading: `Keep ${amount} in suspense?`,
    text: 'It stays there for good: the exception is closed, and the money can no longer be booked as what it is for.',
    done: 'The exception is closed, and the money stays in suspense.',
  }),
  NOTHING_TO_DO: () => ({
    label: 'Close exception',
    heading: 'Close this exception?',
    text: 'It changes nothing else. It leaves the open ones, with what you write.',
    done: 'The exception is closed.',
  }),
} satisfies Partial<Record<Closing, unknown>>;

/** What can be done with an exception, and the dialog of what is asked first. */
export function useExceptionActions(
  exception: ClearingExceptionDetail,
  onForm: (name: FormName) => void,
) {
  const { id, kind, suspense, state, counterparts } = exception;
  const closed = state === 'OPEN' ? null : 'It was closed already.';
  const amount = showMoney(Math.abs(suspense ?? 0));
  const closings = closingsOf(exception);
  const { actions, dialog } = useQuestions(
    id,
    closings
      .filter((one) => one !== 'SENT_BACK')
      .map((outcome) => ({
        ...CLOSE_WORDS[outcome](amount),
        name: outcome,
        blocked: closed,
        leave: 'Leave it open',
        reason: {
          label: 'What was done',
          hint: 'Your colleagues read it.',
          missing: 'Say what was done',
        },
        send: (reason = '') =>
          call(closeException, { params: { exceptionId: id }, body: { outcome, reason } }),
      })),
    refresh,
  );
  const special = SPECIAL[kind];
  const forms = [
    ...(special ? [{ ...special, blocked: closed }] : []),
    ...(closings.includes('SENT_BACK')
      ? [
          {
            name: 'sentBack' as const,
            label: 'It was sent back',
            blocked:
              closed ??
              (counterparts.length === 0
                ? `It can be closed as sent back once the bank has booked ${amount} the other way.`
                : null),
          },
        ]
      : []),
  ];
  const ofForms = forms.map((form) => ({ ...form, onClick: () => onForm(form.name) }));
  return { actions: [...ofForms, ...actions], dialog };
}
