import { useInfiniteQuery } from '@tanstack/react-query';
import type { Customer } from '@tegeka/contract/customers.ts';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import { type FormEvent, useState } from 'react';
import { eventsQuery } from '#features/customers/customer-calls.ts';
import { type CustomerTexts, textsOf } from '#features/customers/customer-draft.ts';
import {
  type Choices,
  type Difference,
  differencesOf,
  firstChoices,
  merged,
  onlyMine,
  type Readings,
  type Side,
} from '#features/customers/customer-merge.ts';
import { CUSTOMER_LABELS, type CustomerField } from '#features/customers/customer-words.ts';
import { cache } from '#platform/call/cache.ts';
import { ChangedValue } from '#ui/detail/changed-value.tsx';
import { FieldError } from '#ui/form/field-note.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import css from './customers.module.css';

interface CustomerConflictProps {
  /** The form's id, for its button outside of it. */
  id: string;
  merchantId: string;
  /** What the form was made from, and what stands in it. */
  base: CustomerTexts;
  mine: CustomerTexts;
  /** What somebody else saved meanwhile. */
  newer: Customer;
  onSettle: (texts: CustomerTexts) => void;
}

const shown = (field: CustomerField, text: string) => {
  if (text.trim() === '') return 'nothing';
  return field === 'phoneNumber' ? `+256 ${text}` : text;
};

interface ChoiceProps {
  difference: Difference;
  chosen: Side | undefined;
  /** True once it was tried to save without choosing. */
  missing: boolean;
  onChoose: (side: Side) => void;
}

/** A field with both its values, one of which is to stand. */
function Choice({ difference, chosen, missing, onChoose }: ChoiceProps) {
  const { field, before } = difference;
  const label = CUSTOMER_LABELS[field];
  const sides = [
    { side: 'mine', words: 'Keep mine', text: difference.mine },
    { side: 'theirs', words: 'Take theirs', text: difference.theirs },
  ] as const;
  return (
    <fieldset className={css.choice} data-missing={missing && chosen === undefined}>
      <legend>
        {label} <span className={css.nothing}>was {shown(field, before)}</span>
      </legend>
      {sides.map(({ side, words, text }) => (
        <label key={side} className={css.side}>
          <input
            type="radio"
            name={field}
            checked={chosen === side}
            onChange={() => onChoose(side)}
          />
          <span className={css.sideWords}>{words}</span>
          <span className={css.sideText}>{shown(field, text)}</span>
        </label>
      ))}
      {missing && chosen === undefined && (
        <p role="alert">
          <FieldError>Choose one of the two</FieldError>
        </p>
      )}
    </fieldset>
  );
}

/** Who was quicker, and when. */
function Quicker({
  merchantId,
  newer,
  nothing,
}: { nothing: boolean } & Pick<CustomerConflictProps, 'merchantId' | 'newer'>) {
  const { data } = useInfiniteQuery(eventsQuery(merchantId, newer.id), cache);
  const by = data?.pages[0]?.content[0]?.by ?? 'Somebody else';
  return (
    <NoteBox tone="warning" title={`${by} changed this customer while you were editing`}>
      <p>
        They saved on {showMoment(newer.updatedAt)}. Your changes are not saved yet, and not lost
        either.{' '}
        {nothing
          ? 'They changed other fields than you did: you can save.'
          : 'Choose what to keep, then save.'}
      </p>
    </NoteBox>
  );
}

/** What only this person has changed; it is saved as it is. */
function Undisputed({ readings }: { readings: Readings }) {
  const fields = onlyMine(readings);
  if (fields.length === 0) return null;
  return (
    <section className={css.card}>
      <h3>Your other changes, which nobody else touched</h3>
      {fields.map((field) => (
        <div key={field}>
          {CUSTOMER_LABELS[field]}:{' '}
          <ChangedValue before={shown(field, readings.base[field])}>
            {shown(field, readings.mine[field])}
          </ChangedValue>
        </div>
      ))}
    </section>
  );
}

/** Both versions of a customer, field by field, to choose what is saved. */
export function CustomerConflict(props: CustomerConflictProps) {
  const readings = { base: props.base, mine: props.mine, theirs: textsOf(props.newer) };
  const differences = differencesOf(readings);
  const [choices, setChoices] = useState<Choices>(() => firstChoices(readings));
  const [missing, setMissing] = useState(false);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const open = differences.some(({ field }) => choices[field] === undefined);
    setMissing(open);
    if (!open) return props.onSettle(merged(readings, choices));
    // In the next frame what was found missing is drawn.
    requestAnimationFrame(() =>
      form.querySelector<HTMLElement>('[data-missing="true"] input')?.focus(),
    );
  };
  return (
    <form id={props.id} noValidate className={css.stack} onSubmit={send}>
      <div role="alert">
        <Quicker
          merchantId={props.merchantId}
          newer={props.newer}
          nothing={differences.length === 0}
        />
      </div>
      {differences.map((difference) => (
        <Choice
          key={difference.field}
          difference={difference}
          chosen={choices[difference.field]}
          missing={missing}
          onChoose={(side) => setChoices({ ...choices, [difference.field]: side })}
        />
      ))}
      <Undisputed readings={readings} />
    </form>
  );
}
