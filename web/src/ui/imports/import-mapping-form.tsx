import { Button, NativeSelect } from '@mantine/core';
import type { Import } from '@tegeka/contract/imports/import-endpoints.ts';
import { type ImportMapping, mappingErrors } from '@tegeka/contract/imports/import-kind.ts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { checkWith, CONFLICTS } from './import-calls.ts';
import type { PartProps } from './import-screens.ts';
import { columnChoices, missingLabels, stageOf } from './import-words.ts';
import { RELOAD_LABEL } from '#ui/feedback/action-dialog.tsx';
import { useBusy, useFocusFirst } from '#ui/feedback/busy.ts';
import { type CallOutcome, outcomeOf } from '#platform/call/call-failed.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { FieldError } from '#ui/form/text-field.tsx';
import layout from '#ui/shell/layout.module.css';

const AND = new Intl.ListFormat('en', { type: 'conjunction' });

function Introduction({ screens: { kind }, upload }: PartProps) {
  if (stageOf(upload) !== 'COLUMNS') {
    return (
      <p className={layout.text}>Change what we got wrong. Then we check the whole file again.</p>
    );
  }
  const missing = missingLabels(kind, upload.mapping);
  return (
    <NoteBox tone="warning" title="We need your help">
      The names in your file do not tell us which column is{' '}
      {missing.length > 0 ? AND.format(missing) : 'which'}. Choose below, and we check the file. If
      your file has no names of columns above its {kind.many}, cancel, add them, and upload it
      again.
    </NoteBox>
  );
}

interface MappingFormProps extends PartProps {
  /** The other button. */
  children: ReactNode;
}

/** Which column of the file is which of ours. */
export function ImportMappingForm(props: MappingFormProps) {
  const { screens, ids, upload, reload, onMoved, children } = props;
  const { kind } = screens;
  const [mapping, setMapping] = useState<ImportMapping>(upload.mapping);
  const [errors, setErrors] = useState<ReturnType<typeof mappingErrors>>({});
  const [outcome, setOutcome] = useState<CallOutcome<Import> | null>(null);
  const [working, run] = useBusy();
  const focusFirst = useFocusFirst();
  const check = async () => {
    setOutcome(null);
    const next = await outcomeOf(checkWith(screens, ids, mapping));
    if (next.kind === 'saved') onMoved();
    else setOutcome(next);
  };
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = mappingErrors(kind, mapping);
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) return void run(check);
    focusFirst(event.currentTarget);
  };
  return (
    <>
      <Introduction {...props} />
      <form noValidate className={layout.stack} onSubmit={send}>
        <div className={layout.fields}>
          {Object.entries(kind.columns).map(([name, { label, required = false }]) => {
            const none = required ? 'Choose a column…' : 'Not in the file';
            return (
              <NativeSelect
                key={name}
                label={label}
                required={required}
                size="md"
                inputWrapperOrder={['label', 'input', 'error']}
                error={errors[name] && <FieldError>{errors[name]}</FieldError>}
                data={[{ value: '', label: none }, ...columnChoices(upload.columns)]}
                value={String(mapping[name] ?? '')}
                onChange={({ currentTarget: { value } }) =>
                  setMapping({ ...mapping, [name]: value === '' ? undefined : Number(value) })
                }
              />
            );
          })}
        </div>
        <div role="alert" className={layout.notes}>
          {outcome && outcome.kind !== 'saved' && (
            <NoteBox tone="bad">
              <p>{outcome.words}</p>
              {outcome.kind === 'refused' && CONFLICTS.includes(outcome.code) && (
                <Button size="xs" mt="xs" variant="default" onClick={() => void reload()}>
                  {RELOAD_LABEL}
                </Button>
              )}
            </NoteBox>
          )}
        </div>
        <div className={layout.actions}>
          <Button type="submit" loading={working}>
            Check the file
          </Button>
          {children}
        </div>
      </form>
    </>
  );
}
