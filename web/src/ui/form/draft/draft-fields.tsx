import type { Field } from '@tegeka/contract/kit/fields.ts';
import type { DraftFile } from '#ui/form/draft/field-draft.ts';
import type { FieldErrors, LoadedOptions } from '#ui/form/draft/field-errors.ts';
import { FieldComment } from '#ui/form/field-note.tsx';
import { FormControl } from '#ui/form/form-control.tsx';
import { FileInput } from '#ui/form/draft/file-input.tsx';
import type { DraftHandle } from '#ui/form/draft/use-field-draft.ts';
import css from './draft-fields.module.css';

interface DraftFieldsProps {
  /** What is asked for, in the order of the form. */
  fields: Readonly<Record<string, Field>>;
  hand: DraftHandle;
  errors: FieldErrors;
  /** What a reviewer asks to have corrected. */
  comments?: FieldErrors;
  loaded?: LoadedOptions;
  /** What stays where nothing is typed. */
  keeps?: Readonly<Record<string, string>>;
  /** Documents that stay unless others take their places. */
  registered?: Readonly<Record<string, DraftFile>>;
  onChanged: (key: string) => void;
}

/** The inputs of some fields of a catalogue, bound to a draft. */
export function DraftFields(props: DraftFieldsProps) {
  const { hand, onChanged } = props;
  const { texts, files } = hand.draft;
  return (
    <div className={css.fields}>
      {Object.entries(props.fields).map(([key, field]) => {
        const comment = props.comments?.[key];
        const common = {
          field,
          error: props.errors[key],
          note: comment && <FieldComment>{comment}</FieldComment>,
        };
        if (field.kind === 'file') {
          return (
            <div key={key} className={css.wide}>
              <FileInput
                {...common}
                file={files[key] ?? null}
                registered={props.registered?.[key]}
                onCheck={hand.addCheck}
                onChange={(file) => {
                  hand.setFile(key, file);
                  onChanged(key);
                }}
              />
            </div>
          );
        }
        const keeps = props.keeps?.[key];
        return (
          <FormControl
            key={key}
            name={key}
            {...common}
            {...(keeps !== undefined && { required: false })}
            note={common.note ?? (keeps && `Leave empty to keep ${keeps}`)}
            value={texts[key] ?? ''}
            options={props.loaded?.[key]}
            onChange={(value, label) => {
              hand.setText(key, typeof value === 'string' ? value : '', label);
              onChanged(key);
            }}
          />
        );
      })}
    </div>
  );
}
