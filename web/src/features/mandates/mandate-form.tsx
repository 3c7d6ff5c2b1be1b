import { useQuery } from '@tanstack/react-query';
import { getBusinessClock } from '@tegeka/contract/calendar/calendar.ts';
import { addDays } from '@tegeka/contract/kit/day.ts';
import { createMandate, replaceMandate } from '@tegeka/contract/mandates/mandate-commands.ts';
import { listMandates, type Mandate } from '@tegeka/contract/mandates/mandates.ts';
import { getMandate } from '@tegeka/contract/mandates/mandate-detail.ts';
import { cache, endpointQuery, refetch } from '#platform/call/cache.ts';
import { type MerchantRights, useSession } from '#platform/session/session.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { FormDrawer } from '#ui/form/form-drawer.tsx';
import type { FormValues } from '#ui/form/form-values.ts';
import { MANDATE_FIELDS, REPLACE_FIELDS, shows, toBody, typedMandate } from './mandate-fields.ts';
import {
  bankInput,
  customerInput,
  MandatePreview,
  productInput,
  wayInput,
} from './mandate-inputs.tsx';

/** Properties of both forms of a mandate. */
function formOf(merchantId: string, replaced?: Mandate) {
  return {
    toBody,
    shows,
    renderPreview: (values: FormValues) => (
      <MandatePreview values={values} merchantId={merchantId} replaced={replaced} />
    ),
    onSaved: () => {
      void refetch(getMandate, listMandates);
    },
  };
}

const FIELD_OF_ERROR = { PRODUCT_DISABLED: 'productId', BANK_UNKNOWN: 'bankId' };

interface MandateFormProps {
  rights: MerchantRights;
  onDone: (mandate: Mandate) => void;
  onClose: () => void;
}

/** What happens next with a mandate that has just been requested. */
export const nextStepText = ({ consentWay, customer }: Mandate) =>
  consentWay === 'FORM'
    ? 'Print the form and have it signed.'
    : `Request sent to ${customer.name}.`;

/** Tomorrow by the business clock; null while it is loading, empty if that failed. */
function useTomorrow(): string | null {
  const { data: clock, isPending } = useQuery(endpointQuery(getBusinessClock, {}), cache);
  if (clock) return addDays(clock.today, 1);
  return isPending ? null : '';
}

export function MandateNew(
  props: MandateFormProps & {
    /** Preselected when the form is opened from a customer. */
    customerId?: string;
    /** A customer who was added meanwhile. */
    added?: string;
  },
) {
  const { rights, customerId = '', added, onDone, onClose } = props;
  const { merchantId, blocked } = rights;
  const mayAdd = useSession()?.user.roles.includes('customers.write') ?? false;
  const form = formOf(merchantId);
  const tomorrow = useTomorrow();
  if (tomorrow === null) return null;
  return (
    <FormDrawer
      {...form}
      draft={customerId === '' ? 'mandate new' : `mandate new ${customerId}`}
      heading="New mandate"
      action="Send request"
      fields={MANDATE_FIELDS}
      start={{
        customerId,
        start: tomorrow,
        consentWay: 'PAGE',
        amountKind: 'FIXED',
        schedule: 'MONTHLY',
        day: '1',
        agreedDay: 'FIRST',
        noticeDays: '2',
        retries: '1',
      }}
      {...(added !== undefined && { chosen: { customerId: added } })}
      endpoint={createMandate}
      params={{ merchantId }}
      inputs={{
        customerId: customerInput(merchantId, mayAdd ? customerId : null),
        productId: productInput(merchantId),
        consentWay: wayInput(merchantId, ({ customerId: chosen }) => chosen),
        bankId: bankInput(merchantId),
      }}
      fieldOfError={{ ...FIELD_OF_ERROR, CUSTOMER_DISABLED: 'customerId' }}
      blocked={blocked}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

/** The form for a mandate that replaces another one. */
export function MandateReplace(props: MandateFormProps & { mandate: Mandate }) {
  const { mandate, rights, onDone, onClose } = props;
  const { merchantId, blocked } = rights;
  const { renderPreview, ...form } = formOf(merchantId, mandate);
  return (
    <FormDrawer
      {...form}
      draft={`mandate ${mandate.id}`}
      heading={`Change ${mandate.reference}`}
      action="Change the mandate"
      fields={REPLACE_FIELDS}
      start={typedMandate(mandate)}
      inputs={{
        productId: productInput(merchantId),
        consentWay: wayInput(merchantId, () => mandate.customer.id),
        bankId: bankInput(merchantId),
      }}
      endpoint={replaceMandate}
      params={{ merchantId, mandateId: mandate.id }}
      renderPreview={(values) => (
        <>
          <NoteBox tone="good" title={`It replaces ${mandate.reference}`}>
            The payer agrees again where more is taken, at other times, with less notice, for
            something else or from another account. Until the new mandate is active the present one
            goes on.
          </NoteBox>
          {renderPreview(values)}
        </>
      )}
      fieldOfError={FIELD_OF_ERROR}
      blocked={blocked}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
