export type BadgeColor = 'teal' | 'gray' | 'red' | 'blue' | 'yellow';

/** Badge colours by lowercase value (specification, 4.4). */
export const BADGE_VALUES: Record<BadgeColor, readonly string[]> = {
  teal: ['active', 'true', 'completed', 'approved', 'cleared', 'settled', 'enabled', 'successful'],
  gray: ['disabled', 'false'],
  red: ['error', 'rejected', 'failed', 'inactive', 'cancelled'],
  blue: ['generated'],
  yellow: ['pending', 'processing', 'pending_approval', 'registered', 'pending_verification'],
};

/** Words of states that the specification does not have. */
const OWN_VALUES: Partial<typeof BADGE_VALUES> = {
  teal: ['paid', 'executed', 'acked', 'reconciled', 'processed', 'announced'],
  red: ['returned', 'bounced', 'expired', 'refused', 'withdrawn'],
  yellow: [
    'unknown',
    'suspended',
    'paused',
    'action_required',
    'sent',
    'ready',
    'open',
    'received',
  ],
};

const COLORS = new Map(
  (['teal', 'gray', 'red', 'blue', 'yellow'] as const).flatMap((color) =>
    [...BADGE_VALUES[color], ...(OWN_VALUES[color] ?? [])].map((value) => [value, color] as const),
  ),
);

/** How a status is shown: colour, and whether the check icon stands before it. Unknown is grey. */
export function badgeOf(value: string): { color: BadgeColor; check: boolean } {
  const color = COLORS.get(value.toLowerCase()) ?? 'gray';
  return { color, check: color === 'teal' };
}

/** Parts of a reason, in any case, and the label that is shown instead; the first match counts. */
const LABELS = [
  ['sandbox', 'Test'],
  ['timed out', 'Timeout'],
  ['insufficient funds', 'Insufficient funds'],
  ['bad request', 'Bad request'],
  ['unexpected error', 'Unexpected error'],
  ['not permitted', 'Not permitted'],
  ['not allowed', 'Not allowed'],
] as const;

/**
 * What is shown as the reason of a transaction (specification, 8). A reason that is not recognised is
 * shown as it is, but not beside a transaction that is SETTLED; null where nothing is shown.
 */
export function reasonLabel(reason: string | null, transactionStatus: string): string | null {
  const text = reason?.trim() ?? '';
  const found = LABELS.find(([part]) => text.toLowerCase().includes(part));
  if (found) return found[1];
  return text === '' || transactionStatus === 'SETTLED' ? null : text;
}
