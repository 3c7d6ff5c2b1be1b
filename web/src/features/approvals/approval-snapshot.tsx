import type { RequestDetail, SnapshotField } from '@tegeka/contract/approvals.ts';
import type { ReactNode } from 'react';
import { ApprovalDocument } from '#features/approvals/approval-document.tsx';
import { ChangedValue } from '#ui/changed-value.tsx';
import { SummaryCard } from '#ui/summary-card.tsx';

function valueOf(field: SnapshotField): ReactNode {
  if (field.kind === 'text') {
    return field.changed ? (
      <ChangedValue before={field.before}>{field.value}</ChangedValue>
    ) : (
      field.value
    );
  }
  return (
    <>
      <ApprovalDocument field={field} />
      {field.changed && (
        <div>
          <ChangedValue before={field.before}>{field.value}</ChangedValue>
        </div>
      )}
    </>
  );
}

/** What was put up for approval, section by section, with what changed marked. */
export function ApprovalSnapshot({ fields }: Pick<RequestDetail, 'fields'>) {
  const sections = [...Map.groupBy(fields, ({ section }) => section)];
  const changes = fields.filter(({ changed }) => changed);
  return (
    <>
      {changes.length > 0 && (
        <p>
          Changed since the attempt before:{' '}
          <strong>{changes.map(({ label }) => label).join(', ')}</strong>
        </p>
      )}
      {sections.map(([section, inside]) => (
        <SummaryCard
          key={section}
          title={section}
          rows={inside.map((field) => [field.label, valueOf(field)] as const)}
        />
      ))}
    </>
  );
}
