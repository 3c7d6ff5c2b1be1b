import { linkOptions } from '@tanstack/react-router';
import { CUSTOMER_FIELDS } from '@tegeka/contract/customers/customer-commands.ts';
import type { Customer } from '@tegeka/contract/customers/customers.ts';
import { showDay } from '@tegeka/contract/kit/day.ts';
import type { ReactNode } from 'react';
import {
  eventsQuery,
  refreshCustomers,
  switchCustomer,
} from '#features/customers/customer-changes.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { EVENT_LABELS, fullName, SWITCH_TEXTS } from '#features/customers/customer-labels.ts';
import { DetailDrawer } from '#ui/detail/detail-drawer.tsx';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { useSwitch } from '#ui/detail/detail-action-dialogs.tsx';
import { EventHistory } from '#ui/detail/event-history.tsx';
import { FieldSections } from '#ui/detail/field-sections.tsx';

interface CustomerDetailProps {
  customer: Customer;
  rights: MerchantRights;
  /** Content of other features: mandates, transactions. */
  related: ReactNode;
}

/** The detail of a customer: data, related content, history and actions. */
export function CustomerDetail(props: CustomerDetailProps) {
  const { customer, rights } = props;
  const { merchantId, mayWrite, blocked } = rights;
  const { id, status } = customer;
  const link = linkOptions({
    to: '/dashboard/customers/$customerId/edit',
    params: { customerId: id },
    search: true,
  });
  const change = useSwitch({
    id,
    name: fullName(customer),
    texts: SWITCH_TEXTS[status],
    blocked,
    send: (reason) => switchCustomer(merchantId, customer, reason),
    refresh: refreshCustomers,
  });
  const actions = [{ name: 'edit', label: 'Edit', blocked, link }, ...change.actions];
  return (
    <DetailDrawer
      heading={fullName(customer)}
      state={status}
      actions={mayWrite ? actions : []}
      place={id}
      onClose={useBackTo('/dashboard/customers')}
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
      <EventHistory
        query={eventsQuery(merchantId, id)}
        fields={CUSTOMER_FIELDS}
        labels={EVENT_LABELS}
      />
      {change.dialog}
    </DetailDrawer>
  );
}
