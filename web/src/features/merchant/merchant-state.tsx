import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleX, IconClock, IconEdit } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import { type MerchantProfile } from '@tegeka/contract/merchants/merchants.ts';
import { withdrawRegistration } from '@tegeka/contract/merchants/merchant-registration.ts';
import { statusTextOf } from '#features/merchant/merchant-labels.ts';
import { call } from '#platform/call/call.ts';
import { useFileUrl } from '#platform/call/file-url.ts';
import { signOut } from '#platform/session/session.ts';
import { StatusBadge } from '#ui/detail/shown-value.tsx';
import { ActionButton } from '#ui/feedback/action-button.tsx';
import layout from '#ui/shell/layout.module.css';

/** The logo, name and state of a business. */
export function MerchantHead({
  profile,
}: {
  profile: Pick<MerchantProfile, 'businessName' | 'logoUrl' | 'merchantState'>;
}) {
  const logo = useFileUrl(profile.logoUrl, true);
  return (
    <header className={`${layout.card} ${layout.line}`}>
      {logo.kind === 'ready' && (
        <img src={logo.url} alt="" width={56} height={56} className={layout.picture} />
      )}
      <div>
        <h2 className={layout.broken}>{profile.businessName}</h2>
        <StatusBadge value={profile.merchantState} />
      </div>
    </header>
  );
}

const MARKS = {
  PENDING_APPROVAL: IconClock,
  ACTION_REQUIRED: IconEdit,
  REJECTED: IconCircleX,
  SUSPENDED: IconAlertTriangle,
};

/** What the last review said, field by field. */
function Reasons({ review }: { review: NonNullable<MerchantProfile['review']> }) {
  return (
    <dl className={layout.quiet}>
      <div>
        <dt>{review.reason}</dt>
        {review.comment && <dd>{review.comment}</dd>}
        <dd className={layout.when}>{showMoment(review.at)}</dd>
      </div>
      {review.corrections.map(({ field, label, comment }) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>{comment}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The state of a business that is not active, with reasons and actions. */
export function MerchantState({
  profile,
  onChanged,
}: {
  profile: MerchantProfile;
  onChanged: () => void;
}) {
  const { merchantState: state, review } = profile;
  const status = statusTextOf(profile);
  if (state === 'ACTIVE' || !status) return null;
  const Mark = MARKS[state];
  return (
    <div className={layout.measure}>
      <section className={layout.card}>
        <div className={layout.centred}>
          <span className={layout.mark}>
            <Mark size={40} stroke={1.6} aria-hidden />
          </span>
          <h2 className={layout.title}>{status.heading}</h2>
          <p className={layout.text}>{status.text}</p>
        </div>
        {review && state !== 'PENDING_APPROVAL' && <Reasons review={review} />}
        <div className={layout.centred}>
          {state === 'ACTION_REQUIRED' && (
            <Button component={Link} to="/register/business">
              Correct and resubmit
            </Button>
          )}
          {state === 'PENDING_APPROVAL' && (
            <ActionButton
              label="Take back and change"
              heading="Take your registration back?"
              action="Take back"
              draft="take back"
              send={() => call(withdrawRegistration, { params: { merchantId: profile.id } })}
              onDone={onChanged}
            >
              <p>The review stops until you submit again. Everything you entered is kept.</p>
            </ActionButton>
          )}
          {state === 'SUSPENDED' && (
            <>
              <Button component={Link} to="/dashboard/mandates">
                See mandates
              </Button>
              <Button component={Link} to="/dashboard/billing/months" variant="default">
                See statements
              </Button>
            </>
          )}
          <Button variant="subtle" onClick={() => void signOut()}>
            Log out
          </Button>
        </div>
      </section>
    </div>
  );
}
