import type { Customer } from '@tegeka/contract/customers.ts';
import { useId } from 'react';
import { useAdding } from '#features/customers/customer-adding.ts';
import { CustomerFields } from '#features/customers/customer-fields.tsx';
import {
  CustomerFormFoot,
  CustomerFormNotes,
  CustomerFoundAgain,
} from '#features/customers/customer-form.tsx';
import type { CustomerRights } from '#features/customers/customer-rights.ts';
import { useBusy } from '#ui/busy.ts';
import { DrawerDetail } from '#ui/drawer-detail.tsx';

interface CustomerNewProps {
  rights: CustomerRights;
  onAdded: (customer: Customer) => void;
  onClose: () => void;
}

/** The form for a new customer, over the list. */
export function CustomerNew({ rights, onAdded, onClose }: CustomerNewProps) {
  const id = useId();
  const adding = useAdding(rights.merchantId, onAdded);
  const [saving, run] = useBusy();
  return (
    <DrawerDetail
      heading="Add customer"
      onClose={onClose}
      actions={
        <CustomerFormFoot
          form={id}
          action="Add customer"
          saving={saving}
          blocked={rights.blocked}
          onClose={onClose}
        />
      }
    >
      <CustomerFields
        id={id}
        texts={adding.texts}
        faults={adding.faults}
        onChange={adding.change}
        onSubmit={() => run(adding.submit)}
      >
        <CustomerFormNotes failure={adding.failure} lost={adding.lost} />
        {adding.found && <CustomerFoundAgain onAfresh={adding.startAfresh} />}
      </CustomerFields>
    </DrawerDetail>
  );
}
