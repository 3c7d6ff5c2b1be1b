import type { Customer } from '@tegeka/contract/customers.ts';
import { useState } from 'react';
import {
  type CustomerTexts,
  differing,
  keptTexts,
  textsOf,
} from '#features/customers/customer-draft.ts';
import { useKept } from '#features/customers/customer-kept.ts';

/** A change as typed so far, and what it was made from. */
export interface EditDraft {
  texts: CustomerTexts;
  base: CustomerTexts;
  version: number;
}

/** The texts as a change of this version of the customer; nothing is changed unless they are given. */
export const editDraftOf = (customer: Customer, texts = textsOf(customer)): EditDraft => ({
  texts,
  base: textsOf(customer),
  version: customer.version,
});

function keptDraft(kept: unknown): EditDraft | null {
  if (typeof kept !== 'object' || kept === null) return null;
  if (!('texts' in kept) || !('base' in kept) || !('version' in kept)) return null;
  const [texts, base] = [keptTexts(kept.texts), keptTexts(kept.base)];
  const { version } = kept;
  return texts && base && typeof version === 'number' ? { texts, base, version } : null;
}

/**
 * The change of a customer at hand. What was kept is taken up where something was typed; its version
 * says which customer it was made from.
 */
export function useEditDraft(customer: Customer) {
  const kept = useKept(`edit ${customer.id}`, keptDraft);
  const typed = kept.found && differing(kept.found.texts, kept.found.base).length > 0;
  const [draft, setDraft] = useState(() => (typed ? kept.found : null) ?? editDraftOf(customer));
  const [found, setFound] = useState(typed === true);
  return {
    draft,
    /** True where the texts were typed before, and found again. */
    found,
    lost: kept.lost,
    lock: (next: EditDraft) => {
      setDraft(next);
      kept.keep(next);
    },
    /** Forgets what was typed, in favour of the customer as it is. */
    drop: (now: Customer) => {
      setDraft(editDraftOf(now));
      setFound(false);
      kept.keep(null);
    },
  };
}
