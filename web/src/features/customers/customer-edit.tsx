import type { Customer } from '@tegeka/contract/customers.ts';
import { useId } from 'react';
import { CustomerConflict } from '#features/customers/customer-conflict.tsx';
import { type Editing, useEditing } from '#features/customers/customer-editing.ts';
import { CustomerFields } from '#features/customers/customer-fields.tsx';
import {
  CustomerFormFoot,
  CustomerFormNotes,
  CustomerFoundAgain,
} from '#features/customers/customer-form.tsx';
import type { CustomerRights } from '#features/customers/customer-rights.ts';
import { fullName } from '#features/customers/customer-words.ts';
import { useBusy } from '#ui/feedback/busy.ts';
import { DrawerDetail } from '#ui/detail/drawer-detail.tsx';

interface CustomerEditProps {
  customer: Customer;
  rights: CustomerRights;
  onSaved: (customer: Customer) => void;
  onClose: () => void;
}

interface BodyProps {
  id: string;
  merchantId: string;
  editing: Editing;
  run: (work: () => Promise<void>) => Promise<void>;
}

function EditBody({ id, merchantId, editing, run }: BodyProps) {
  const { draft, newer } = editing;
  if (newer) {
    return (
      <CustomerConflict
        key={newer.version}
        id={id}
        merchantId={merchantId}
        base={draft.base}
        mine={draft.texts}
        newer={newer}
        onSettle={(texts) => void run(() => editing.settle(texts))}
      />
    );
  }
  return (
    <CustomerFields
      id={id}
      texts={draft.texts}
      errors={editing.errors}
      onChange={editing.change}
      onSubmit={() => run(editing.submit)}
    >
      <CustomerFormNotes failure={editing.failure} lost={editing.lost} />
      {editing.found && <CustomerFoundAgain onAfresh={editing.startAfresh} />}
    </CustomerFields>
  );
}

/** The form that changes a customer, over the list. */
export function CustomerEdit({ customer, rights, onSaved, onClose }: CustomerEditProps) {
  const id = useId();
  const { merchantId, blocked } = rights;
  const editing = useEditing(merchantId, customer, { onSaved, onUnchanged: onClose });
  const [saving, run] = useBusy();
  return (
    <DrawerDetail
      heading={`Edit ${fullName(customer)}`}
      onClose={onClose}
      actions={
        <CustomerFormFoot
          form={id}
          action="Save"
          saving={saving}
          blocked={blocked}
          onClose={onClose}
        />
      }
    >
      <EditBody id={id} merchantId={merchantId} editing={editing} run={run} />
    </DrawerDetail>
  );
}
