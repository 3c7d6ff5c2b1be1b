import type { Operation, Parameter } from '#features/reference/reference-document.ts';
import { ReferenceAnswers } from '#features/reference/reference-answers.tsx';
import { ReferenceCode } from '#features/reference/reference-code.tsx';
import { curlOf, type OwnIds } from '#features/reference/reference-curl.ts';
import { type Field, wordsOf } from '#features/reference/reference-fields.ts';
import { ReferenceFields, ReferenceSchema } from '#features/reference/reference-fields-list.tsx';
import { ReferenceProse } from '#features/reference/reference-prose.tsx';
import layout from '#ui/shell/layout.module.css';
import css from './reference.module.css';

const PLACES = { path: 'In the address', query: 'In the query', header: 'Headers' } as const;

function fieldOf({ name, schema, required, description }: Parameter): Field {
  const otherwise = schema['default'];
  const words = wordsOf(schema);
  const text =
    otherwise === undefined ? words : `${words}; ${JSON.stringify(otherwise)} by default`;
  // Backticks are Markdown.
  return { name, required, depth: 0, words: text, note: description.replaceAll('`', '') };
}

function Parameters({ operation }: { operation: Operation }) {
  return (['path', 'query', 'header'] as const).map((place) => {
    const fields = operation.parameters.filter((one) => one.in === place).map(fieldOf);
    return (
      fields.length > 0 && (
        <section key={place}>
          <h3 className={css.subheading}>{PLACES[place]}</h3>
          <ReferenceFields fields={fields} />
        </section>
      )
    );
  });
}

function Body({ operation }: { operation: Operation }) {
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  if (!media?.schema) return null;
  return (
    <section>
      <h3 className={css.subheading}>
        Body <span className={css.media}>{type}</span>
      </h3>
      <ReferenceSchema schema={media.schema} />
    </section>
  );
}

/** One operation: description, parameters, body, answers, and a curl command. */
export function ReferenceOperation(props: { operation: Operation; server: string; own: OwnIds }) {
  const { operation, server, own } = props;
  const { method, path, summary, description } = operation;
  return (
    <article className={`${layout.card} ${css.article}`} aria-labelledby="reference-heading">
      <h2 id="reference-heading" className={layout.title}>
        {summary.replace(/\.$/, '')}
      </h2>
      <p className={css.address}>
        <span className={css.method} data-method={method}>
          {method}
        </span>{' '}
        <code>{path}</code>
      </p>
      <ReferenceProse markdown={description} />
      <ReferenceCode label="Example in curl" text={curlOf(operation, server, own)} />
      <Parameters operation={operation} />
      <Body operation={operation} />
      <ReferenceAnswers operation={operation} />
    </article>
  );
}
