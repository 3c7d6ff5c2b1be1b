import type { Customer } from '@tegeka/contract/customers.ts';
import { useState } from 'react';
import { fetchLatest } from '#features/customers/customer-calls.ts';
import { saveCustomer } from '#features/customers/customer-saving.ts';
import {
  type CustomerErrors,
  type CustomerTexts,
  differing,
  textsOf,
} from '#features/customers/customer-draft.ts';
import {
  type EditDraft,
  editDraftOf,
  useEditDraft,
} from '#features/customers/customer-edit-draft.ts';
import { errorsOf } from '#features/customers/customer-rules.ts';
import type { CustomerField } from '#features/customers/customer-words.ts';

/** How a try to save ended, beside that it was saved. */
type Tried =
  | { kind: 'saved' | 'newer'; customer: Customer }
  | { kind: 'refused'; errors: CustomerErrors; failure: string | null };

const refused = (errors: CustomerErrors, words: string | null = null): Tried => ({
  kind: 'refused',
  errors,
  // A field that is to blame says it itself.
  failure: Object.keys(errors).length > 0 ? null : words,
});

/** Saves a change. Where somebody was quicker, their customer is fetched to be shown beside it. */
async function trySaving(merchantId: string, id: string, draft: EditDraft): Promise<Tried> {
  const errors = errorsOf(draft.texts);
  if (Object.keys(errors).length > 0) return refused(errors);
  const outcome = await saveCustomer(merchantId, { id, version: draft.version }, draft.texts);
  if (outcome.kind === 'saved') return outcome;
  if (outcome.kind === 'refused') return refused(outcome.errors, outcome.words);
  const latest = await fetchLatest(merchantId, id);
  if (latest === null)
    return refused({}, 'Somebody else changed this customer a moment ago. Please try again.');
  // The answer to this very change may have been lost on its way.
  const same = differing(textsOf(latest), draft.texts).length === 0;
  return { kind: same ? 'saved' : 'newer', customer: latest };
}

/** A customer whose change is in the making. */
export interface Editing {
  draft: EditDraft;
  errors: CustomerErrors;
  /** Why it could not be saved, where no field is to blame. */
  failure: string | null;
  lost: boolean;
  found: boolean;
  /** What somebody else saved meanwhile: then it has to be chosen what stands. */
  newer: Customer | null;
  change: (field: CustomerField, text: string) => void;
  startAfresh: () => void;
  submit: () => Promise<void>;
  /** Saves these texts on the newer version. */
  settle: (texts: CustomerTexts) => Promise<void>;
}

/** Where a change leads to once it is made, or where there is none to be made. */
export interface EditingEnds {
  onSaved: (customer: Customer) => void;
  onUnchanged: () => void;
}

/** Holds a change of a customer until it is saved; closing, errors and reloads keep it. */
export function useEditing(
  merchantId: string,
  customer: Customer,
  { onSaved, onUnchanged }: EditingEnds,
): Editing {
  const { draft, found, lost, lock, drop } = useEditDraft(customer);
  const [newer, setNewer] = useState(draft.version < customer.version ? customer : null);
  const [errors, setErrors] = useState<CustomerErrors>({});
  const [failure, setFailure] = useState<string | null>(null);

  const send = async (sent: EditDraft) => {
    setFailure(null);
    if (differing(sent.base, sent.texts).length === 0) {
      drop(newer ?? customer);
      onUnchanged();
      return;
    }
    const tried = await trySaving(merchantId, customer.id, sent);
    if (tried.kind === 'saved') {
      drop(tried.customer);
      onSaved(tried.customer);
      return;
    }
    setNewer(tried.kind === 'newer' ? tried.customer : null);
    setErrors(tried.kind === 'refused' ? tried.errors : {});
    setFailure(tried.kind === 'refused' ? tried.failure : null);
  };
  const change = (field: CustomerField, text: string) => {
    lock({ ...draft, texts: { ...draft.texts, [field]: text } });
    setErrors((old) => ({ ...old, [field]: undefined }));
  };
  const startAfresh = () => {
    drop(newer ?? customer);
    setNewer(null);
    setErrors({});
    setFailure(null);
  };
  const settle = async (texts: CustomerTexts) => {
    if (!newer) return;
    const settled = editDraftOf(newer, texts);
    lock(settled);
    await send(settled);
  };
  const submit = () => send(draft);
  return { draft, errors, failure, lost, found, newer, change, startAfresh, submit, settle };
}
