import {
  BOOKING_FIELDS,
  bookException,
  closeException,
  MATCH_FIELDS,
  MATCH_FILE_FIELDS,
  matchException,
  OUTCOME_FIELDS,
  resolveException,
  SENT_BACK_FIELDS,
} from '@tegeka/contract/clearing/exception-actions.ts';
import { OUTCOMES, outcomesOf } from '@tegeka/contract/clearing/exception-outcomes.ts';
import {
  BOOKINGS,
  type ClearingExceptionDetail,
  getException,
  listExceptionEvents,
  listExceptions,
} from '@tegeka/contract/clearing/exceptions.ts';
import { showDay, showMoment } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { refetch } from '#platform/call/cache.ts';
import type { ReactNode } from 'react';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import { type CustomInput, FormDrawer } from '#ui/form/form-drawer.tsx';
import { LookupField } from '#ui/form/lookup-field.tsx';
import { RadioField } from '#ui/form/radio-field.tsx';
import { allMerchants } from '#ui/form/merchant-lookups.ts';
import { partyText } from './clearing-labels.tsx';

export function refreshExceptions(): void {
  void refetch(getException, listExceptions, listExceptionEvents);
}

type MatchingFile = ClearingExceptionDetail['matchingFiles'][number];

/** The forms that resolve an exception. */
export type FormName = 'match' | 'matchFile' | 'book' | 'resolve' | 'sentBack';

/** What the money of an exception can be booked as. */
export const bookingsOf = (exception: ClearingExceptionDetail) => {
  const outcomes = outcomesOf(exception);
  return BOOKINGS.filter((one) => outcomes.includes(one));
};

const { label, hint } = BOOKING_FIELDS.merchantId;
const merchantInput = (input: CustomInput) => (
  <LookupField
    {...input}
    required
    name="merchantId"
    label={label}
    hint={hint}
    lookup={allMerchants}
  />
);

const outcomeInput = (exception: ClearingExceptionDetail) => (input: CustomInput) => (
  <RadioField
    {...input}
    name="outcome"
    label={BOOKING_FIELDS.outcome.label}
    choices={bookingsOf(exception).map((value) => ({ value, ...OUTCOMES[value] }))}
  />
);

const isOfMerchant = (outcome: unknown) =>
  BOOKINGS.some((one) => one === outcome && OUTCOMES[one].account === 'PAYABLE');

/** The form that books money in suspense to an account; a repayment reference chooses its merchant. */
function BookingForm(props: { exception: ClearingExceptionDetail; shared: Shared }) {
  const { exception, shared } = props;
  const { repayer } = exception;
  return (
    <FormDrawer
      {...shared}
      heading="What is it?"
      action="Ask a second operator"
      fields={BOOKING_FIELDS}
      endpoint={bookException}
      start={repayer === null ? {} : { outcome: 'REPAID', merchantId: repayer.merchantId }}
      inputs={{
        outcome: outcomeInput(exception),
        merchantId: merchantInput,
      }}
      shows={(key, { outcome }) => key !== 'merchantId' || isOfMerchant(outcome)}
      toBody={({ merchantId, ...body }) => ({
        ...body,
        merchantId: isOfMerchant(body['outcome']) ? merchantId : null,
      })}
    />
  );
}

/** The money that a form is about. */
function Money({ exception }: { exception: ClearingExceptionDetail }) {
  const { suspense, reference } = exception;
  if (!suspense) return null;
  const way = suspense > 0 ? 'came in' : 'went out';
  return (
    <SummaryCard
      title={`${showMoney(Math.abs(suspense))} ${way}`}
      rows={[
        ['From', partyText(exception)],
        ['Reference of the bank', reference ?? 'none'],
      ]}
    />
  );
}

/** A file of ours as a choice: what tells it from others first, since the end may not be seen. */
const fileText = ({ cutOff, items, bankFee, messageId }: MatchingFile) =>
  [
    `${showMoment(cutOff)}: ${items} ${items === 1 ? 'item' : 'items'}`,
    ...(bankFee > 0 ? [`less ${showMoney(bankFee)} bank fee`] : []),
    messageId,
  ].join(', ');

/** What all forms of an exception have in common. */
interface Shared {
  note: ReactNode;
  params: { exceptionId: string };
  draft: string;
  onClose: () => void;
  onSaved: () => void;
  done: { place: string; message: () => string };
}

const ASKED = 'It waits in the inbox of your colleagues.';

export function ExceptionForm(props: {
  exception: ClearingExceptionDetail;
  name: FormName;
  onClose: () => void;
}) {
  const { exception, name, onClose } = props;
  const { id, kind, reference, suspense, counterparts, matchingFiles } = exception;
  const shared = (message: string): Shared => ({
    note: <Money exception={exception} />,
    params: { exceptionId: id },
    draft: `${name} ${id}`,
    onClose,
    onSaved: refreshExceptions,
    done: { place: id, message: () => message },
  });
  if (name === 'match')
    return (
      <FormDrawer
        {...shared(ASKED)}
        heading={kind === 'UNMATCHED' ? 'What is it for?' : 'What is it about?'}
        action="Ask a second operator"
        fields={MATCH_FIELDS}
        // A bank keeps a fee of what comes in.
        shows={(key) => key !== 'bankFee' || (suspense ?? 0) > 0}
        endpoint={matchException}
      />
    );
  if (name === 'matchFile')
    return (
      <FormDrawer
        {...shared(ASKED)}
        heading="Which file is it for?"
        action="Ask a second operator"
        fields={MATCH_FILE_FIELDS}
        endpoint={matchException}
        start={matchingFiles.length === 1 ? { fileId: matchingFiles[0]?.id } : {}}
        options={{
          fileId: matchingFiles.map((one) => ({
            value: one.id,
            label: fileText(one),
          })),
        }}
        toBody={(values) => ({
          ...values,
          bankFee:
            matchingFiles.find(({ id: fileId }) => fileId === values['fileId'])?.bankFee || null,
        })}
      />
    );
  if (name === 'book') return <BookingForm exception={exception} shared={shared(ASKED)} />;
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
      {...shared(ASKED)}
      heading={`What became of ${reference ?? 'it'}?`}
      action="Ask a second operator"
      fields={OUTCOME_FIELDS}
      shows={(key, values) => key !== 'valueDay' || values['outcome'] === 'PAID'}
      endpoint={resolveException}
    />
  );
}
