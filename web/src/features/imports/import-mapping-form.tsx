import { Button, NativeSelect } from '@mantine/core';
import {
  IMPORT_COLUMN_NAMES,
  IMPORT_COLUMNS,
  type ImportColumn,
} from '@tegeka/contract/customer-import-rules.ts';
import type { CustomerImport } from '@tegeka/contract/customer-imports.ts';
import { type FormEvent, useRef, useState } from 'react';
import { checkWith } from '#features/imports/import-calls.ts';
import { ImportCancel } from '#features/imports/import-dialogs.tsx';
import {
  columnChoices,
  mappingDraftOf,
  missingColumns,
  readyMapping,
} from '#features/imports/import-mapping.ts';
import type { ImportPart } from '#features/imports/import-page.tsx';
import { stageOf } from '#features/imports/import-stage.ts';
import { SHOW_ANEW, type StepFailure, useStep } from '#features/imports/import-step.ts';
import { FieldError } from '#ui/form/field-note.tsx';
import { useFocusHandedOn } from '#ui/shell/focus-page.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import css from './imports.module.css';

const AND = new Intl.ListFormat('en', { type: 'conjunction' });

function Why({ upload }: { upload: CustomerImport }) {
  const missing = missingColumns(upload.mapping);
  if (stageOf(upload) !== 'COLUMNS') {
    return (
      <p className={css.text}>Change what we got wrong. Then we check the whole file again.</p>
    );
  }
  return (
    <NoteBox tone="warning" title="We need your help">
      The names in your file do not tell us which column is{' '}
      {missing.length > 0 ? AND.format(missing) : 'which'}. Choose below, and we check the file. If
      your file has no names of columns above its customers, cancel, add them, and upload it again.
    </NoteBox>
  );
}

/** What went wrong; where the upload has changed meanwhile, the way to see it. */
function StepError({ failure, onReload }: { failure: StepFailure; onReload: () => void }) {
  return (
    <NoteBox tone="bad">
      <p>{failure.words}</p>
      {failure.conflict && (
        <Button size="xs" mt="xs" variant="default" onClick={onReload}>
          {SHOW_ANEW}
        </Button>
      )}
    </NoteBox>
  );
}

interface ColumnFieldProps {
  name: ImportColumn;
  columns: readonly string[];
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function ColumnField({ name, columns, value, error, onChange }: ColumnFieldProps) {
  const { label, required } = IMPORT_COLUMNS[name];
  const none = required ? 'Choose a column…' : 'Not in the file';
  return (
    <NativeSelect
      label={label}
      required={required}
      size="md"
      inputWrapperOrder={['label', 'input', 'error']}
      error={error && <FieldError>{error}</FieldError>}
      data={[{ value: '', label: none }, ...columnChoices(columns)]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Which column of the file is which of ours. */
export function ImportMapping(part: ImportPart) {
  const { ids, upload, view, onView } = part;
  const [draft, setDraft] = useState(() => mappingDraftOf(upload.mapping));
  const [errors, setErrors] = useState<Partial<Record<ImportColumn, string>>>({});
  const [cancelling, setCancelling] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useFocusHandedOn(form);
  const { working, failure, run } = useStep(part.moved);
  const waiting = stageOf(upload) === 'COLUMNS';
  const send = (event: FormEvent) => {
    event.preventDefault();
    const ready = readyMapping(draft);
    setErrors(ready.ready ? {} : ready.errors);
    if (ready.ready) void run(() => checkWith(ids, ready.mapping));
    // In the next frame what was found wrong is drawn.
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
  };
  return (
    <section className={css.card}>
      <h3 className={css.heading}>Which column is which?</h3>
      <Why upload={upload} />
      <form ref={form} noValidate className={css.stack} onSubmit={send}>
        <div className={css.fields}>
          {IMPORT_COLUMN_NAMES.map((name) => (
            <ColumnField
              key={name}
              name={name}
              columns={upload.columns}
              value={draft[name]}
              error={errors[name]}
              onChange={(value) => setDraft({ ...draft, [name]: value })}
            />
          ))}
        </div>
        <div role="alert" className={css.notes}>
          {failure && <StepError failure={failure} onReload={() => void part.reload()} />}
        </div>
        <div className={css.actions}>
          <Button type="submit" loading={working}>
            Check the file
          </Button>
          <Button
            variant="default"
            onClick={() => (waiting ? setCancelling(true) : onView({ ...view, columns: false }))}
          >
            {waiting ? 'Cancel the upload' : 'Back to the result'}
          </Button>
        </div>
      </form>
      {cancelling && <ImportCancel part={part} onClose={() => setCancelling(false)} />}
    </section>
  );
}
