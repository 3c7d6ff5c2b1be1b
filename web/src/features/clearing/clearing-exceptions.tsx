import { linkOptions } from '@tanstack/react-router';
import {
  type ClearingException,
  closeException,
  EXCEPTION_KINDS,
  getException,
  listExceptionEvents,
  listExceptions,
  MATCH_FIELDS,
  matchException,
  OUTCOME_FIELDS,
  resolveException,
} from '@tegeka/contract/clearing/exceptions.ts';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { useState } from 'react';
import { cache, endpointQuery, historyQuery } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import { useSession } from '#platform/session/session.ts';
import { DetailDrawer } from '#ui/detail/detail-drawer.tsx';
import { useQuestions } from '#ui/detail/detail-questions.tsx';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { EventHistory } from '#ui/detail/event-history.tsx';
import { TextLink } from '#ui/detail/related-list.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import { FormDrawer } from '#ui/form/form-drawer.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { bankChoices } from '#ui/form/merchant-choices.ts';
import { defineList } from '#ui/list/list-definition.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { HOUSE_OPTIONS, KIND_WORDS, partyWords } from './clearing-words.tsx';

/** What could not be taken in, for operators. */
export const exceptionList = defineList(listExceptions, {
  path: '/dashboard/mandates/exceptions',
  one: 'exception',
  many: 'exceptions',
  icon: 'mandates',
  columns: [
    { name: 'kind', label: 'What happened', value: ({ kind }) => KIND_WORDS[kind] },
    { name: 'party', label: 'From', value: partyWords },
    { name: 'reference', label: 'Reference', value: ({ reference }) => reference },
    { name: 'state', label: 'State', kind: 'state', value: ({ state }) => state },
    {
      name: 'at',
      label: 'When',
      kind: 'moment',
      value: ({ createdAt }) => createdAt,
      sort: 'createdAt',
    },
    { name: 'file', label: 'File', value: ({ file }) => file.name, hidden: true },
  ],
  link: ({ id }) =>
    linkOptions({ to: '/dashboard/mandates/exceptions/$exceptionId', params: { exceptionId: id } }),
  firstState: 'OPEN',
  nothingIn: {
    OPEN: {
      heading: 'Nothing to work through',
      text: 'What a bank sends and what can not be taken in is listed here until somebody closes it.',
    },
  },
  filters: [
    { kind: 'select', key: 'channel', label: 'Channel', options: HOUSE_OPTIONS },
    { kind: 'select', key: 'bankId', label: 'Bank' },
    {
      kind: 'select',
      key: 'kind',
      label: 'What happened',
      options: EXCEPTION_KINDS.map((value) => ({ value, label: KIND_WORDS[value] })),
    },
  ],
});

/** The exceptions by state and filtered, page by page. */
export function ExceptionList() {
  return (
    <ListScreen
      list={exceptionList}
      params={undefined}
      choices={{ bankId: bankChoices }}
      emptyHeading="No exceptions"
      empty="What a bank sends and what can not be taken in is listed here, with what happened and what to do."
    />
  );
}

export const exceptionQuery = (exceptionId: string) =>
  endpointQuery(getException, { params: { exceptionId } });

function refresh(): void {
  for (const { name } of [getException, listExceptions, listExceptionEvents])
    void cache.invalidateQueries({ queryKey: [name] });
}

/** What can be done with an exception of a kind, besides closing it. */
const SPECIAL: Partial<
  Record<ClearingException['kind'], { name: 'match' | 'resolve'; label: string }>
> = {
  UNMATCHED: { name: 'match', label: 'Name what it is for' },
  UNKNOWN: { name: 'resolve', label: 'Settle the outcome' },
};

function SpecialForm(props: {
  exception: ClearingException;
  name: 'match' | 'resolve';
  onClose: () => void;
}) {
  const { exception, name, onClose } = props;
  const { id, reference } = exception;
  const shared = { params: { exceptionId: id }, onClose, onSaved: refresh };
  if (name === 'match')
    return (
      <FormDrawer
        {...shared}
        draft={`match ${id}`}
        heading="What is it for?"
        action="Book it"
        fields={MATCH_FIELDS}
        endpoint={matchException}
        onDone={() => {
          flashMessage({ place: id, words: 'It is booked as what you have named.' });
          onClose();
        }}
      />
    );
  return (
    <FormDrawer
      {...shared}
      draft={`resolve ${id}`}
      heading={`What became of ${reference ?? 'it'}?`}
      action="Ask a second operator"
      fields={OUTCOME_FIELDS}
      endpoint={resolveException}
      onDone={() => {
        flashMessage({ place: id, words: 'It waits in the inbox of your colleagues.' });
        onClose();
      }}
    />
  );
}

/** An exception: what happened, what to do, and where it came from. */
export function ExceptionDetail({ exception }: { exception: ClearingException }) {
  const [doing, setDoing] = useState<'match' | 'resolve' | null>(null);
  const close = useBackTo('/dashboard/mandates/exceptions');
  const mayWrite = useSession()?.user.roles.includes('clearing.write') ?? false;
  const { id, kind, file, item, reference, suspense, words, state, createdAt } = exception;
  const blocked = state === 'OPEN' ? null : 'It was closed already.';
  const { actions, dialog } = useQuestions(
    id,
    [
      {
        name: 'close',
        label: 'Close exception',
        blocked,
        heading: 'Close this exception?',
        text: suspense
          ? `${showMoney(Math.abs(suspense))} stays in suspense, to be sent back or kept. Say which.`
          : 'It changes nothing else. It leaves the open ones, with what you write.',
        leave: 'Leave it open',
        reason: {
          label: 'What was done',
          hint: 'Your colleagues read it.',
          missing: 'Say what was done',
        },
        send: (reason = '') =>
          call(closeException, { params: { exceptionId: id }, body: { reason } }),
        done: 'The exception is closed.',
      },
    ],
    refresh,
  );
  const special = SPECIAL[kind];
  const first = special && { ...special, blocked, onClick: () => setDoing(special.name) };
  if (doing !== null)
    return <SpecialForm exception={exception} name={doing} onClose={() => setDoing(null)} />;
  return (
    <DetailDrawer
      heading={KIND_WORDS[kind]}
      state={state}
      actions={mayWrite ? [...(first ? [first] : []), ...actions] : []}
      place={id}
      onClose={close}
    >
      <p>{words}</p>
      <SummaryCard
        title="Where it comes from"
        rows={[
          ['Other end', partyWords(exception)],
          [
            'File',
            <TextLink
              key=""
              link={linkOptions({
                to: '/dashboard/mandates/clearing-files/$clearingFileId',
                params: { clearingFileId: file.id },
              })}
            >
              {file.name}
            </TextLink>,
          ],
          ['Place in the file', item === 0 ? 'The file as a whole' : `Entry ${item}`],
          ['Reference', reference ?? 'none'],
          ...(suspense === null ? [] : [['In suspense', showMoney(suspense)] as const]),
          ['When', showMoment(createdAt)],
        ]}
      />
      <EventHistory
        query={historyQuery(listExceptionEvents, { exceptionId: id })}
        fields={{}}
        words={{ OPEN: 'Came up', CLOSED: 'Closed' }}
      />
      {dialog}
    </DetailDrawer>
  );
}
