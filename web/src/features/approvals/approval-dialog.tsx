import { Checkbox, Fieldset, NativeSelect, TextInput } from '@mantine/core';
import {
  decideRequest,
  getRequest,
  listRequestEvents,
  listRequests,
  type RequestDetail,
  type SnapshotField,
} from '@tegeka/contract/approvals.ts';
import { useState } from 'react';
import {
  type DecisionDraft,
  type DecisionKind,
  decisionOf,
  missingIn,
} from './approval-decision.ts';
import { refetch } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import { ActionDialog } from '#ui/feedback/action-dialog.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { FieldError } from '#ui/form/text-field.tsx';
import layout from '#ui/shell/layout.module.css';

/** What can be decided, and what it is called once it was. */
export const DECISIONS: Record<DecisionKind, { action: string; done: string }> = {
  APPROVE: { action: 'Approve', done: 'Approved' },
  REQUEST_CORRECTION: { action: 'Ask for corrections', done: 'Asked for corrections' },
  REJECT: { action: 'Reject', done: 'Rejected' },
};

const STALE = [
  'REQUEST_CHANGED',
  'REQUEST_NOT_PENDING',
  'REQUEST_DECIDED_BY_YOU',
  'REQUEST_IS_YOURS',
];

interface FieldsProps {
  request: RequestDetail;
  draft: DecisionDraft;
  errors: Readonly<Record<string, string>>;
  onChange: (draft: DecisionDraft) => void;
}

/** One field that can be sent back, with what is asked of it. */
function CorrectionTick(props: Omit<FieldsProps, 'request'> & { field: SnapshotField }) {
  const { field, draft, errors, onChange } = props;
  const { [field.key]: asked, ...others } = draft.corrections;
  const error = errors[field.key];
  const ask = (text: string) =>
    onChange({ ...draft, corrections: { ...draft.corrections, [field.key]: text } });
  return (
    <div>
      <Checkbox
        label={field.label}
        description={field.value}
        checked={asked !== undefined}
        onChange={({ currentTarget: { checked } }) =>
          checked ? ask('') : onChange({ ...draft, corrections: others })
        }
      />
      {asked !== undefined && (
        <TextInput
          mt={4}
          aria-label={`What is to be corrected in ${field.label}`}
          placeholder="What is to be corrected?"
          maxLength={300}
          value={asked}
          error={error && <FieldError>{error}</FieldError>}
          onChange={(event) => ask(event.currentTarget.value)}
        />
      )}
    </div>
  );
}

function Corrections(props: FieldsProps) {
  const { corrections: error } = props.errors;
  return (
    <>
      <p>The business is told by email, corrects these fields and submits again.</p>
      <div className={layout.scroll}>
        {[...Map.groupBy(props.request.fields, ({ section }) => section)].map(
          ([section, inside]) => (
            <Fieldset key={section} legend={section} variant="unstyled" mb="sm">
              <div className={layout.stack}>
                {inside.map((field) => (
                  <CorrectionTick key={field.key} {...props} field={field} />
                ))}
              </div>
            </Fieldset>
          ),
        )}
      </div>
      {error && (
        <p role="alert">
          <FieldError>{error}</FieldError>
        </p>
      )}
    </>
  );
}

function Rejection({ request, draft, errors, onChange }: FieldsProps) {
  const { code: error } = errors;
  return (
    <>
      <p>{request.words.rejection}</p>
      <NativeSelect
        label="Reason"
        required
        withAsterisk={false}
        data={[
          { value: '', label: 'Choose…', disabled: true },
          ...request.rejections.map(({ code, label }) => ({ value: code, label })),
        ]}
        value={draft.code}
        error={error && <FieldError>{error}</FieldError>}
        onChange={(event) => onChange({ ...draft, code: event.currentTarget.value })}
      />
    </>
  );
}

function headingOf(kind: DecisionKind, { title, words }: RequestDetail): string {
  if (kind === 'REQUEST_CORRECTION') return `Ask ${title} for corrections`;
  return `${DECISIONS[kind].action} ${words.subject}?`;
}

/** A request is shown as it is now. */
function refresh(): Promise<void> {
  void refetch(listRequests, listRequestEvents);
  return refetch(getRequest);
}

interface ApprovalDialogProps extends Omit<FieldsProps, 'errors'> {
  kind: DecisionKind;
  /** What was chosen is no longer needed. */
  onDecided: () => void;
  onClose: () => void;
}

/** Asks before a decision is sent, for what it needs: a comment, ticked fields, or a reason. */
export function ApprovalDialog({ kind, onDecided, onClose, ...fields }: ApprovalDialogProps) {
  const { request, draft } = fields;
  const { action, done } = DECISIONS[kind];
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const rejects = kind === 'REJECT';
  return (
    <ActionDialog
      heading={headingOf(kind, request)}
      action={action}
      danger={rejects}
      draft={`${kind} ${request.id}`}
      reason={{
        label: rejects ? 'Comment' : 'Comment (optional)',
        ...(rejects && { hint: request.words.comment }),
        missing: rejects ? 'Say why' : null,
        least: rejects ? 3 : 1,
        most: 1000,
      }}
      check={() => {
        const missing = missingIn(decisionOf(kind, request, draft, undefined));
        setErrors(missing);
        return Object.keys(missing).length === 0;
      }}
      send={(comment) => {
        const body = decisionOf(kind, request, draft, comment);
        return call(decideRequest, { params: { requestId: request.id }, body });
      }}
      stale={{ codes: STALE, show: refresh }}
      onDone={({ state, approvals, approvalsNeeded }) => {
        onDecided();
        // An approval may be one of several.
        const rest =
          state === 'PENDING' ? ` ${approvals} of ${approvalsNeeded} approvals so far.` : '';
        flashMessage({ place: request.id, words: `${done}.${rest}` });
        void refresh();
      }}
      onClose={onClose}
    >
      {kind === 'APPROVE' && <p>{request.words.approval}</p>}
      {kind === 'REQUEST_CORRECTION' && <Corrections {...fields} errors={errors} />}
      {rejects && <Rejection {...fields} errors={errors} />}
    </ActionDialog>
  );
}
