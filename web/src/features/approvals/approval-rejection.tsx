import { NativeSelect, Textarea } from '@mantine/core';
import type { RequestDetail } from '@tegeka/contract/approvals.ts';
import type { DecisionDraft } from '#features/approvals/approval-decision.ts';
import { FieldError } from '#ui/form/field-note.tsx';

interface RejectionProps {
  request: RequestDetail;
  draft: DecisionDraft;
  errors: Record<string, string>;
  onChange: (draft: DecisionDraft) => void;
}

/** Why a request is turned down for good. */
export function ApprovalRejection({ request, draft, errors, onChange }: RejectionProps) {
  const reasons = request.rejections.map(({ code, label }) => ({ value: code, label }));
  return (
    <>
      <p>{request.words.rejection}</p>
      <NativeSelect
        label="Reason"
        required
        data={[{ value: '', label: 'Choose…', disabled: true }, ...reasons]}
        value={draft.code}
        error={errors['code'] && <FieldError>{errors['code']}</FieldError>}
        onChange={(event) => onChange({ ...draft, code: event.currentTarget.value })}
      />
      <Textarea
        label="Comment"
        description={request.words.comment}
        required
        autosize={false}
        rows={4}
        maxLength={1000}
        value={draft.rejectComment}
        error={errors['comment'] && <FieldError>{errors['comment']}</FieldError>}
        onChange={(event) => onChange({ ...draft, rejectComment: event.currentTarget.value })}
      />
    </>
  );
}
