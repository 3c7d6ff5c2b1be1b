import { showMoment } from '@tegeka/contract/kit/day.ts';
import type { ChangeState, MerchantChange } from '@tegeka/contract/merchants/merchant-changes.ts';
import { ProfileLink } from '#features/profile/profile-link.tsx';
import { ProfileTakeBack } from '#features/profile/profile-take-back.tsx';
import { ChangedFields } from '#ui/detail/changed-fields.tsx';
import { StatusBadge } from '#ui/detail/status-badge.tsx';
import { StoredDocument } from '#ui/detail/stored-document.tsx';
import css from './profile.module.css';

/** A change's state in the badge words of the specification (4.4), and what it means. */
const WORDS: Record<ChangeState, { badge: string; text: string }> = {
  PENDING_APPROVAL: {
    badge: 'PENDING',
    text: 'We are checking this change. Until then everything stays as it is.',
  },
  ACTION_REQUIRED: {
    badge: 'ACTION_REQUIRED',
    text: 'This change needs a correction. What you entered is kept.',
  },
  APPLIED: { badge: 'APPROVED', text: 'This change was approved and is in effect.' },
  REJECTED: {
    badge: 'REJECTED',
    text: 'This change was not accepted. Everything stays as it was.',
  },
  WITHDRAWN: { badge: 'WITHDRAWN', text: 'This change was taken back.' },
};

function Review({ review }: { review: NonNullable<MerchantChange['review']> }) {
  return (
    <div className={css.review}>
      <p>
        <strong>{review.reason}</strong>
      </p>
      {review.comment && <p>“{review.comment}”</p>}
      {review.corrections.map(({ field, label, comment }) => (
        <p key={field}>
          {label}: {comment}
        </p>
      ))}
    </div>
  );
}

interface ChangeCardProps {
  merchantId: string;
  change: MerchantChange;
  mayChange: boolean;
  onDone: () => void;
}

/** The change that was sent last: before and after, who asked, and what became of it. */
export function ProfileChangeCard({ merchantId, change, mayChange, onDone }: ChangeCardProps) {
  const { state, by, submittedAt, settledAt, attempt, review } = change;
  const { certificateOfIncorporation: certificate } = change;
  const { badge, text } = WORDS[state];
  const open = state === 'PENDING_APPROVAL' || state === 'ACTION_REQUIRED';
  return (
    <section className={css.change} aria-labelledby="change">
      <div className={css.changeHead}>
        <h3 id="change" className={css.changeTitle}>
          {open ? 'Change of data' : 'Last change of data'}
        </h3>
        <StatusBadge value={badge} />
      </div>
      <p>{text}</p>
      {review && <Review review={review} />}
      <ChangedFields
        fields={change.fields}
        below={{
          certificateOfIncorporation: certificate && (
            <StoredDocument label="Certificate" {...certificate} />
          ),
        }}
      />
      <p className={css.when}>
        Sent by {by}, {showMoment(submittedAt)}
        {attempt > 1 && `, attempt ${attempt}`}
        {settledAt && `. Settled ${showMoment(settledAt)}`}
      </p>
      {open && mayChange && (
        <div className={css.actions}>
          {state === 'ACTION_REQUIRED' && (
            <ProfileLink edit="details" look="filled">
              Correct and send again
            </ProfileLink>
          )}
          <ProfileTakeBack merchantId={merchantId} changeId={change.id} onDone={onDone} />
        </div>
      )}
    </section>
  );
}
