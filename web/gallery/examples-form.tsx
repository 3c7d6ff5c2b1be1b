import type { Field, FieldKind, Fields } from '@tegeka/contract/kit/fields.ts';
import { CUSTOMER_FIELDS } from '@tegeka/contract/customers/customer-commands.ts';
import { LOGO } from '@tegeka/contract/files.ts';
import * as z from 'zod/mini';
import { ConflictForm } from '#ui/form/conflict-form.tsx';
import { DayField } from '#ui/form/day-field.tsx';
import { FileField } from '#ui/form/file-field.tsx';
import { ChoiceControl, FieldSets, FormControl } from '#ui/form/form-control.tsx';
import { FormFailure, FormFoot, FormFoundAgain } from '#ui/form/form-notes.tsx';
import type { FormValue } from '#ui/form/form-values.ts';
import { LookupField } from '#ui/form/lookup-field.tsx';
import { CHOICES, customersOf } from '#ui/form/merchant-lookups.ts';
import { RadioField } from '#ui/form/radio-field.tsx';
import { FieldError, PhoneField, TextField } from '#ui/form/text-field.tsx';
import { amina, MERCHANT_ID } from './gallery-answers.ts';
import { type Examples, Held, nothing } from './gallery-example.tsx';

const ERROR = 'Enter at least 3 characters';
const HINT = 'As the bank writes it';

const field = (kind: FieldKind, more: Partial<Field> = {}): Field => ({
  label: `A field of the kind ${kind}`,
  kind,
  schema: z.unknown(),
  hint: HINT,
  ...more,
});
const OPTIONS = [
  { value: 'month', label: 'Every month' },
  { value: 'week', label: 'Every week' },
];
const KINDS: Fields = {
  text: field('text', { placeholder: 'Such as Nile Traders' }),
  textarea: field('textarea'),
  phone: field('phone'),
  email: field('email'),
  money: field('money'),
  date: field('date'),
  select: field('select', { options: OPTIONS }),
  checkbox: field('checkbox'),
  file: field('file', { file: LOGO }),
  accountNumber: field('accountNumber'),
};
const FILLED: Readonly<Record<string, FormValue>> = {
  text: 'Nile Traders',
  textarea: 'Two lines',
  phone: '772345678',
  email: 'amina@nile-traders.example',
  money: '50,000',
  date: '2026-04-07',
  select: 'month',
  checkbox: true,
  accountNumber: '80020003412901',
};

const controls = (values: Readonly<Record<string, FormValue>>, error?: string) => (
  <FieldSets
    sets={[{ title: 'A set of fields', fields: KINDS }]}
    renderInput={(name, shown) => (
      <Held<FormValue> start={values[name] ?? ''}>
        {(value, onChange) => (
          <FormControl name={name} field={shown} value={value} error={error} onChange={onChange} />
        )}
      </Held>
    )}
  />
);
const day = (start: string, error?: string) => (
  <Held start={start}>
    {(value, onChange) => (
      <DayField name="day" label="First debit" hint={HINT} {...{ value, error, onChange }} />
    )}
  </Held>
);
const file = (props: Partial<Parameters<typeof FileField>[0]>) => (
  <FileField
    label="Logo"
    note="JPG or PNG, up to 2 MB"
    part={LOGO}
    file={null}
    onChoose={nothing}
    {...props}
  />
);
const chosen = { name: 'logo.png', size: 48_120, previewUrl: '/logo.svg' };
const radio = (start: string, error?: string) => (
  <Held start={start}>
    {(value, onChange) => (
      <RadioField
        name="what"
        label="What is it?"
        choices={[
          { value: 'fee', label: 'A fee', text: 'The bank kept it.' },
          { value: 'loss', label: 'A loss', text: 'It can not be found.' },
        ]}
        {...{ value, error, onChange }}
      />
    )}
  </Held>
);
const lookup = (start: string, error?: string) => (
  <Held start={start}>
    {(value, onChange) => (
      <LookupField
        name="customer"
        label="Customer"
        hint={HINT}
        lookup={customersOf(MERCHANT_ID)}
        {...{ value, error, onChange }}
      />
    )}
  </Held>
);
const choice = () => (
  <ChoiceControl
    name="bank"
    field={field('select')}
    value=""
    error={undefined}
    choices={CHOICES.banks}
    onChange={nothing}
  />
);
const base = { firstName: 'Amina', lastName: 'Nakati', phoneNumber: '772345678' };
const conflict = (theirs: Record<string, FormValue>) => (
  <ConflictForm
    id="conflict"
    fields={CUSTOMER_FIELDS}
    options={{}}
    versions={{ base, mine: { ...base, lastName: 'Nakato' }, theirs: { ...base, ...theirs } }}
    what="customer"
    by="Brian Okello"
    at="7 April 2026, 15:30"
    onSettle={nothing}
  />
);
const foot = (props: Partial<Parameters<typeof FormFoot>[0]>) => (
  <FormFoot form="none" action="Save" saving={false} blocked={null} onClose={nothing} {...props} />
);

export const formExamples: Examples = {
  ChoiceControl: {
    alone: 'example',
    states: { choices: choice, none: choice, loading: choice, failed: choice },
  },
  ConflictForm: {
    states: {
      disputed: () => conflict({ lastName: 'Nakatto' }),
      'other fields': () => conflict({ firstName: 'Aminah' }),
    },
  },
  DayField: {
    states: {
      empty: () => day(''),
      filled: () => day('2026-04-07'),
      'no day': () => day('7 Apirl', 'Enter a day as 7/4/2026'),
    },
  },
  FieldError: { states: { shown: () => <FieldError>{ERROR}</FieldError> } },
  FieldSets: { states: { empty: () => controls({}) } },
  FileField: {
    states: {
      empty: () => file({}),
      roomy: () => file({ roomy: true }),
      chosen: () => file({ file: chosen, onRemove: nothing }),
      error: () => file({ error: 'The file is larger than 2 MB.' }),
    },
  },
  FormControl: {
    states: { filled: () => controls(FILLED), error: () => controls(FILLED, ERROR) },
  },
  FormFailure: {
    states: {
      failure: () => <FormFailure failure="There is no connection to the server." lost={false} />,
      lost: () => <FormFailure failure={null} lost />,
    },
  },
  FormFoot: {
    states: {
      ready: () => foot({}),
      saving: () => foot({ saving: true }),
      blocked: () => foot({ blocked: 'The business is not approved yet.' }),
    },
  },
  FormFoundAgain: { states: { shown: () => <FormFoundAgain onStartOver={nothing} /> } },
  LookupField: {
    alone: 'example',
    states: {
      empty: () => lookup(''),
      chosen: () => lookup(amina.id),
      error: () => lookup('', 'Choose a customer'),
      loading: () => lookup(''),
      failed: () => lookup(''),
    },
  },
  PhoneField: {
    states: {
      empty: () => <PhoneField value="" note="For codes by SMS" onChange={nothing} />,
      error: () => <PhoneField value="12" error="This is no number" onChange={nothing} />,
    },
  },
  RadioField: {
    states: {
      empty: () => radio(''),
      chosen: () => radio('fee'),
      error: () => radio('', 'Choose one'),
    },
  },
  TextField: {
    states: {
      empty: () => <TextField label="Name" hint={HINT} placeholder="Such as Nile Traders" />,
      filled: () => <TextField label="Name" hint={HINT} defaultValue="Nile Traders" />,
      error: () => <TextField label="Name" defaultValue="N" error={ERROR} />,
      disabled: () => <TextField label="Name" defaultValue="Nile Traders" disabled />,
    },
  },
};
