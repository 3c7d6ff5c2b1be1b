import { Button } from '@mantine/core';
import type { Customer } from '@tegeka/contract/customers.ts';
import { useId, useState } from 'react';
import { CustomerTransition } from '#features/customers/customer-move.tsx';
import type { CustomerRights } from '#features/customers/customer-rights.ts';
import type { CustomerSearch } from '#features/customers/customer-search.ts';
import { ButtonLink } from '#ui/shell/button-link.tsx';
import css from './customers.module.css';

interface CustomerActionsProps {
  customer: Customer;
  rights: CustomerRights;
  search: CustomerSearch;
}

/** What can be done with a customer; where nothing can be done, why. */
export function CustomerActions({ customer, rights, search }: CustomerActionsProps) {
  const [open, setOpen] = useState(false);
  const reasonId = useId();
  const move = customer.status === 'ACTIVE' ? 'Disable' : 'Enable';
  if (rights.blocked !== null) {
    const disabled = { disabled: true, variant: 'default', 'aria-describedby': reasonId };
    return (
      <>
        <p id={reasonId} className={css.reason}>
          {rights.blocked}
        </p>
        <div className={css.actions}>
          <Button {...disabled}>Edit</Button>
          <Button {...disabled}>{move}</Button>
        </div>
      </>
    );
  }
  return (
    <div className={css.actions}>
      <ButtonLink
        to="/dashboard/customers/$customerId/edit"
        params={{ customerId: customer.id }}
        search={search}
      >
        Edit
      </ButtonLink>
      <Button variant="default" onClick={() => setOpen(true)}>
        {move}
      </Button>
      {open && (
        <CustomerTransition
          merchantId={rights.merchantId}
          customer={customer}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
