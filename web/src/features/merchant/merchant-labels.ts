import type { MerchantProfile, MerchantState } from '@tegeka/contract/merchants/merchants.ts';

/** What a business reads about its state. ACTIVE leads to the dashboard instead. */
interface StatusText {
  heading: string;
  text: string;
}

const STATUS_TEXTS: Record<Exclude<MerchantState, 'ACTIVE'>, StatusText> = {
  PENDING_APPROVAL: {
    heading: 'Business verification in progress',
    text: 'Your business information is being reviewed. You will be notified by email.',
  },
  ACTION_REQUIRED: {
    heading: 'Your registration needs a correction',
    text: 'Nothing you entered is lost. Change what is named here and submit it again.',
  },
  REJECTED: {
    heading: 'Your registration was not accepted',
    text: 'This decision is final for this registration. If you think it is mistaken, answer the email that told you, and say why.',
  },
  SUSPENDED: {
    heading: 'Your business is suspended',
    text: 'No debits are made, payouts are held, and nothing can be added or changed while it is suspended. You can still read everything. To have this settled, answer the email that we sent to your representative.',
  },
};

/** Open for changes without a requested correction: the business took the submission back. */
const OPEN: StatusText = {
  heading: 'Your registration is open for changes',
  text: 'Nothing you entered is lost. Change what you want and submit it again.',
};

type StateOf = Pick<MerchantProfile, 'merchantState' | 'review'>;

/** What a business reads; null once it is active. */
export function statusTextOf({ merchantState, review }: StateOf): StatusText | null {
  if (merchantState === 'ACTIVE') return null;
  const asked = (review?.corrections.length ?? 0) > 0;
  return merchantState === 'ACTION_REQUIRED' && !asked ? OPEN : STATUS_TEXTS[merchantState];
}

/** Why the business can only read; null if it is active. */
export function whyReadOnly(profile: StateOf): string | null {
  const status = statusTextOf(profile);
  return status && `${status.heading}: nothing can be added or changed here for now.`;
}
