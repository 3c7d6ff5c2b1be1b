import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import {
  type ChangeState,
  type MerchantChange,
  withdrawChange,
} from '@tegeka/contract/merchants/merchant-changes.ts';
import { call } from '#platform/call/call.ts';
import { ChangedFields, ReviewText } from '#ui/detail/changed-value.tsx';
import { StatusBadge } from '#ui/detail/shown-value.tsx';
import { StoredDocument } from '#ui/detail/stored-document.tsx';
import { ActionButton } from '#ui/feedback/action-button.tsx';
import layout from '#ui/shell/layout.module.css';

const TEXTS: Record<ChangeState, string> = {
  PENDING_APPROVAL: 'We are checking this change. Until then everything stays as it is.',
  ACTION_REQUIRED: 'This change needs a correction. What you entered is kept.',
  APPLIED: 'This change was approved and is in effect.',
  REJECTED: 'This change was not accepted. Everything stays as it was.',
  WITHDRAWN: 'This change was taken back.',
};

/** Renders a link or button that leads to a form of the profile, and to a part of it. */
export const linkToEdit = (edit: 'contact' | 'details', part?: string) => (props: object) => (
  <Link to="/dashboard/profile" {...{ search: { edit }, hash: part ?? '' }} {...props} />
);

interface ChangeCardProps {
  merchantId: string;
  change: MerchantChange;
  mayChange: boolean;
  onDone: () => void;
}

/** The last change: before and after, who asked for it, and its outcome. */
export function ProfileChangeCard(props: ChangeCardProps) {
  const { merchantId } = props;
  const { id, state, by, submittedAt, settledAt, attempt, review, fields } = props.change;
  const { certificateOfIncorporation: certificate } = props.change;
  const open = state === 'PENDING_APPROVAL' || state === 'ACTION_REQUIRED';
  return (
    <section className={`${layout.card} ${layout.broken}`} aria-labelledby="change">
      <div className={layout.row}>
        <h3 id="change">{open ? 'Change of data' : 'Last change of data'}</h3>
        <StatusBadge value={state === 'APPLIED' ? 'APPROVED' : state} />
      </div>
      <p>{TEXTS[state]}</p>
      {review && (
        <div className={layout.quiet}>
          <ReviewText {...review} />
        </div>
      )}
      <ChangedFields
        fields={fields}
        below={{
          certificateOfIncorporation: certificate && (
            <StoredDocument label="Certificate" {...certificate} />
          ),
        }}
      />
      <p className={layout.when}>
        Sent by {by}, {showMoment(submittedAt)}
        {attempt > 1 && `, attempt ${attempt}`}
        {settledAt && `. Settled ${showMoment(settledAt)}`}
      </p>
      {open && props.mayChange && (
        <div className={layout.actions}>
          {state === 'ACTION_REQUIRED' && (
            <Button renderRoot={linkToEdit('details')}>Correct and send again</Button>
          )}
          <ActionButton
            label="Take back"
            heading="Take this change back?"
            action="Take back"
            draft="take back"
            send={() => call(withdrawChange, { params: { merchantId, changeId: id } })}
            onDone={props.onDone}
          >
            <p>Everything stays as it is registered. You can send another change at any time.</p>
          </ActionButton>
        </div>
      )}
    </section>
  );
}
