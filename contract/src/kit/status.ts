export type BadgeColor = 'teal' | 'gray' | 'red' | 'blue' | 'yellow';

/** Badge colours by lowercase value (specification, 4.4). */
export const BADGE_VALUES: Record<BadgeColor, readonly string[]> = {
  teal: ['active', 'true', 'completed', 'approved', 'cleared', 'settled', 'enabled', 'successful'],
  gray: ['disabled', 'false'],
  red: ['error', 'rejected', 'failed', 'inactive', 'cancelled'],
  blue: ['generated'],
  yellow: ['pending', 'processing', 'pending_approval', 'registered', 'pending_verification'],
};

const COLORS = new Map(
  (['teal', 'gray', 'red', 'blue', 'yellow'] as const).flatMap((color) =>
    BADGE_VALUES[color].map((value) => [value, color] as const),
  ),
);

/** How a status is shown: colour, and whether the check icon stands before it. Unknown is grey. */
export function badgeOf(value: string): { color: BadgeColor; check: boolean } {
  const color = COLORS.get(value.toLowerCase()) ?? 'gray';
  return { color, check: color === 'teal' };
}
