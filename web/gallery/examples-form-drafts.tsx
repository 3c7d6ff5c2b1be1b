import { Button } from '@mantine/core';
import { createCustomer, CUSTOMER_FIELDS } from '@tegeka/contract/customers/customer-commands.ts';
import { LOGO } from '@tegeka/contract/files.ts';
import * as z from 'zod/mini';
import { DraftForm, DraftNotes } from '#ui/form/draft/draft-form.tsx';
import type { DraftFile } from '#ui/form/draft/field-draft.ts';
import type { FieldErrors } from '#ui/form/draft/field-errors.ts';
import { FileInput } from '#ui/form/draft/file-input.tsx';
import { useFieldDraft } from '#ui/form/draft/use-field-draft.ts';
import { FormDrawer } from '#ui/form/form-drawer.tsx';
import { type FormValues, valuesOf } from '#ui/form/form-values.ts';
import { amina, MERCHANT_ID } from './gallery-answers.ts';
import { type Examples, Held, nothing, Pressed } from './gallery-example.tsx';

const EMPTY = { texts: {}, chosen: {}, files: {} };
const FILLED = valuesOf(CUSTOMER_FIELDS, amina);
const SUBMIT = 'footer button[type=submit]';
const { firstName, lastName, phoneNumber } = CUSTOMER_FIELDS;

/** A draft that is kept under a name of its own. */
const useGalleryDraft = () =>
  useFieldDraft(
    { name: 'gallery', email: 'gallery@tegeka.example', basis: '' },
    { draft: EMPTY, fresh: EMPTY, attempt: null, isOlder: false },
  );

interface DraftExampleProps {
  comments?: FieldErrors;
  refused?: FieldErrors;
  failure?: string;
}

function DraftExample({ comments = {}, refused = {}, failure }: DraftExampleProps) {
  return (
    <DraftForm
      handle={useGalleryDraft()}
      sets={[{ title: 'The owner', fields: { firstName, lastName, phoneNumber } }]}
      comments={comments}
      loaded={{}}
      refused={refused}
      onRefused={nothing}
      {...(failure && { failure })}
      check={() => null}
      actions={<Button type="submit">Next</Button>}
      onPassed={nothing}
    />
  );
}

function NotesExample({ lost }: { lost: boolean }) {
  const review = { reason: 'Incomplete documents', comment: 'The certificate is cut off.' };
  return <DraftNotes handle={{ ...useGalleryDraft(), lost }} review={lost ? null : review} />;
}

const stored: DraftFile = {
  kind: 'stored',
  stored: {
    id: amina.id,
    name: 'logo.png',
    url: `/api/v1/files/${amina.id}`,
    mediaType: 'image/png',
    size: 2000,
  },
};
const input = (start: DraftFile | null, error?: string) => (
  <Held start={start}>
    {(file, onChange) => (
      <FileInput
        field={{ label: 'Logo', kind: 'file', schema: z.unknown(), file: LOGO }}
        registered={start}
        onCheck={nothing}
        {...{ file, error, onChange }}
      />
    )}
  </Held>
);
const drawer = (name: string, chosen: FormValues, blocked: string | null = null) => (
  <FormDrawer
    heading="New customer"
    action="Add customer"
    draft={`gallery ${name}`}
    fields={CUSTOMER_FIELDS}
    endpoint={createCustomer}
    params={{ merchantId: MERCHANT_ID }}
    chosen={chosen}
    blocked={blocked}
    another={() => 'Added'}
    onSaved={nothing}
    onClose={nothing}
  />
);

export const draftExamples: Examples = {
  DraftForm: {
    states: {
      empty: () => <DraftExample />,
      reviewed: () => <DraftExample comments={{ lastName: 'Not as in the certificate' }} />,
      refused: () => (
        <DraftExample
          refused={{ phoneNumber: 'This number is used already' }}
          failure="Please correct what is marked."
        />
      ),
    },
  },
  DraftNotes: {
    states: { review: () => <NotesExample lost={false} />, lost: () => <NotesExample lost /> },
  },
  FileInput: {
    states: {
      empty: () => input(null),
      stored: () => input(stored),
      error: () => input(null, 'The logo is missing'),
    },
  },
  FormDrawer: {
    alone: 'example',
    states: {
      empty: () => drawer('empty', {}),
      filled: () => drawer('filled', FILLED),
      blocked: () => drawer('blocked', {}, 'The business is not approved yet.'),
      errors: () => <Pressed at={SUBMIT}>{drawer('errors', {})}</Pressed>,
      sending: () => <Pressed at={SUBMIT}>{drawer('sending', FILLED)}</Pressed>,
      failed: () => <Pressed at={SUBMIT}>{drawer('failed', FILLED)}</Pressed>,
    },
  },
};
