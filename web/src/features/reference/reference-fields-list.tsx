import type { Schema } from '#features/reference/reference-document.ts';
import { type Field, fieldGroupsOf } from '#features/reference/reference-fields.ts';
import css from './reference.module.css';

function FieldRow({ field, answered }: { field: Field; answered: boolean }) {
  const { name, depth, words, required, note } = field;
  return (
    <div className={css.field} data-depth={depth}>
      <dt>
        <code>{name}</code>
        {!answered && required && <span className={css.needed}>required</span>}
        {answered && !required && <span className={css.needed}>not always</span>}
      </dt>
      <dd>
        {words}
        {note && <span className={css.note}>{note}</span>}
      </dd>
    </div>
  );
}

/** Fields with their types. Nested fields are indented below. */
export function ReferenceFields(props: { fields: readonly Field[]; answered?: true }) {
  const { fields, answered = false } = props;
  return (
    <dl className={css.fields}>
      {fields.map((field, at) => (
        <FieldRow key={`${at} ${field.name}`} field={field} answered={answered} />
      ))}
    </dl>
  );
}

/**
 * The fields of a schema, for each of its variants. `answered`: part of an answer, not of a
 * request.
 */
export function ReferenceSchema({ schema, answered }: { schema: Schema; answered?: true }) {
  return fieldGroupsOf(schema).map(({ title, fields }, at) => (
    <div key={`${at} ${title}`}>
      {title && <p className={css.form}>With {title}</p>}
      <ReferenceFields fields={fields} {...(answered && { answered })} />
    </div>
  ));
}
