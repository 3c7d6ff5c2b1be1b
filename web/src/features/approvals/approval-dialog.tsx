import { Fieldset } from '@mantine/core';
import {
  getRequest,
  listRequestEvents,
  listRequests,
  type RequestDetail,
  type SnapshotField,
} from '@tegeka/contract/approvals.ts';
import { decideRequest } from '@tegeka/contract/approval-decisions.ts';
import { useState } from 'react';
import * as z from 'zod/mini';
import {
  type DecisionDraft,
  type DecisionKind,
  decisionOf,
  missingIn,
  parseDecision,
} from './approval-decision.ts';
import { refetch } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import { nameInTab } from '#platform/device/draft-storage.ts';
import { useDraft } from '#platform/session/use-draft.ts';
import { ActionDialog } from '#ui/feedback/action-dialog.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { FormControl } from '#ui/form/form-control.tsx';
import { FieldError } from '#ui/form/text-field.tsx';
import layout from '#ui/shell/layout.module.css';

/** The decisions: the label of the action, and the word for it afterwards. */
export const DECISIONS: Record<DecisionKind, { action: string; done: string }> = {
  APPROVE: { action: 'Approve', done: 'Approved' },
  REQUEST_CORRECTION: { action: 'Ask for corrections', done: 'Asked for corrections' },
  REJECT: { action: 'Reject', done: 'Rejected' },
};

/** The fields of a request, grouped by section. */
export const bySection = (fields: readonly SnapshotField[]) => [
  ...Map.groupBy(fields, ({ section }) => section),
];

interface FieldsProps {
  request: RequestDetail;
  draft: DecisionDraft;
  errors: Readonly<Record<string, string>>;
  onChange: (draft: DecisionDraft) => void;
}

/** One field that can be sent back, with its comment. */
function CorrectionTick(props: Omit<FieldsProps, 'request'> & { field: SnapshotField }) {
  const { draft, errors, onChange } = props;
  const { key, label, value: hint } = props.field;
  const { [key]: asked, ...others } = draft.corrections;
  const tick = (corrections: DecisionDraft['corrections']) => onChange({ ...draft, corrections });
  const ask = (text: string) => tick({ ...others, [key]: text });
  const what = `What is to be corrected in ${label}`;
  return (
    <div>
      <FormControl
        name={key}
        field={{ label, hint, kind: 'checkbox', schema: z.boolean() }}
        value={asked !== undefined}
        error={undefined}
        onChange={(ticked) => (ticked === true ? ask('') : tick(others))}
      />
      {asked !== undefined && (
        <FormControl
          name={`${key} correction`}
          field={{ label: what, kind: 'text', schema: z.string(), maxLength: 300 }}
          value={asked}
          error={errors[key]}
          onChange={(text) => typeof text === 'string' && ask(text)}
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
        {bySection(props.request.fields).map(([section, inside]) => (
          <Fieldset key={section} legend={section} variant="unstyled" mb="sm">
            <div className={layout.stack}>
              {inside.map((field) => (
                <CorrectionTick key={field.key} {...props} field={field} />
              ))}
            </div>
          </Fieldset>
        ))}
      </div>
      <p role="alert">{error && <FieldError>{error}</FieldError>}</p>
    </>
  );
}

/** The reason of a rejection, which the maker reads. */
export function Rejection({ request, draft, errors, onChange }: FieldsProps) {
  const options = request.rejections.map(({ code: value, label }) => ({ value, label }));
  return (
    <>
      <p>{request.texts.rejection}</p>
      <FormControl
        name="code"
        field={{ label: 'Reason', kind: 'select', schema: z.string(), options }}
        value={draft.code}
        error={errors['code']}
        onChange={(code) => typeof code === 'string' && onChange({ ...draft, code })}
      />
    </>
  );
}

/** Fetches the request, its lists and its history again. */
export const refresh = () => refetch(getRequest, listRequests, listRequestEvents);

interface ApprovalDialogProps extends Pick<FieldsProps, 'request'> {
  kind: DecisionKind;
  onClose: () => void;
}

/** The dialog of a decision, with the input that it needs: a comment, ticked fields, or a reason. */
export function ApprovalDialog({ kind, request, onClose }: ApprovalDialogProps) {
  const { id: requestId, title, texts } = request;
  const { action, done } = DECISIONS[kind];
  const kept = useDraft(nameInTab(`decision ${requestId}`), parseDecision);
  const [chosen, setChosen] = useState<DecisionDraft | null>(null);
  const draft = chosen ?? kept.found ?? { corrections: {}, code: '' };
  const [checked, setChecked] = useState(false);
  const missing = missingIn(decisionOf(kind, request, draft, undefined));
  const onChange = (next: DecisionDraft) => {
    setChosen(next);
    kept.keep(next);
  };
  const fields = { request, draft, errors: checked ? missing : {}, onChange };
  const [corrects, rejects] = [kind === 'REQUEST_CORRECTION', kind === 'REJECT'];
  return (
    <ActionDialog
      heading={corrects ? `Ask ${title} for corrections` : `${action} ${texts.subject}?`}
      action={action}
      danger={rejects}
      draft={`${kind} ${requestId}`}
      reason={{
        label: rejects ? 'Comment' : 'Comment (optional)',
        ...(rejects && { hint: texts.comment }),
        missing: rejects ? 'Say why' : null,
        max: 1000,
      }}
      check={() => {
        setChecked(true);
        return Object.keys(missing).length === 0;
      }}
      send={(comment) => {
        const body = decisionOf(kind, request, draft, comment);
        return call(decideRequest, { params: { requestId }, body });
      }}
      stale={{ codes: decideRequest.errors, show: refresh }}
      onDone={({ state, approvals, approvalsNeeded }) => {
        kept.keep(null);
        // The policy may need several approvals.
        const rest =
          state === 'PENDING' ? ` ${approvals} of ${approvalsNeeded} approvals so far.` : '';
        flashMessage({ place: requestId, message: `${done}.${rest}` });
        void refresh();
      }}
      onClose={onClose}
    >
      {kind === 'APPROVE' && <p>{texts.approval}</p>}
      {corrects && <Corrections {...fields} />}
      {rejects && <Rejection {...fields} />}
    </ActionDialog>
  );
}
