import { PHONE_EXAMPLE } from '@tegeka/contract/kit/phone.ts';

/** What a phone field says of a number that is none (specification, section 5). */
export const PHONE_INVALID = `Enter a valid Uganda Number e.g ${PHONE_EXAMPLE}`;
