import { dayShape, showDay } from '@tegeka/contract/kit/day.ts';
import type { Field, Fields } from '@tegeka/contract/kit/fields.ts';
import { PHONE_PREFIX } from '@tegeka/contract/kit/phone.ts';
import { type FormEvent, type ReactNode, useState } from 'react';
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
import { ChoiceLabel, type Choices as Options } from './lookup-choice.ts';
import layout from '#ui/shell/layout.module.css';
import css from './form.module.css';

interface ConflictFormProps {
  /** The form's id, for its button outside of it. */
  id: string;
  fields: Fields;
  /** Options that come from the server, by field. */
  options: Readonly<Record<string, Options>>;
  versions: Versions;
  /** What was changed, such as 'customer'. */
  what: string;
  /** Who saved the newer version, and when. Null if that is not known. */
  by: string | null;
  at: string | null;
  onSettle: (values: FormValues) => void;
}

type VersionsProps = Pick<ConflictFormProps, 'fields' | 'options' | 'versions'>;

interface ShownProps {
  field: Field | undefined;
  options: Options | undefined;
  value: FormValue | undefined;
}

/** A value in words. */
function Shown({ field, options, value }: ShownProps): ReactNode {
  if (value instanceof File) return value.name;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = value?.trim() ?? '';
  if (text === '') return 'nothing';
  if (field?.kind === 'phone') return `${PHONE_PREFIX} ${text}`;
  if (field?.kind === 'date' && dayShape.safeParse(text).success) return showDay(text);
  if (options) return <ChoiceLabel choices={options} value={text} />;
  return field?.options?.find((option) => option.value === text)?.label ?? text;
}

/** Renders a version of a field in words. */
const shownBy =
  ({ fields, options, versions }: VersionsProps) =>
  (name: string, side: keyof Versions) => (
    <Shown field={fields[name]} options={options[name]} value={versions[side][name]} />
  );

interface ChoiceProps extends VersionsProps {
  name: string;
  chosen: Side | undefined;
  /** True after an attempt to save without a choice. */
  missing: boolean;
  onChoose: (side: Side) => void;
}

/** A field with both its values to choose from. */
function Choice({ name, chosen, missing, onChoose, ...props }: ChoiceProps) {
  const shown = shownBy(props);
  const sides = [
    { side: 'mine', text: 'Keep mine' },
    { side: 'theirs', text: 'Take theirs' },
  ] as const;
  return (
    <fieldset className={layout.tight} data-missing={missing}>
      <legend>
        {props.fields[name]?.label} <span className={layout.dimmed}>was {shown(name, 'base')}</span>
      </legend>
      {sides.map(({ side, text }) => (
        <label key={side} className={`${layout.panel} ${css.choice}`}>
          <input
            type="radio"
            name={name}
            checked={chosen === side}
            onChange={() => onChoose(side)}
          />
          <span className={layout.dimmed}>{text}</span>
          <strong className={layout.broken}>{shown(name, side)}</strong>
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
function Undisputed(props: VersionsProps) {
  const { fields, versions } = props;
  const shown = shownBy(props);
  const keys = undisputed(fields, versions);
  if (keys.length === 0) return null;
  return (
    <section className={layout.card}>
      <h3>Your other changes, which nobody else touched</h3>
      {keys.map((key) => (
        <div key={key}>
          {fields[key]?.label}:{' '}
          <ChangedValue before={shown(key, 'base')}>{shown(key, 'mine')}</ChangedValue>
        </div>
      ))}
    </section>
  );
}

/** Both versions of an entity that two people changed, field by field, to choose what is saved. */
export function ConflictForm({ id, fields, options, versions, ...props }: ConflictFormProps) {
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
          options={options}
          name={key}
          versions={versions}
          chosen={choices[key]}
          missing={tried && !choices[key]}
          onChoose={(side) => setChoices({ ...choices, [key]: side })}
        />
      ))}
      <Undisputed fields={fields} options={options} versions={versions} />
    </form>
  );
}
