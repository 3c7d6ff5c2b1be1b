import { Anchor } from '@mantine/core';
import { Link, linkOptions } from '@tanstack/react-router';
import { BANK_FIELDS } from '@tegeka/contract/bank-fields.ts';
import {
  type BankRecord,
  disableBank,
  enableBank,
  getBank,
  listBankEvents,
  listBankOrganizations,
  listBankRecords,
} from '@tegeka/contract/bank-records.ts';
import { endpointQuery, historyQuery, refetch } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import { useMay } from '#platform/session/session.ts';
import { DetailDrawer } from '#ui/detail/detail-drawer.tsx';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { EventHistory } from '#ui/detail/event-history.tsx';
import { FieldSections } from '#ui/detail/field-sections.tsx';
import { useSwitch } from '#ui/detail/detail-action-dialogs.tsx';
import { type Choices, useChoices } from '#ui/form/lookup-choice.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';

/** The hint after a change was requested. */
export const ASKED = 'It takes effect once another operator has approved it.';

export const bankQuery = (bankId: string) => endpointQuery(getBank, { params: { bankId } });

export const bankEventsQuery = (bankId: string) => historyQuery(listBankEvents, { bankId });

/** The organizations that a bank's staff can belong to. */
export const organizationChoices: Choices = {
  what: listBankOrganizations.name,
  all: async (signal) =>
    (await call(listBankOrganizations, { signal })).map(({ id, name }) => ({
      value: id,
      label: name,
    })),
};

/** Fetches banks and their history again, after a change was requested. */
export function refreshBanks(): void {
  void refetch(getBank, listBankEvents, listBankRecords);
}

/** Whether the person may change banks; otherwise the actions are hidden. */
export const useMayWrite = () => useMay('banks.write');

const EVENT_LABELS = {
  REQUESTED: 'Change asked for',
  CHANGED: 'Changed',
  ACTIVE: 'Active',
  DISABLED: 'Disabled',
};

const asked = {
  hint: 'Your colleague who decides reads it. It is kept in the history.',
  missing: null,
  done: () => `Asked for. ${ASKED}`,
};

/** Disabling and enabling, by the current state. */
const SWITCH = {
  ACTIVE: {
    ...asked,
    action: 'Disable',
    endpoint: disableBank,
    text: `Nobody can choose a disabled bank. Accounts that are with it already stay. ${ASKED}`,
    danger: true,
  },
  DISABLED: {
    ...asked,
    action: 'Enable',
    endpoint: enableBank,
    text: `It can be chosen again, within its dates. ${ASKED}`,
  },
};

/** The detail of a bank: its data, its history and its actions. */
export function BankDetail({ bank }: { bank: BankRecord }) {
  const options = useChoices(organizationChoices).options ?? [];
  const fields = { ...BANK_FIELDS, organizationId: { ...BANK_FIELDS.organizationId, options } };
  const mayWrite = useMayWrite();
  const { id, name, state, pendingRequestId: requestId } = bank;
  const blocked = requestId && 'The bank can be changed again once the request is decided on.';
  const link = linkOptions({
    to: '/dashboard/banks/$bankId/edit',
    params: { bankId: id },
    search: true,
  });
  const change = useSwitch({
    ...bank,
    texts: SWITCH[state],
    blocked,
    send: (reason) => call(SWITCH[state].endpoint, { params: { bankId: id }, body: { reason } }),
    refresh: refreshBanks,
  });
  const actions = [{ name: 'edit', label: 'Edit', blocked, link }, ...change.actions];
  return (
    <DetailDrawer
      heading={name}
      state={state}
      actions={mayWrite ? actions : []}
      place={id}
      onClose={useBackTo('/dashboard/banks')}
    >
      {requestId && (
        <NoteBox tone="warning" title="A change is waiting for approval">
          <Anchor
            renderRoot={(props) => (
              <Link
                to="/dashboard/approval-requests/$requestId"
                params={{ requestId }}
                {...props}
              />
            )}
          >
            See it in the inbox
          </Anchor>
        </NoteBox>
      )}
      <FieldSections fields={fields} entity={bank} without={['name']} copied={['bic']} />
      <EventHistory query={bankEventsQuery(id)} fields={fields} labels={EVENT_LABELS} />
      {change.dialog}
    </DetailDrawer>
  );
}
