import { useQuery } from '@tanstack/react-query';
import { getCustomer } from '@tegeka/contract/customers/customers.ts';
import type { Field } from '@tegeka/contract/kit/fields.ts';
import { subscriberOf } from '@tegeka/contract/kit/phone.ts';
import { useEffect } from 'react';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import type { CustomInput } from '#ui/form/form-drawer.tsx';
import { FormControl } from '#ui/form/form-control.tsx';
import { REPLACE_FIELDS } from './mandate-fields.ts';
import { WAY_LABELS } from './mandate-labels.ts';

const FORM_ONLY: Field = {
  ...REPLACE_FIELDS.consentWay,
  hint: 'This customer has no mobile number',
  options: [{ value: 'FORM', label: WAY_LABELS.FORM }],
};

/** True if the customer is known to have no mobile number, to which a code or a link could be sent. */
function useHasNoMobile(merchantId: string, customerId: string): boolean {
  const query = endpointQuery(getCustomer, { params: { merchantId, customerId } });
  const { data } = useQuery({ ...query, enabled: customerId !== '' }, cache);
  if (customerId === '' || !data) return false;
  return data.phoneNumber === null || subscriberOf(data.phoneNumber, 'mobile') === null;
}

interface WayFieldProps extends CustomInput {
  merchantId: string;
  /** Empty while no customer is chosen. */
  customerId: string;
}

/** The way of consent. Customers without a mobile number can only sign a form. */
export function MandateWayField(props: WayFieldProps) {
  const { value, error, onChange, merchantId, customerId } = props;
  const formOnly = useHasNoMobile(merchantId, customerId);
  useEffect(() => {
    if (formOnly && value !== 'FORM') onChange('FORM');
  }, [formOnly, value, onChange]);
  return (
    <FormControl
      name="consentWay"
      field={formOnly ? FORM_ONLY : REPLACE_FIELDS.consentWay}
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}
