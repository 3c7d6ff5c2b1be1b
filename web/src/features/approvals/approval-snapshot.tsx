import type { RequestDetail, SnapshotField } from '@tegeka/contract/approvals.ts';
import type { ReactNode } from 'react';
import { ApprovalDocument } from '#features/approvals/approval-document.tsx';
import { SummaryCard } from '#ui/summary-card.tsx';
import css from './approvals.module.css';

/** A value that differs from the attempt before: what stood there, and what stands there now. */
function Changed({ before, children }: { before: string | null; children: ReactNode }) {
  return (
    <span className={css.changed}>
      <del>{before ?? 'nothing'}</del>
      <span aria-label="became">→</span>
      <ins>{children}</ins>
    </span>
  );
}

function valueOf(field: SnapshotField): ReactNode {
  if (field.kind === 'text') {
    return field.changed ? <Changed before={field.before}>{field.value}</Changed> : field.value;
  }
  return (
    <>
      <ApprovalDocument field={field} />
      {field.changed && (
        <div>
          <Changed before={field.before}>{field.value}</Changed>
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
