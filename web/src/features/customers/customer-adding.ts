import type { Customer } from '@tegeka/contract/customers.ts';
import { useState } from 'react';
import { addCustomer } from '#features/customers/customer-saving.ts';
import {
  type CustomerErrors,
  type CustomerTexts,
  EMPTY_TEXTS,
  keptTexts,
} from '#features/customers/customer-draft.ts';
import { useKept } from '#features/customers/customer-kept.ts';
import { errorsOf } from '#features/customers/customer-rules.ts';
import type { CustomerField } from '#features/customers/customer-words.ts';
import { newKey } from '#platform/device/chance.ts';

/** A new customer as typed so far, and the key under which it is sent until something changes. */
interface Draft {
  texts: CustomerTexts;
  key: string;
}

function draftOf(kept: unknown): Draft | null {
  if (typeof kept !== 'object' || kept === null || !('texts' in kept) || !('key' in kept))
    return null;
  const texts = keptTexts(kept.texts);
  return texts && typeof kept.key === 'string' ? { texts, key: kept.key } : null;
}

const newDraft = (): Draft => ({ texts: EMPTY_TEXTS, key: newKey() });

/** A customer in the making. */
export interface Adding {
  texts: CustomerTexts;
  errors: CustomerErrors;
  /** Why it could not be added, where no field is to blame. */
  failure: string | null;
  /** True where the texts were typed before, and found again. */
  found: boolean;
  lost: boolean;
  change: (field: CustomerField, text: string) => void;
  startAfresh: () => void;
  /** Adds the customer; null where that did not go through, and the form says why. */
  submit: () => Promise<Customer | null>;
}

/** Holds what is typed of a new customer: closing, errors and reloads keep it until it is added. */
export function useAdding(merchantId: string): Adding {
  const kept = useKept('new', draftOf);
  const [draft, setDraft] = useState(() => kept.found ?? newDraft());
  const [found, setFound] = useState(kept.found !== null);
  const [errors, setErrors] = useState<CustomerErrors>({});
  const [failure, setFailure] = useState<string | null>(null);

  const change = (field: CustomerField, text: string) => {
    const next = { texts: { ...draft.texts, [field]: text }, key: newKey() };
    setDraft(next);
    kept.keep(next);
    setErrors((old) => ({ ...old, [field]: undefined }));
  };
  const startAfresh = () => {
    setDraft(newDraft());
    setFound(false);
    setErrors({});
    setFailure(null);
    kept.keep(null);
  };
  const submit = async () => {
    const missing = errorsOf(draft.texts);
    setErrors(missing);
    setFailure(null);
    if (Object.keys(missing).length > 0) return null;
    const outcome = await addCustomer(merchantId, draft.texts, draft.key);
    if (outcome.kind === 'saved') {
      kept.keep(null);
      return outcome.customer;
    }
    if (outcome.kind === 'refused') {
      setErrors(outcome.errors);
      setFailure(Object.keys(outcome.errors).length > 0 ? null : outcome.words);
    }
    return null;
  };
  const { texts } = draft;
  return { texts, errors, failure, found, lost: kept.lost, change, startAfresh, submit };
}
