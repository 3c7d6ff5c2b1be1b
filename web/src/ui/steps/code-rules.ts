/** Digits of a verification code. Equal to the contract's, which would bring its shapes along. */
export const CODE_LENGTH = 5;

/** Whole seconds until a moment, 0 when it has passed. */
export function secondsUntil(moment: number, now: number): number {
  return Math.max(0, Math.ceil((moment - now) / 1000));
}
