import { Button } from '@mantine/core';
import type { Customer } from '@tegeka/contract/customers.ts';
import { useId, useRef } from 'react';
import { useAdding } from '#features/customers/customer-adding.ts';
import { CustomerFields } from '#features/customers/customer-fields.tsx';
import {
  CustomerFormFoot,
  CustomerFormNotes,
  CustomerFoundAgain,
} from '#features/customers/customer-form.tsx';
import { NEW, showFlashMessage } from '#features/customers/customer-news.ts';
import type { CustomerRights } from '#features/customers/customer-rights.ts';
import { CustomerAnnouncement } from '#features/customers/customer-said.tsx';
import { fullName } from '#features/customers/customer-words.ts';
import { useBusy } from '#ui/feedback/busy.ts';
import { DrawerDetail } from '#ui/detail/drawer-detail.tsx';

interface CustomerNewProps {
  rights: CustomerRights;
  onAdded: (customer: Customer) => void;
  onClose: () => void;
}

/** A new customer in the making, and whether the form stays for the next one once they are added. */
function useAddingOn({ rights, onAdded }: CustomerNewProps) {
  const adding = useAdding(rights.merchantId);
  const [saving, run] = useBusy();
  const another = useRef(false);
  const submit = async () => {
    const stays = another.current;
    another.current = false;
    const customer = await adding.submit();
    if (!customer) return;
    if (!stays) return onAdded(customer);
    adding.startAfresh();
    showFlashMessage({
      place: NEW,
      words: `${fullName(customer)} was added. You can add the next one.`,
    });
  };
  const addAnother = (form: HTMLFormElement | null) => {
    another.current = true;
    form?.requestSubmit();
  };
  return { adding, saving, addAnother, submit: () => run(submit) };
}

/** The form for a new customer, over the list. */
export function CustomerNew(props: CustomerNewProps) {
  const { rights, onClose } = props;
  const id = useId();
  const { adding, saving, addAnother, submit } = useAddingOn(props);
  // No submit button: Enter in a field is the main one's.
  const beside = rights.blocked === null && (
    <Button
      variant="default"
      form={id}
      disabled={saving}
      onClick={(event) => addAnother(event.currentTarget.form)}
    >
      Save and add another
    </Button>
  );
  const { blocked } = rights;
  const foot = { form: id, action: 'Add customer', saving, blocked, beside, onClose };
  return (
    <DrawerDetail heading="Add customer" onClose={onClose} actions={<CustomerFormFoot {...foot} />}>
      <CustomerFields
        id={id}
        texts={adding.texts}
        errors={adding.errors}
        onChange={adding.change}
        onSubmit={submit}
      >
        <CustomerAnnouncement place={NEW} />
        <CustomerFormNotes failure={adding.failure} lost={adding.lost} />
        {adding.found && <CustomerFoundAgain onAfresh={adding.startAfresh} />}
      </CustomerFields>
    </DrawerDetail>
  );
}
