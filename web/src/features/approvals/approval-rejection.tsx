import { NativeSelect, Textarea } from '@mantine/core';
import { type ApprovalAction, REJECTION_CODES, REJECTIONS_OF } from '@tegeka/contract/approvals.ts';
import type { DecisionDraft } from '#features/approvals/approval-decision.ts';
import { REJECTION_WORDS } from '#features/approvals/approval-words.ts';
import { FieldError } from '#ui/form/field-note.tsx';

interface RejectionProps {
  action: ApprovalAction;
  draft: DecisionDraft;
  errors: Record<string, string>;
  onChange: (draft: DecisionDraft) => void;
}

/** Why a request is turned down for good. */
export function ApprovalRejection({ action, draft, errors, onChange }: RejectionProps) {
  const codes = REJECTIONS_OF[action];
  const reasons = codes.map((code) => ({ value: code, label: REJECTION_CODES[code] }));
  const choose = (chosen: string) =>
    onChange({ ...draft, code: codes.find((code) => code === chosen) ?? '' });
  return (
    <>
      <p>{REJECTION_WORDS[action]}</p>
      <NativeSelect
        label="Reason"
        required
        data={[{ value: '', label: 'Choose…', disabled: true }, ...reasons]}
        value={draft.code}
        error={errors['code'] && <FieldError>{errors['code']}</FieldError>}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <Textarea
        label="Comment"
        description="The business reads this."
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
