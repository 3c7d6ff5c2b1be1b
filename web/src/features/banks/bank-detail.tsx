import { Anchor } from '@mantine/core';
import { Link, linkOptions } from '@tanstack/react-router';
import type { BankRecord } from '@tegeka/contract/bank-records.ts';
import { useState } from 'react';
import { eventsQuery, switchBank, useBankFields, useMayWrite } from '#features/banks/bank-calls.ts';
import { type DetailAction, DetailDrawer } from '#ui/detail/detail-drawer.tsx';
import { EventHistory } from '#ui/detail/event-history.tsx';
import { FieldSections } from '#ui/detail/field-sections.tsx';
import { ActionDialog } from '#ui/feedback/action-dialog.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import type { ListSearch } from '#ui/list/list-search.ts';

/** Said once a change was asked for. */
export const ASKED = 'It takes effect once another operator has approved it.';

const EVENT_WORDS = {
  REQUESTED: 'Change asked for',
  CHANGED: 'Changed',
  ACTIVE: 'Active',
  DISABLED: 'Disabled',
};

interface BankDetailProps {
  bank: BankRecord;
  search: ListSearch;
  onClose: () => void;
}

/** Asks before it is asked for that a bank be disabled or enabled. */
function SwitchDialog({ bank, onClose }: Pick<BankDetailProps, 'bank' | 'onClose'>) {
  const disables = bank.state === 'ACTIVE';
  const action = disables ? 'Disable' : 'Enable';
  return (
    <ActionDialog
      heading={`${action} ${bank.name}?`}
      action={action}
      danger={disables}
      draft={`${action} ${bank.id}`}
      reason={{
        label: 'Reason (optional)',
        hint: 'Your colleague who decides reads it. It is kept in the history.',
        missing: null,
        least: 3,
        most: 300,
      }}
      send={(reason) => switchBank(bank, reason)}
      onDone={() => flashMessage({ place: bank.id, words: `Asked for. ${ASKED}` })}
      onClose={onClose}
    >
      <p>
        {disables
          ? 'Nobody can choose a disabled bank. Accounts that are with it already stay.'
          : 'It can be chosen again, within its dates.'}{' '}
        {ASKED}
      </p>
    </ActionDialog>
  );
}

/** That a change waits, and the way to it. */
function PendingNote({ requestId }: { requestId: string }) {
  return (
    <NoteBox tone="warning" title="A change waits for a decision">
      <Anchor
        renderRoot={(props) => (
          <Link to="/dashboard/approval-requests/$requestId" params={{ requestId }} {...props} />
        )}
      >
        See it in the inbox
      </Anchor>
    </NoteBox>
  );
}

/** A bank: what is known of it, what happened to it, and what can be done. */
export function BankDetail({ bank, search, onClose }: BankDetailProps) {
  const [switching, setSwitching] = useState(false);
  const fields = useBankFields();
  const mayWrite = useMayWrite();
  const { id, pendingRequestId: pending } = bank;
  const blocked = pending ? 'The bank can be changed again once the request is decided on.' : null;
  const actions: DetailAction[] = [
    {
      name: 'edit',
      label: 'Edit',
      blocked,
      link: linkOptions({ to: '/dashboard/banks/$bankId/edit', params: { bankId: id }, search }),
    },
    {
      name: 'switch',
      label: bank.state === 'ACTIVE' ? 'Disable' : 'Enable',
      blocked,
      onClick: () => setSwitching(true),
    },
  ];
  return (
    <DetailDrawer
      heading={bank.name}
      state={bank.state}
      actions={mayWrite ? actions : []}
      place={id}
      onClose={onClose}
    >
      {pending && <PendingNote requestId={pending} />}
      <FieldSections fields={fields} entity={bank} without={['name']} copied={['bic']} />
      <EventHistory query={eventsQuery(id)} fields={fields} words={EVENT_WORDS} />
      {switching && <SwitchDialog bank={bank} onClose={() => setSwitching(false)} />}
    </DetailDrawer>
  );
}
