import { subscriberOf } from '@tegeka/contract/kit/phone.ts';
import type { Draft } from '#ui/form/business-draft.ts';

/** The nine digits after +256 of the business's phone number, or null. */
export function businessPhoneOf(draft: Draft): number | null {
  return subscriberOf(draft.texts.phoneNumber, 'any');
}
