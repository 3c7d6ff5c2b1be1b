import { linkOptions } from '@tanstack/react-router';
import { OUTCOMES } from '@tegeka/contract/clearing/exception-outcomes.ts';
import {
  type ClearingExceptionDetail,
  EXCEPTION_KINDS,
  EXCEPTION_OUTCOMES,
  getException,
  listExceptionEvents,
  listExceptions,
} from '@tegeka/contract/clearing/exceptions.ts';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { useState } from 'react';
import { endpointQuery, historyQuery } from '#platform/call/cache.ts';
import { clearingFileLink, exceptionLink } from '#platform/router/entity-links.ts';
import { useSession } from '#platform/session/session.ts';
import { DetailDrawer } from '#ui/detail/detail-drawer.tsx';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { EventHistory } from '#ui/detail/event-history.tsx';
import { TextLink } from '#ui/detail/shown-value.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import { defineList } from '#ui/list/list-definition.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { useExceptionActions } from './clearing-exception-actions.tsx';
import { ExceptionForm, type FormName } from './clearing-exception-forms.tsx';
import { HOUSE_OPTIONS, EXCEPTION_KIND_LABELS, partyText } from './clearing-labels.tsx';

/** The list of exceptions, for operators. */
export const exceptionList = defineList(listExceptions, {
  path: '/dashboard/mandates/exceptions',
  one: 'exception',
  many: 'exceptions',
  icon: 'mandates',
  columns: [
    { name: 'kind', label: 'What happened', value: ({ kind }) => EXCEPTION_KIND_LABELS[kind] },
    { name: 'party', label: 'From', value: partyText },
    { name: 'reference', label: 'Reference', value: ({ reference }) => reference },
    {
      name: 'suspense',
      label: 'In suspense',
      kind: 'money',
      value: ({ suspense }) => suspense || null,
    },
    {
      name: 'state',
      label: 'Status',
      kind: 'state',
      value: ({ state }) => state,
      sub: ({ outcome }) => outcome && OUTCOMES[outcome].label,
    },
    {
      name: 'at',
      label: 'When',
      kind: 'moment',
      value: ({ createdAt }) => createdAt,
      sort: 'createdAt',
    },
    { name: 'file', label: 'File', value: ({ file }) => file.name, hidden: true },
  ],
  link: ({ id }) => exceptionLink(id),
  firstState: 'OPEN',
  nothingIn: {
    OPEN: {
      heading: 'Nothing to work through',
      text: 'What a bank sends and what can not be processed is listed here until somebody closes it.',
    },
  },
  filters: [
    { kind: 'select', key: 'channel', label: 'Channel', options: HOUSE_OPTIONS },
    { kind: 'select', key: 'bankId', label: 'Bank', choices: 'banks' },
    {
      kind: 'select',
      key: 'kind',
      label: 'What happened',
      options: EXCEPTION_KINDS.map((value) => ({ value, label: EXCEPTION_KIND_LABELS[value] })),
    },
    {
      kind: 'select',
      key: 'outcome',
      label: 'Closed as',
      options: EXCEPTION_OUTCOMES.map((value) => ({ value, label: OUTCOMES[value].label })),
    },
  ],
});

export function ExceptionList() {
  return (
    <ListScreen
      list={exceptionList}
      params={undefined}
      emptyHeading="No exceptions"
      empty="What a bank sends and what can not be processed is listed here, with what happened and what to do."
    />
  );
}

/** A reference of the platform links to the list with its entity. */
function Reference({ reference }: { reference: string | null }) {
  if (reference === null) return 'none';
  const to = LISTS[reference.slice(0, 3)];
  if (!to) return reference;
  return <TextLink link={linkOptions({ to, search: { search: reference } })}>{reference}</TextLink>;
}

/** Lists by the prefix of a reference. */
const LISTS: Readonly<
  Record<string, '/dashboard/mandates' | '/dashboard/mandates/transactions' | '/dashboard/billing'>
> = {
  TGK: '/dashboard/mandates',
  TGD: '/dashboard/mandates/transactions',
  TGP: '/dashboard/billing',
};

export const exceptionQuery = (exceptionId: string) =>
  endpointQuery(getException, { params: { exceptionId } });

/** The detail of an exception: what happened, what to do, its outcome, and its origin. */
export function ExceptionDetail({ exception }: { exception: ClearingExceptionDetail }) {
  const [form, setForm] = useState<FormName | null>(null);
  const close = useBackTo('/dashboard/mandates/exceptions');
  const mayWrite = useSession()?.user.roles.includes('clearing.write') ?? false;
  const { actions, dialog } = useExceptionActions(exception, setForm);
  const { id, kind, file, item, reference, suspense, explanation, state, createdAt } = exception;
  const { outcome, closedWith } = exception;
  if (form !== null)
    return <ExceptionForm exception={exception} name={form} onClose={() => setForm(null)} />;
  return (
    <DetailDrawer
      heading={EXCEPTION_KIND_LABELS[kind]}
      state={state}
      actions={mayWrite ? actions : []}
      place={id}
      onClose={close}
    >
      <p>
        {state === 'CLOSED' && 'When it came up: '}
        {explanation}
      </p>
      {outcome !== null && (
        <SummaryCard
          title="What became of it"
          rows={[
            ['Closed as', OUTCOMES[outcome].label],
            ...(closedWith === null
              ? []
              : [
                  [
                    'Together with',
                    <TextLink key="" link={exceptionLink(closedWith.id)}>
                      {closedWith.name}
                    </TextLink>,
                  ] as const,
                ]),
          ]}
        />
      )}
      <SummaryCard
        title="Where it comes from"
        rows={[
          ['From', partyText(exception)],
          [
            'File',
            <TextLink key="" link={clearingFileLink(file.id)}>
              {file.name}
            </TextLink>,
          ],
          ['Place in the file', item === 0 ? 'The file as a whole' : `Entry ${item}`],
          ['Reference', <Reference key="" reference={reference} />],
          // 0 once all of the amount was matched or sent back.
          ...(suspense ? [['In suspense', showMoney(suspense)] as const] : []),
          ['When', showMoment(createdAt)],
        ]}
      />
      <EventHistory
        query={historyQuery(listExceptionEvents, { exceptionId: id })}
        fields={{}}
        labels={{
          OPEN: 'Came up',
          CLOSED: 'Closed',
          'CLOSED OPEN': 'Opened again: it was kept in suspense',
        }}
      />
      {dialog}
    </DetailDrawer>
  );
}
