export const PHONE_PREFIX = '+256';

/** A number that is valid, for messages: 'Enter a valid Uganda Number e.g …'. */
export const PHONE_EXAMPLE = '772123456';

/** +256 followed by the number: how calls name a phone. */
export function identifierOf(subscriber: number): string {
  return `${PHONE_PREFIX}${subscriber}`;
}

/** A number as people read it, `+256 772 123456`. */
export function showPhone(subscriber: number): string {
  const digits = String(subscriber);
  return `${PHONE_PREFIX} ${digits.slice(0, 3)} ${digits.slice(3)}`;
}
