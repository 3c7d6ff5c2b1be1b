import { linkOptions } from '@tanstack/react-router';
import { CUSTOMER_FIELDS } from '@tegeka/contract/customers/customer-writing.ts';
import type { Customer } from '@tegeka/contract/customers/customers.ts';
import { showDay } from '@tegeka/contract/kit/day.ts';
import { type ReactNode, useState } from 'react';
import { eventsQuery, switchCustomer } from '#features/customers/customer-changes.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import type { ListSearch } from '#ui/list/list-search.ts';
import { EVENT_WORDS, fullName, SWITCH_WORDS } from '#features/customers/customer-words.ts';
import { type DetailAction, DetailDrawer, DetailSection } from '#ui/detail/detail-drawer.tsx';
import { EventHistory } from '#ui/detail/event-history.tsx';
import { FieldSections } from '#ui/detail/field-sections.tsx';
import { ActionDialog } from '#ui/feedback/action-dialog.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';

interface CustomerDetailProps {
  customer: Customer;
  rights: MerchantRights;
  search: ListSearch;
  /** What other features have of the customer, such as mandates. */
  related: ReactNode;
  onClose: () => void;
}

/** Asks before a customer is disabled or enabled, and for the reason. */
function SwitchDialog({
  customer,
  rights,
  onClose,
}: Pick<CustomerDetailProps, 'customer' | 'rights' | 'onClose'>) {
  // The state at the opening: the answer changes it before the dialog is gone.
  const [{ words, name }] = useState({
    words: SWITCH_WORDS[customer.status],
    name: fullName(customer),
  });
  return (
    <ActionDialog
      heading={words.heading(name)}
      action={words.action}
      danger={words.action === 'Disable'}
      draft={`${words.action} ${customer.id}`}
      reason={{
        ...words.reason,
        hint: 'Kept in the history for your colleagues.',
      }}
      send={(reason) => switchCustomer(rights.merchantId, customer, reason)}
      onDone={() => flashMessage({ place: customer.id, words: words.done(name) })}
      onClose={onClose}
    >
      <p>{words.text}</p>
    </ActionDialog>
  );
}

function actionsOf({ customer, rights, search }: CustomerDetailProps, onSwitch: () => void) {
  const { blocked } = rights;
  const edit = linkOptions({
    to: '/dashboard/customers/$customerId/edit',
    params: { customerId: customer.id },
    search,
  });
  return [
    {
      name: 'edit',
      label: 'Edit',
      blocked,
      link: edit,
    },
    {
      name: 'switch',
      label: SWITCH_WORDS[customer.status].action,
      blocked,
      onClick: onSwitch,
    },
  ] satisfies DetailAction[];
}

/** A customer: who they are, what happened to them, and what can be done. */
export function CustomerDetail(props: CustomerDetailProps) {
  const { customer, rights, onClose } = props;
  const [switching, setSwitching] = useState(false);
  return (
    <DetailDrawer
      heading={fullName(customer)}
      state={customer.status}
      actions={rights.mayWrite ? actionsOf(props, () => setSwitching(true)) : []}
      place={customer.id}
      onClose={onClose}
    >
      <FieldSections
        fields={CUSTOMER_FIELDS}
        entity={customer}
        without={['firstName', 'middleName', 'lastName']}
        copied={['customerReferenceNumber']}
        more={[
          ['Added', showDay(customer.createdAt)],
          ['Last changed', showDay(customer.updatedAt)],
        ]}
      />
      {props.related}
      <DetailSection heading="Transactions">
        <p>Nothing has been collected from this customer yet.</p>
      </DetailSection>
      <EventHistory
        query={eventsQuery(rights.merchantId, customer.id)}
        fields={CUSTOMER_FIELDS}
        words={EVENT_WORDS}
      />
      {switching && (
        <SwitchDialog customer={customer} rights={rights} onClose={() => setSwitching(false)} />
      )}
    </DetailDrawer>
  );
}
