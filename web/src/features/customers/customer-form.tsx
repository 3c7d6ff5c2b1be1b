import {
  createCustomer,
  CUSTOMER_FIELDS,
  updateCustomer,
} from '@tegeka/contract/customers/customer-commands.ts';
import type { Customer } from '@tegeka/contract/customers/customers.ts';
import { customerQuery, eventsQuery, keepCustomer } from '#features/customers/customer-changes.ts';
import { fetchFresh } from '#platform/call/cache.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { fullName } from '#features/customers/customer-labels.ts';
import { FormDrawer } from '#ui/form/form-drawer.tsx';

const FIELD_OF_ERROR = { REFERENCE_TAKEN: 'customerReferenceNumber' } as const;

interface CustomerNewProps {
  rights: MerchantRights;
  onAdded: (customer: Customer) => void;
  onClose: () => void;
}

/** The form for a new customer, over the list. */
export function CustomerNew({ rights, onAdded, onClose }: CustomerNewProps) {
  const { merchantId, blocked } = rights;
  return (
    <FormDrawer
      draft="customer new"
      heading="Add customer"
      action="Add customer"
      fields={CUSTOMER_FIELDS}
      endpoint={createCustomer}
      params={{ merchantId }}
      fieldOfError={FIELD_OF_ERROR}
      blocked={blocked}
      another={(customer) => `${fullName(customer)} was added. You can add the next one.`}
      onSaved={(customer) => keepCustomer(merchantId, customer)}
      onDone={onAdded}
      onClose={onClose}
    />
  );
}

interface CustomerEditProps {
  customer: Customer;
  rights: MerchantRights;
  onClose: () => void;
}

/** The form that changes a customer, over the list. */
export function CustomerEdit({ customer, rights, onClose }: CustomerEditProps) {
  const { merchantId, blocked } = rights;
  return (
    <FormDrawer
      draft={`customer ${customer.id}`}
      heading={`Edit ${fullName(customer)}`}
      action="Save"
      fields={CUSTOMER_FIELDS}
      endpoint={updateCustomer}
      params={{ merchantId, customerId: customer.id }}
      edit={{
        entity: customer,
        what: 'customer',
        changedCode: 'CUSTOMER_CHANGED',
        latest: () => fetchFresh(customerQuery(merchantId, customer.id)),
        history: eventsQuery(merchantId, customer.id),
      }}
      fieldOfError={FIELD_OF_ERROR}
      blocked={blocked}
      onSaved={(saved) => keepCustomer(merchantId, saved)}
      done={{ place: customer.id, message: () => 'Your changes are saved.' }}
      onClose={onClose}
    />
  );
}
