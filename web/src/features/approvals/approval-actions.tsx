import { Button } from '@mantine/core';
import type { RequestDetail } from '@tegeka/contract/approvals.ts';
import { useId } from 'react';
import { useDeciding } from '#features/approvals/approval-deciding.ts';
import type { DecisionKind } from '#features/approvals/approval-decision.ts';
import { ApprovalDialog } from '#features/approvals/approval-dialog.tsx';
import { DECISION_ACTIONS } from '#features/approvals/approval-words.ts';
import css from './approvals.module.css';

const KINDS = ['APPROVE', 'REQUEST_CORRECTION', 'REJECT'] as const satisfies DecisionKind[];

interface ApprovalActionsProps {
  request: RequestDetail;
  /** Fetches the request again; what was typed stays. */
  onReload: () => Promise<void>;
  onDecided: (kind: DecisionKind) => void;
}

/** What a checker can do with a request; where nothing can be done, why. */
export function ApprovalHandlers({ request, onReload, onDecided }: ApprovalActionsProps) {
  const deciding = useDeciding(request, onDecided);
  const reason = useId();
  const disabled = request.cannotDecide !== null;
  return (
    <>
      {disabled && (
        <p id={reason} className={css.reason}>
          {request.cannotDecide}
        </p>
      )}
      <div className={css.actions}>
        {KINDS.map((kind) => (
          <Button
            key={kind}
            variant={kind === 'APPROVE' ? 'filled' : 'default'}
            disabled={disabled}
            {...(disabled && { 'aria-describedby': reason })}
            onClick={() => deciding.start(kind)}
          >
            {DECISION_ACTIONS[kind]}
          </Button>
        ))}
      </div>
      {deciding.open && (
        <ApprovalDialog
          kind={deciding.open}
          request={request}
          deciding={deciding}
          onReload={onReload}
        />
      )}
    </>
  );
}
