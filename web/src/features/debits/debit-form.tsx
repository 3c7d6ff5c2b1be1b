import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { checkDebit, createDebit } from '@tegeka/contract/debits/debit-commands.ts';
import { dayShape, showDay } from '@tegeka/contract/kit/day.ts';
import { fields } from '@tegeka/contract/kit/fields.ts';
import { amountShape, showMoney } from '@tegeka/contract/kit/money.ts';
import { getMandate } from '@tegeka/contract/mandates/mandate-detail.ts';
import { sayDay } from '@tegeka/contract/mandates/mandate-texts.ts';
import * as z from 'zod/mini';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { type MerchantRights, useSession } from '#platform/session/session.ts';
import { TextLink } from '#ui/detail/shown-value.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { type CustomInput, FormDrawer } from '#ui/form/form-drawer.tsx';
import { FormControl } from '#ui/form/form-control.tsx';
import { bodyOf, type FormValues, textOf } from '#ui/form/form-values.ts';
import { LookupField } from '#ui/form/lookup-field.tsx';
import { mandatesOf } from '#ui/form/merchant-lookups.ts';
import { refreshDebits } from './debit-detail.tsx';
import { LIST_PLACE } from './debit-labels.ts';

const anything = z.unknown();

const COLLECT_FIELDS = fields({
  mandateId: {
    label: 'Mandate',
    kind: 'text',
    schema: anything,
    invalid: 'Choose a mandate from the list',
  },
  reference: {
    label: 'Your reference',
    kind: 'text',
    schema: anything,
    hint: 'Such as the number of the invoice; used once for each mandate',
    invalid: 'Enter your reference, 35 characters at most',
  },
  amount: {
    label: 'Amount',
    kind: 'money',
    schema: anything,
    hint: 'Leave empty for the amount of the mandate',
    optional: true,
  },
  dueDay: {
    label: 'Day',
    kind: 'date',
    schema: anything,
    hint: 'Leave empty for the earliest possible day',
    optional: true,
  },
});

const toBody = ({ mandateId, reference, amount, dueDay }: Record<string, unknown>) => ({
  mandateId,
  reference,
  ...(typeof amount === 'number' && { amount }),
  ...(typeof dueDay === 'string' && dueDay !== '' && { dueDay }),
});

const mandateInput = (merchantId: string, mayAsk: boolean) => (input: CustomInput) => (
  <LookupField
    {...input}
    required
    name="mandateId"
    label="Mandate"
    hint={
      <>
        Active ones only; search by customer or reference.{' '}
        {mayAsk && (
          <TextLink link={linkOptions({ to: '/dashboard/mandates/new' })}>New mandate</TextLink>
        )}
      </>
    }
    lookup={mandatesOf(merchantId, 'ACTIVE')}
  />
);

/** The chosen mandate; undefined until it is loaded. */
function useMandate(merchantId: string, mandateId: string) {
  const query = endpointQuery(getMandate, { params: { merchantId, mandateId } });
  return useQuery({ ...query, enabled: mandateId !== '' }, cache).data;
}

/** Milliseconds without typing after which the server is asked. */
const PAUSE_MS = 300;

/** What can be collected on the day that is typed: the most, the days, and what would be refused. */
function Allowed({ merchantId, values }: { merchantId: string; values: FormValues }) {
  const mandateId = textOf(values['mandateId']);
  const { amount, dueDay } = bodyOf(COLLECT_FIELDS, values);
  const [sum] = useDebouncedValue(amountShape.safeParse(amount).data ?? null, PAUSE_MS);
  const [day] = useDebouncedValue(dayShape.safeParse(dueDay).data ?? null, PAUSE_MS);
  const mandate = useMandate(merchantId, mandateId);
  const { data } = useQuery(
    {
      ...endpointQuery(checkDebit, {
        params: { merchantId, mandateId },
        query: { ...(sum !== null && { amount: sum }), ...(day !== null && { dueDay: day }) },
      }),
      enabled: mandateId !== '',
      meta: { own404: true },
      placeholderData: keepPreviousData,
    },
    cache,
  );
  if (!mandate || !data) return null;
  const { customer, noticeDays } = mandate;
  const { earliestDay, collectionDay, max } = data;
  // An amount that is still to be typed is no fault, and one that is too high is seen from the title.
  const errors = data.errors.filter(
    ({ code }) => code !== 'AMOUNT_NEEDED' && (code !== 'ABOVE_LIMIT' || max === 0),
  );
  const on = collectionDay === null ? '' : ` on ${sayDay(collectionDay)}`;
  const days = `${noticeDays} ${noticeDays === 1 ? 'day' : 'days'}`;
  return (
    <NoteBox
      tone={errors.length > 0 || (sum !== null && max !== null && sum > max) ? 'warning' : 'good'}
      title={
        max === null
          ? `Nothing can be collected from ${customer.name} on this day`
          : `Up to ${showMoney(max)} from ${customer.name}${on}`
      }
    >
      {errors.map(({ message }) => (
        <p key={message}>{message}.</p>
      ))}
      <p>{`They are told ${days} before. The earliest day is ${sayDay(earliestDay)}.`}</p>
    </NoteBox>
  );
}

/** The amount, which has to be named where the mandate has none of its own. */
const amountInput = (merchantId: string) => (input: CustomInput, values: FormValues) => (
  <AmountOf {...input} merchantId={merchantId} mandateId={textOf(values['mandateId'])} />
);

function AmountOf({
  merchantId,
  mandateId,
  ...input
}: CustomInput & { merchantId: string; mandateId: string }) {
  const amount = useMandate(merchantId, mandateId)?.amount;
  const usual = amount ? `Leave empty for ${showMoney(amount)}` : null;
  return (
    <FormControl
      {...input}
      name="amount"
      field={COLLECT_FIELDS.amount}
      required={amount === null}
      note={amount === null ? 'The amount of this mandate varies' : usual}
    />
  );
}

interface TransactionNewProps {
  rights: MerchantRights;
  /** Preselected when the form is opened from a mandate. */
  mandateId?: string;
  onClose: () => void;
}

/** The form that collects once from a payer, over the list. */
export function DebitNew({ rights, mandateId = '', onClose }: TransactionNewProps) {
  const { merchantId, blocked } = rights;
  const mayAsk = useSession()?.user.roles.includes('mandates.write') ?? false;
  return (
    <FormDrawer
      draft={mandateId === '' ? 'debit new' : `debit new ${mandateId}`}
      heading="Collect"
      action="Collect"
      fields={COLLECT_FIELDS}
      start={{ mandateId }}
      endpoint={createDebit}
      params={{ merchantId }}
      toBody={toBody}
      inputs={{
        mandateId: mandateInput(merchantId, mayAsk),
        amount: amountInput(merchantId),
      }}
      renderPreview={(values) => (
        <Allowed key={textOf(values['mandateId'])} merchantId={merchantId} values={values} />
      )}
      blocked={blocked}
      onSaved={refreshDebits}
      done={{
        place: LIST_PLACE,
        message: ({ reference, amount, customerName, collectionDay }) =>
          `${reference}: ${showMoney(amount)} from ${customerName} on ${showDay(collectionDay)}. The payer is told before.`,
      }}
      onClose={onClose}
    />
  );
}
