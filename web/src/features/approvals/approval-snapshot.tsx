import type { RequestDetail, SnapshotField } from '@tegeka/contract/approvals.ts';
import type { ReactNode } from 'react';
import { ChangedValue } from '#ui/detail/changed-value.tsx';
import { StoredDocument } from '#ui/detail/stored-document.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import css from './approvals.module.css';

function valueOf(field: SnapshotField): ReactNode {
  if (field.kind === 'text') {
    return field.changed ? (
      <ChangedValue before={field.before || null}>{field.value || 'nothing'}</ChangedValue>
    ) : (
      field.value || 'none'
    );
  }
  return (
    <>
      {field.fileUrl === null ? (
        field.value
      ) : (
        <StoredDocument
          label={field.label}
          name={field.value}
          url={field.fileUrl}
          mediaType={field.mediaType ?? ''}
        />
      )}
      {field.changed && (
        <div>
          <ChangedValue before={field.before}>{field.value}</ChangedValue>
        </div>
      )}
    </>
  );
}

function Sections({ fields }: { fields: readonly SnapshotField[] }) {
  return [...Map.groupBy(fields, ({ section }) => section)].map(([section, inside]) => (
    <SummaryCard
      key={section}
      title={section}
      rows={inside.map((field) => [field.label, valueOf(field)] as const)}
    />
  ));
}

/** Of a change, what it would change; all else that stays is a click away. */
function ChangeSnapshot({ fields }: Pick<RequestDetail, 'fields'>) {
  return (
    <>
      <Sections fields={fields.filter(({ changed }) => changed)} />
      <details className={css.rest}>
        <summary>What stays as it is registered</summary>
        <div className={css.stack}>
          <Sections fields={fields.filter(({ changed }) => !changed)} />
        </div>
      </details>
    </>
  );
}

/** What was put up for approval, section by section, with what changed marked. */
export function ApprovalSnapshot({ request }: { request: RequestDetail }) {
  const { shows, words, fields } = request;
  const changes = fields.filter(({ changed }) => changed);
  return (
    <>
      {changes.length > 0 && (
        <p>
          {words.marked}: <strong>{changes.map(({ label }) => label).join(', ')}</strong>
        </p>
      )}
      {shows === 'CHANGES' && changes.length > 0 ? (
        <ChangeSnapshot fields={fields} />
      ) : (
        <Sections fields={fields} />
      )}
    </>
  );
}
