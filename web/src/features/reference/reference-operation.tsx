import { CopyButton } from '#ui/detail/copy-button.tsx';
import { curlOf, jsonText, type OwnIds } from '#features/reference/reference-curl.ts';
import {
  blocksOf,
  type Operation,
  type Parameter,
  type Schema,
} from '#features/reference/reference-document.ts';
import { type Field, fieldGroupsOf, describeType } from '#features/reference/reference-fields.ts';
import layout from '#ui/shell/layout.module.css';
import css from './reference.module.css';

/** A code block with a copy button. Scrollable by keyboard too. */
function Code({ label, text }: { label: string; text: string }) {
  return (
    <div className={`${layout.panel} ${css.code}`}>
      <div className={`${layout.split} ${layout.small} ${css.codeHead}`}>
        {label}
        <CopyButton text={text} what={label} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section className={css.codeText} tabIndex={0} aria-label={label}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
    </div>
  );
}

/** A line of a description: its parts between backticks are code. */
function Line({ text }: { text: string }) {
  return text
    .split('`')
    .map((part, at) => (at % 2 === 1 ? <code key={`${at} ${part}`}>{part}</code> : part));
}

export function ReferenceProse({ markdown }: { markdown: string }) {
  const blocks = blocksOf(markdown);
  return (
    <div className={`${layout.stack} ${css.prose}`}>
      {blocks.map(({ kind, text }, at) => {
        const key = `${at} ${kind}`;
        if (kind === 'heading') return <h3 key={key}>{text}</h3>;
        if (kind === 'paragraph') {
          return (
            <p key={key}>
              <Line text={text} />
            </p>
          );
        }
        const heading = blocks.slice(0, at).findLast((block) => block.kind === 'heading');
        return <Code key={key} label={`Example: ${heading?.text ?? 'in short'}`} text={text} />;
      })}
    </div>
  );
}

/** Fields with their types; nested ones are indented. `answered`: of an answer, not of a request. */
function Fields({ fields, answered = false }: { fields: readonly Field[]; answered?: boolean }) {
  return (
    <dl className={css.fields}>
      {fields.map(({ name, depth, text, required, note }, at) => (
        <div key={`${at} ${name}`} data-depth={depth}>
          <dt>
            <code>{name}</code>
            {!answered && required && (
              <span className={`${layout.small} ${css.needed}`}>required</span>
            )}
            {answered && !required && (
              <span className={`${layout.small} ${css.needed}`}>not always</span>
            )}
          </dt>
          <dd>
            {text}
            {note && (
              <div className={layout.when}>
                <Line text={note} />
              </div>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function SchemaFields({ schema, answered }: { schema: Schema; answered?: boolean }) {
  return fieldGroupsOf(schema).map(({ title, fields }, at) => (
    <div key={`${at} ${title}`}>
      {title && <strong>With {title}</strong>}
      <Fields fields={fields} answered={answered ?? false} />
    </div>
  ));
}

const PLACES = { path: 'In the address', query: 'In the query', header: 'Headers' } as const;

function parameterField({ name, schema, required, description }: Parameter): Field {
  const otherwise = schema['default'];
  const type = describeType(schema);
  const text = otherwise === undefined ? type : `${type}; ${JSON.stringify(otherwise)} by default`;
  return { name, required, depth: 0, text, note: description };
}

function Request({ operation: { parameters, requestBody } }: { operation: Operation }) {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  return (
    <>
      {(['path', 'query', 'header'] as const).map((place) => {
        const fields = parameters.filter((one) => one.in === place).map(parameterField);
        if (fields.length === 0) return null;
        return (
          <section key={place}>
            <h3>{PLACES[place]}</h3>
            <Fields fields={fields} />
          </section>
        );
      })}
      {media?.schema && (
        <section>
          <h3>
            Body <span className={layout.when}>{type}</span>
          </h3>
          <SchemaFields schema={media.schema} />
        </section>
      )}
    </>
  );
}

/** The answers of an operation: success, and each error with its code and text. */
function Answers({ operation: { responses } }: { operation: Operation }) {
  const answers = Object.entries(responses);
  const isSuccess = (status: string) => status.startsWith('2');
  return (
    <>
      {answers
        .filter(([status]) => isSuccess(status))
        .map(([status, { content, description }]) => {
          const { schema, example } = content['application/json'] ?? {};
          const files = Object.keys(content).filter((type) => type !== 'application/json');
          return (
            <section key={status} className={layout.stack}>
              <h3>Answer {status}</h3>
              <p>
                {description}
                {files.length > 0 && ` It is ${files.join(', ')}.`}
              </p>
              {example !== undefined && <Code label="Example answer" text={jsonText(example)} />}
              {schema && <SchemaFields schema={schema} answered />}
            </section>
          );
        })}
      <h3>Refusals</h3>
      <dl className={css.fields}>
        {answers
          .filter(([status]) => !isSuccess(status))
          .map(([status, { description }]) => (
            <div key={status} className={css.refusal}>
              <dt>{status}</dt>
              <dd>
                <ReferenceProse markdown={description} />
              </dd>
            </div>
          ))}
      </dl>
    </>
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
      <p>
        <span className={css.method} data-method={method}>
          {method}
        </span>{' '}
        <code>{path}</code>
      </p>
      <ReferenceProse markdown={description} />
      <Code label="Example in curl" text={curlOf(operation, server, own)} />
      <Request operation={operation} />
      <Answers operation={operation} />
    </article>
  );
}
