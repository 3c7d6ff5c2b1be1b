import { NativeSelect, Textarea } from '@mantine/core';
import { FINAL_REJECTION_CODES, REJECTION_CODES } from '@tegeka/contract/approvals.ts';
import type { DecisionDraft } from '#features/approvals/approval-decision.ts';
import { FieldFault } from '#ui/field-note.tsx';

interface RejectionProps {
  draft: DecisionDraft;
  faults: Record<string, string>;
  onChange: (draft: DecisionDraft) => void;
}

const REASONS = FINAL_REJECTION_CODES.map((code) => ({
  value: code,
  label: REJECTION_CODES[code],
}));

/** Why a request is turned down for good. */
export function ApprovalRejection({ draft, faults, onChange }: RejectionProps) {
  const choose = (chosen: string) =>
    onChange({ ...draft, code: FINAL_REJECTION_CODES.find((code) => code === chosen) ?? '' });
  return (
    <>
      <p>This is final for this registration. The business is told by email.</p>
      <NativeSelect
        label="Reason"
        required
        data={[{ value: '', label: 'Choose…', disabled: true }, ...REASONS]}
        value={draft.code}
        error={faults['code'] && <FieldFault>{faults['code']}</FieldFault>}
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
        error={faults['comment'] && <FieldFault>{faults['comment']}</FieldFault>}
        onChange={(event) => onChange({ ...draft, rejectComment: event.currentTarget.value })}
      />
    </>
  );
}
