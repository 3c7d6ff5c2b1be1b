import type { Operation } from '#features/reference/reference-document.ts';
import { ReferenceCode } from '#features/reference/reference-code.tsx';
import { jsonText } from '#features/reference/reference-curl.ts';
import { ReferenceSchema } from '#features/reference/reference-fields-list.tsx';
import { ReferenceProse } from '#features/reference/reference-prose.tsx';
import css from './reference.module.css';

const isSuccess = (status: string) => status.startsWith('2');

function Success({ status, operation }: { status: string; operation: Operation }) {
  const { content, description } = operation.responses[status] ?? { content: {}, description: '' };
  const { schema, example } = content['application/json'] ?? {};
  const files = Object.keys(content).filter((type) => type !== 'application/json');
  return (
    <>
      <h3 className={css.subheading}>Answer {status}</h3>
      <p>
        {description}
        {files.length > 0 && ` It is ${files.join(', ')}.`}
      </p>
      {example !== undefined && <ReferenceCode label="Example answer" text={jsonText(example)} />}
      {schema && <ReferenceSchema schema={schema} answered />}
    </>
  );
}

/** The answers of an operation: success, and each error with its code and text. */
export function ReferenceAnswers({ operation }: { operation: Operation }) {
  const statuses = Object.keys(operation.responses);
  return (
    <>
      {statuses.filter(isSuccess).map((status) => (
        <Success key={status} status={status} operation={operation} />
      ))}
      <h3 className={css.subheading}>Refusals</h3>
      <dl className={css.refusals}>
        {statuses
          .filter((status) => !isSuccess(status))
          .map((status) => (
            <div key={status} className={css.refusal}>
              <dt>{status}</dt>
              <dd>
                <ReferenceProse markdown={operation.responses[status]?.description ?? ''} />
              </dd>
            </div>
          ))}
      </dl>
    </>
  );
}
