import { Skeleton } from '@mantine/core';
import type { RequestDetail } from '@tegeka/contract/approvals.ts';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import { useState } from 'react';
import { ApprovalHandlers } from '#features/approvals/approval-actions.tsx';
import type { DecisionKind } from '#features/approvals/approval-decision.ts';
import { ApprovalProgress } from '#features/approvals/approval-progress.tsx';
import { ApprovalSnapshot } from '#features/approvals/approval-snapshot.tsx';
import { DECISION_WORDS, STATE_WORDS } from '#features/approvals/approval-words.ts';
import { Drawer, DrawerContent } from '#ui/detail/drawer.tsx';
import { StatusBadge } from '#ui/detail/status-badge.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import css from './approvals.module.css';

interface ApprovalDetailProps {
  request: RequestDetail;
  /** False where the person may look and not decide. */
  mayDecide: boolean;
  onReload: () => Promise<void>;
  onClose: () => void;
}

function Facts({ request }: { request: RequestDetail }) {
  const { actionLabel, attempt, maker, makerEmail, createdAt, expiresAt, state } = request;
  return (
    <p className={css.facts}>
      <span>
        <strong>{actionLabel}</strong>, attempt {attempt}
      </span>
      <span>
        Made by <strong>{maker}</strong> ({makerEmail})
      </span>
      <span>Submitted {showMoment(createdAt)}</span>
      {state === 'PENDING' && <span>Expires {showMoment(expiresAt)}</span>}
    </p>
  );
}

/** What a decision has led to; an approval may be one of several. */
function outcomeWords(kind: DecisionKind, { state, approvals, approvalsNeeded }: RequestDetail) {
  const waiting = kind === 'APPROVE' && state === 'PENDING';
  const rest = waiting ? ` ${approvals} of ${approvalsNeeded} approvals so far.` : '';
  return `${DECISION_WORDS[kind]}.${rest}`;
}

/** A request: what was put up, how far it has come, and what can be done. */
export function ApprovalDetail({ request, mayDecide, onReload, onClose }: ApprovalDetailProps) {
  const [decided, setDecided] = useState<DecisionKind | null>(null);
  const done = (kind: DecisionKind) => {
    setDecided(kind);
    void onReload();
  };
  return (
    <Drawer
      heading={request.title}
      badge={<StatusBadge value={STATE_WORDS[request.state]} />}
      onClose={onClose}
    >
      <DrawerContent
        actions={
          mayDecide && <ApprovalHandlers request={request} onReload={onReload} onDecided={done} />
        }
      >
        <div className={css.stack}>
          <div aria-live="polite">
            {decided && <NoteBox tone="good">{outcomeWords(decided, request)}</NoteBox>}
          </div>
          <Facts request={request} />
          <ApprovalSnapshot request={request} />
          <ApprovalProgress request={request} />
        </div>
      </DrawerContent>
    </Drawer>
  );
}

/** The drawer while its request is on the way. */
export function ApprovalDetailSkeleton({ onClose }: { onClose: () => void }) {
  return (
    <Drawer heading="Loading…" onClose={onClose}>
      <DrawerContent>
        <div className={css.skeletons}>
          <Skeleton height={24} width="60%" />
          <Skeleton height={220} />
          <Skeleton height={220} />
        </div>
      </DrawerContent>
    </Drawer>
  );
}
