import { Button } from '@mantine/core';
import {
  DECISIONS_A_CALL,
  decideRequests,
  type DecisionResult,
  getRequest,
  type RequestDetail,
  type RequestSummary,
} from '@tegeka/contract/approvals.ts';
import { useState } from 'react';
import { DECISIONS, refresh, Rejection } from './approval-dialog.tsx';
import { call } from '#platform/call/call.ts';
import { outcomeOf } from '#platform/call/call-failed.ts';
import { ActionDialog } from '#ui/feedback/action-dialog.tsx';
import { useBusy } from '#ui/feedback/busy.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import layout from '#ui/shell/layout.module.css';

/** `1 mandate`, `3 mandates`. */
const mandates = (count: number) => `${count} ${count === 1 ? 'mandate' : 'mandates'}`;

/** What an officer compares with the records of the bank: account, business and amount. */
function checkedOf({ about, fields }: RequestDetail): string {
  const valueOf = (key: string) => fields.find((field) => field.key === key)?.value ?? '';
  const digits = valueOf('account').replaceAll(/\D/g, '').slice(-4);
  return `${valueOf('accountName')}, •••• ${digits}. ${about ?? ''}`;
}

interface TogetherDialogProps {
  kind: 'APPROVE' | 'REJECT';
  /** As they were read, one at least. A decision names what it was made on. */
  requests: readonly RequestDetail[];
  onDone: (results: readonly DecisionResult[]) => void;
  onClose: () => void;
}

/** What is about to be decided, request by request, with one reason where they are rejected. */
function TogetherDialog({ kind, requests, onDone, onClose }: TogetherDialogProps) {
  const [code, setCode] = useState('');
  const [checked, setChecked] = useState(false);
  const { action } = DECISIONS[kind];
  const [first] = requests;
  const rejects = kind === 'REJECT';
  return (
    <ActionDialog
      heading={`${action} ${mandates(requests.length)}?`}
      action={action}
      danger={rejects}
      draft={`${kind} together`}
      reason={{
        label: rejects ? 'Comment' : 'Comment (optional)',
        ...(rejects && first && { hint: first.words.comment }),
        missing: rejects ? 'Say why' : null,
        most: 1000,
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
          be debited? {first?.words.approval}
        </p>
      )}
      <ul className={layout.tight} aria-label="Mandates">
        {requests.map((request) => (
          <li key={request.id}>
            <strong>{request.title}</strong>
            <p className={layout.when}>{request.cannotDecide ?? checkedOf(request)}</p>
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
export interface Ended {
  done: string;
  refused: readonly { id: string; title: string; message: string }[];
}

function endedOf(
  kind: TogetherDialogProps['kind'],
  requests: readonly RequestDetail[],
  results: readonly DecisionResult[],
): Ended {
  const refused = results.flatMap(({ requestId: id, refusal }) => {
    const title = requests.find((one) => one.id === id)?.title ?? '';
    return refusal ? [{ id, title, message: refusal.message }] : [];
  });
  const count = results.length - refused.length;
  return { done: `${DECISIONS[kind].done}: ${mandates(count)}.`, refused };
}

/** What became of the last decisions on several mandates. */
export function TogetherOutcome({ ended: { done, refused } }: { ended: Ended }) {
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

interface TogetherBarProps {
  /** The requests of the page that can be ticked. */
  rows: readonly RequestSummary[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  onEnd: (ended: Ended | null) => void;
}

/** Ticks all requests of a page, and decides on those that are ticked. */
export function TogetherBar({ rows, chosen, onChoose, onEnd }: TogetherBarProps) {
  const [busy, run] = useBusy();
  const [asked, setAsked] = useState<Pick<TogetherDialogProps, 'kind' | 'requests'> | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const ticked = rows.filter(({ id }) => chosen.has(id));
  const ask = (kind: TogetherDialogProps['kind']) =>
    void run(async () => {
      onEnd(null);
      if (ticked.length > DECISIONS_A_CALL)
        return setFailure(`Select ${DECISIONS_A_CALL} mandates at most.`);
      const reading = ticked.map(({ id: requestId }) =>
        call(getRequest, { params: { requestId } }),
      );
      const outcome = await outcomeOf(Promise.all(reading));
      setFailure(outcome.kind === 'saved' ? null : outcome.words);
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
          {ticked.length > 0 ? `${mandates(ticked.length)} selected` : 'Select all mandates shown'}
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
        <TogetherDialog
          {...asked}
          onDone={(results) => {
            onChoose(new Set());
            onEnd(endedOf(asked.kind, asked.requests, results));
            void refresh();
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
