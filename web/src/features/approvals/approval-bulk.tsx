import { Button } from '@mantine/core';
import { getRequest, type RequestDetail, type RequestSummary } from '@tegeka/contract/approvals.ts';
import {
  DECISIONS_MAX,
  decideRequests,
  type DecisionResult,
} from '@tegeka/contract/approval-decisions.ts';
import { useState } from 'react';
import { DECISIONS, refresh, Rejection } from './approval-dialog.tsx';
import { call } from '#platform/call/call.ts';
import { outcomeOf } from '#platform/call/call-failed.ts';
import { ActionDialog } from '#ui/feedback/action-dialog.tsx';
import { useBusy } from '#ui/feedback/busy.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { counted } from '#ui/list/list-query.ts';
import layout from '#ui/shell/layout.module.css';

/** What an officer compares with the records of the bank: account, business and amount. */
function comparedText({ about, fields }: RequestDetail): string {
  const valueOf = (key: string) => fields.find((field) => field.key === key)?.value ?? '';
  const digits = valueOf('account').replaceAll(/\D/g, '').slice(-4);
  return `${valueOf('accountName')}, •••• ${digits}. ${about ?? ''}`;
}

interface BulkDecisionDialogProps {
  kind: 'APPROVE' | 'REJECT';
  /** As they were read, one at least. A decision names what it was made on. */
  requests: readonly RequestDetail[];
  onDone: (results: readonly DecisionResult[]) => void;
  onClose: () => void;
}

/** What is about to be decided, request by request, with one reason where they are rejected. */
function BulkDecisionDialog({ kind, requests, onDone, onClose }: BulkDecisionDialogProps) {
  const [code, setCode] = useState('');
  const [checked, setChecked] = useState(false);
  const { action } = DECISIONS[kind];
  const [first] = requests;
  const rejects = kind === 'REJECT';
  return (
    <ActionDialog
      heading={`${action} ${counted(requests.length, 'mandate')}?`}
      action={action}
      danger={rejects}
      draft={`${kind} several mandates`}
      reason={{
        label: rejects ? 'Comment' : 'Comment (optional)',
        ...(rejects && first && { hint: first.texts.comment }),
        missing: rejects ? 'Say why' : null,
        max: 1000,
      }}
      check={() => {
        setChecked(true);
        return !rejects || code !== '';
      }}
      send={(comment) =>
        call(decideRequests, {
          body: {
            decision: rejects
              ? { decision: 'REJECT', code, comment: comment ?? '' }
              : { decision: 'APPROVE', comment },
            requests: requests.map(({ id: requestId, snapshotHash }) => ({
              requestId,
              snapshotHash,
            })),
          },
        })
      }
      onDone={({ results }) => onDone(results)}
      onClose={onClose}
    >
      {!rejects && (
        <p>
          Your bank is asked of each: is there this account, does the name belong to it, and may it
          be debited? {first?.texts.approval}
        </p>
      )}
      <ul className={layout.tight} aria-label="Mandates">
        {requests.map((request) => (
          <li key={request.id}>
            <strong>{request.title}</strong>
            <p className={layout.when}>{request.cannotDecide ?? comparedText(request)}</p>
          </li>
        ))}
      </ul>
      {rejects && first && (
        <Rejection
          request={first}
          draft={{ corrections: {}, code }}
          errors={checked && code === '' ? { code: 'Choose a reason' } : {}}
          onChange={(next) => setCode(next.code)}
        />
      )}
    </ActionDialog>
  );
}

/** How the decisions ended: how many were made, and which not, with the reason. */
export interface BulkDecisionResult {
  done: string;
  refused: readonly { id: string; title: string; message: string }[];
}

function resultOf(
  kind: BulkDecisionDialogProps['kind'],
  requests: readonly RequestDetail[],
  results: readonly DecisionResult[],
): BulkDecisionResult {
  const refused = results.flatMap(({ requestId: id, refusal }) => {
    const title = requests.find((one) => one.id === id)?.title ?? '';
    return refusal ? [{ id, title, message: refusal.message }] : [];
  });
  const count = results.length - refused.length;
  return { done: `${DECISIONS[kind].done}: ${counted(count, 'mandate')}.`, refused };
}

/** What became of the last decisions on several mandates. */
export function BulkDecisionOutcome({ ended: { done, refused } }: { ended: BulkDecisionResult }) {
  return (
    <NoteBox tone={refused.length > 0 ? 'warning' : 'good'}>
      <p>{done}</p>
      {refused.length > 0 && (
        <>
          <p>Not decided:</p>
          <ul className={layout.bullets}>
            {refused.map(({ id, title, message }) => (
              <li key={id}>
                {title}: {message}
              </li>
            ))}
          </ul>
        </>
      )}
    </NoteBox>
  );
}

interface BulkDecisionBarProps {
  /** The requests of the page that can be ticked. */
  rows: readonly RequestSummary[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  onEnd: (ended: BulkDecisionResult | null) => void;
}

/** Ticks all requests of a page, and decides on those that are ticked. */
export function BulkDecisionBar({ rows, chosen, onChoose, onEnd }: BulkDecisionBarProps) {
  const [busy, run] = useBusy();
  const [asked, setAsked] = useState<Pick<BulkDecisionDialogProps, 'kind' | 'requests'> | null>(
    null,
  );
  const [failure, setFailure] = useState<string | null>(null);
  const ticked = rows.filter(({ id }) => chosen.has(id));
  const ask = (kind: BulkDecisionDialogProps['kind']) =>
    void run(async () => {
      onEnd(null);
      if (ticked.length > DECISIONS_MAX)
        return setFailure(`Select ${DECISIONS_MAX} mandates at most.`);
      const reading = ticked.map(({ id: requestId }) =>
        call(getRequest, { params: { requestId } }),
      );
      const outcome = await outcomeOf(Promise.all(reading));
      setFailure(outcome.kind === 'saved' ? null : outcome.message);
      if (outcome.kind === 'saved') setAsked({ kind, requests: outcome.value });
    });
  return (
    <>
      <div className={`${layout.spread} ${layout.above}`}>
        <label className={layout.entry}>
          <input
            type="checkbox"
            checked={ticked.length === rows.length}
            onChange={({ target }) =>
              onChoose(new Set(target.checked ? rows.map(({ id }) => id) : []))
            }
          />
          {ticked.length > 0
            ? `${counted(ticked.length, 'mandate')} selected`
            : 'Select all mandates shown'}
        </label>
        {ticked.length > 0 && (
          <div className={layout.line}>
            {(['REJECT', 'APPROVE'] as const).map((kind) => (
              <Button
                key={kind}
                variant={kind === 'APPROVE' ? 'filled' : 'default'}
                loading={busy}
                onClick={() => ask(kind)}
              >
                {DECISIONS[kind].action} {ticked.length}
              </Button>
            ))}
          </div>
        )}
      </div>
      <div role="alert" className={layout.above}>
        {failure && <NoteBox tone="bad">{failure}</NoteBox>}
      </div>
      {asked && (
        <BulkDecisionDialog
          {...asked}
          onDone={(results) => {
            onChoose(new Set());
            onEnd(resultOf(asked.kind, asked.requests, results));
            void refresh();
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
