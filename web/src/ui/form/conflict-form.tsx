import type { Fields } from '@tegeka/contract/kit/fields.ts';
import { PHONE_PREFIX } from '@tegeka/contract/kit/phone.ts';
import { type FormEvent, useState } from 'react';
import { ChangedValue } from '#ui/detail/changed-value.tsx';
import { useFocusFirst } from '#ui/feedback/busy.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { FieldError } from './text-field.tsx';
import {
  type Choices,
  disputed,
  firstChoices,
  type FormValue,
  type FormValues,
  merged,
  type Side,
  undisputed,
  type Versions,
} from './form-values.ts';
import layout from '#ui/shell/layout.module.css';
import css from './form.module.css';

interface ConflictFormProps {
  /** The form's id, for its button outside of it. */
  id: string;
  fields: Fields;
  versions: Versions;
  /** What was changed, such as 'customer'. */
  what: string;
  /** Who saved the newer version, and when. Null if that is not known. */
  by: string | null;
  at: string | null;
  onSettle: (values: FormValues) => void;
}

function shown(fields: Fields, key: string, value: FormValue | undefined): string {
  const field = fields[key];
  if (value instanceof File) return value.name;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = value?.trim() ?? '';
  if (text === '') return 'nothing';
  if (field?.kind === 'phone') return `${PHONE_PREFIX} ${text}`;
  return field?.options?.find((option) => option.value === text)?.label ?? text;
}

interface ChoiceProps {
  fields: Fields;
  name: string;
  versions: Versions;
  chosen: Side | undefined;
  /** True after an attempt to save without a choice. */
  missing: boolean;
  onChoose: (side: Side) => void;
}

/** A field with both its values to choose from. */
function Choice({ fields, name, versions, chosen, missing, onChoose }: ChoiceProps) {
  const sides = [
    { side: 'mine', words: 'Keep mine' },
    { side: 'theirs', words: 'Take theirs' },
  ] as const;
  return (
    <fieldset className={layout.tight} data-missing={missing}>
      <legend>
        {fields[name]?.label}{' '}
        <span className={layout.dimmed}>was {shown(fields, name, versions.base[name])}</span>
      </legend>
      {sides.map(({ side, words }) => (
        <label key={side} className={`${layout.panel} ${css.choice}`}>
          <input
            type="radio"
            name={name}
            checked={chosen === side}
            onChange={() => onChoose(side)}
          />
          <span className={layout.dimmed}>{words}</span>
          <strong className={layout.broken}>{shown(fields, name, versions[side][name])}</strong>
        </label>
      ))}
      {missing && (
        <p role="alert">
          <FieldError>Choose one of the two</FieldError>
        </p>
      )}
    </fieldset>
  );
}

/** What only this person has changed; it is saved as it is. */
function Undisputed({ fields, versions }: Pick<ConflictFormProps, 'fields' | 'versions'>) {
  const keys = undisputed(fields, versions);
  if (keys.length === 0) return null;
  return (
    <section className={layout.card}>
      <h3>Your other changes, which nobody else touched</h3>
      {keys.map((key) => (
        <div key={key}>
          {fields[key]?.label}:{' '}
          <ChangedValue before={shown(fields, key, versions.base[key])}>
            {shown(fields, key, versions.mine[key])}
          </ChangedValue>
        </div>
      ))}
    </section>
  );
}

/** Both versions of an entity that two people changed, field by field, to choose what is saved. */
export function ConflictForm({ id, fields, versions, ...props }: ConflictFormProps) {
  const keys = disputed(fields, versions);
  const [choices, setChoices] = useState<Choices>(() => firstChoices(fields, versions));
  const [tried, setTried] = useState(false);
  const focusFirst = useFocusFirst('[data-missing="true"] input');
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (keys.every((key) => choices[key])) return props.onSettle(merged(fields, versions, choices));
    focusFirst(event.currentTarget);
  };
  return (
    <form id={id} noValidate className={layout.stack} onSubmit={send}>
      <div role="alert">
        <NoteBox
          tone="warning"
          title={`${props.by ?? 'Somebody else'} changed this ${props.what} while you were editing`}
        >
          <p>
            {props.at && `They saved on ${props.at}. `}Your changes are not saved yet, and not lost
            either.{' '}
            {keys.length === 0
              ? 'They changed other fields than you did: you can save.'
              : 'Choose what to keep, then save.'}
          </p>
        </NoteBox>
      </div>
      {keys.map((key) => (
        <Choice
          key={key}
          fields={fields}
          name={key}
          versions={versions}
          chosen={choices[key]}
          missing={tried && !choices[key]}
          onChoose={(side) => setChoices({ ...choices, [key]: side })}
        />
      ))}
      <Undisputed fields={fields} versions={versions} />
    </form>
  );
}
