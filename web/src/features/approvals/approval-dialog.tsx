import { Button, Textarea } from '@mantine/core';
import type { RequestDetail } from '@tegeka/contract/approvals.ts';
import { ApprovalCorrections } from './approval-corrections.tsx';
import type { Deciding, DecisionFailure } from './approval-deciding.ts';
import type { DecisionKind } from './approval-decision.ts';
import { ApprovalRejection } from './approval-rejection.tsx';
import { DECISION_ACTIONS } from './approval-words.ts';
import { ConfirmDialog } from '#ui/feedback/action-dialog.tsx';

const HEADINGS: Record<DecisionKind, (request: RequestDetail) => string> = {
  APPROVE: ({ words }) => `Approve ${words.subject}?`,
  REQUEST_CORRECTION: ({ title }) => `Ask ${title} for corrections`,
  REJECT: ({ words }) => `Reject ${words.subject}?`,
};

interface ApprovalDialogProps {
  kind: DecisionKind;
  request: RequestDetail;
  deciding: Deciding;
  onReload: () => Promise<void>;
}

/** What the decision needs: a comment, ticked fields, or a reason. */
function DecisionFields({ kind, request, deciding }: Omit<ApprovalDialogProps, 'onReload'>) {
  const { draft, errors, change } = deciding;
  const common = { draft, errors, onChange: change };
  if (kind === 'REJECT') return <ApprovalRejection request={request} {...common} />;
  if (kind === 'REQUEST_CORRECTION') return <ApprovalCorrections request={request} {...common} />;
  return (
    <>
      <p>{request.words.approval}</p>
      <Textarea
        label="Comment (optional)"
        maxLength={1000}
        value={draft.approveComment}
        onChange={(event) => change({ ...draft, approveComment: event.currentTarget.value })}
      />
    </>
  );
}

function Failure({ failure, onReload }: { failure: DecisionFailure; onReload: () => void }) {
  return (
    <>
      <p>{failure.words}</p>
      {failure.conflict && (
        <Button size="xs" mt="xs" onClick={onReload}>
          Reload
        </Button>
      )}
    </>
  );
}

/** Asks before a decision is sent. */
export function ApprovalDialog({ kind, request, deciding, onReload }: ApprovalDialogProps) {
  const { failure } = deciding;
  const reload = async () => {
    await onReload();
    deciding.close();
  };
  return (
    <ConfirmDialog
      heading={HEADINGS[kind](request)}
      action={DECISION_ACTIONS[kind]}
      danger={kind === 'REJECT'}
      working={deciding.working}
      failure={failure && <Failure failure={failure} onReload={() => void reload()} />}
      onConfirm={() => void deciding.confirm(kind)}
      onClose={deciding.close}
    >
      <DecisionFields kind={kind} request={request} deciding={deciding} />
    </ConfirmDialog>
  );
}
