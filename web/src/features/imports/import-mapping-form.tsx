import { Button, NativeSelect } from '@mantine/core';
import {
  IMPORT_COLUMN_NAMES,
  IMPORT_COLUMNS,
  type ImportMapping,
} from '@tegeka/contract/customers/customer-import-rules.ts';
import type { CustomerImport } from '@tegeka/contract/customers/customer-imports.ts';
import { type FormEvent, useState } from 'react';
import { checkWith, CONFLICTS } from './import-calls.ts';
import { ImportCancel } from './import-dialogs.tsx';
import {
  columnChoices,
  type MappingErrors,
  mappingErrors,
  missingColumns,
} from './import-mapping.ts';
import { ImportCard, type ImportPart } from './import-parts.tsx';
import { stageOf } from './import-words.ts';
import { SHOW_ANEW } from '#ui/feedback/action-dialog.tsx';
import { useBusy } from '#ui/feedback/busy.ts';
import { type CallOutcome, outcomeOf } from '#platform/call/call-failed.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { FieldError } from '#ui/form/field-note.tsx';
import layout from '#ui/shell/layout.module.css';

const AND = new Intl.ListFormat('en', { type: 'conjunction' });

function MappingNeeded({ mapping }: Pick<CustomerImport, 'mapping'>) {
  const missing = missingColumns(mapping);
  return (
    <NoteBox tone="warning" title="We need your help">
      The names in your file do not tell us which column is{' '}
      {missing.length > 0 ? AND.format(missing) : 'which'}. Choose below, and we check the file. If
      your file has no names of columns above its customers, cancel, add them, and upload it again.
    </NoteBox>
  );
}

interface FieldsProps {
  columns: readonly string[];
  mapping: ImportMapping;
  errors: MappingErrors;
  onChange: (mapping: ImportMapping) => void;
}

function Fields({ columns, mapping, errors, onChange }: FieldsProps) {
  return (
    <div className={layout.fields}>
      {IMPORT_COLUMN_NAMES.map((name) => {
        const { label, required } = IMPORT_COLUMNS[name];
        const none = required ? 'Choose a column…' : 'Not in the file';
        return (
          <NativeSelect
            key={name}
            label={label}
            required={required}
            size="md"
            inputWrapperOrder={['label', 'input', 'error']}
            error={errors[name] && <FieldError>{errors[name]}</FieldError>}
            data={[{ value: '', label: none }, ...columnChoices(columns)]}
            value={String(mapping[name] ?? '')}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...mapping, [name]: value === '' ? undefined : Number(value) })
            }
          />
        );
      })}
    </div>
  );
}

/** Which column of the file is which of ours. */
export function ImportMappingForm(part: ImportPart) {
  const { ids, upload, search, onSearch } = part;
  const [mapping, setMapping] = useState(upload.mapping);
  const [errors, setErrors] = useState<MappingErrors>({});
  const [outcome, setOutcome] = useState<CallOutcome<CustomerImport> | null>(null);
  const [working, run] = useBusy();
  const waiting = stageOf(upload) === 'COLUMNS';
  const check = async () => {
    setOutcome(null);
    const next = await outcomeOf(checkWith(ids, mapping));
    if (next.kind === 'saved') part.moved(next.value);
    else setOutcome(next);
  };
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const wrong = mappingErrors(mapping);
    setErrors(wrong ?? {});
    if (!wrong) return void run(check);
    // In the next frame what was found wrong is drawn.
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <ImportCard heading="Which column is which?">
      {waiting ? (
        <MappingNeeded {...upload} />
      ) : (
        <p className={layout.text}>Change what we got wrong. Then we check the whole file again.</p>
      )}
      <form noValidate className={layout.stack} onSubmit={send}>
        <Fields columns={upload.columns} mapping={mapping} errors={errors} onChange={setMapping} />
        <div role="alert" className={layout.notes}>
          {outcome && outcome.kind !== 'saved' && (
            <NoteBox tone="bad">
              <p>{outcome.words}</p>
              {outcome.kind === 'refused' && CONFLICTS.includes(outcome.code) && (
                <Button size="xs" mt="xs" variant="default" onClick={() => void part.reload()}>
                  {SHOW_ANEW}
                </Button>
              )}
            </NoteBox>
          )}
        </div>
        <div className={layout.actions}>
          <Button type="submit" loading={working}>
            Check the file
          </Button>
          {waiting ? (
            <ImportCancel part={part} />
          ) : (
            <Button variant="default" onClick={() => onSearch({ ...search, columns: undefined })}>
              Back to the result
            </Button>
          )}
        </div>
      </form>
    </ImportCard>
  );
}
