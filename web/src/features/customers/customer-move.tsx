import { Textarea } from '@mantine/core';
import type { Customer } from '@tegeka/contract/customers.ts';
import { useState } from 'react';
import { transitionCustomer } from '#features/customers/customer-calls.ts';
import { useKept } from '#features/customers/customer-kept.ts';
import { showFlashMessage } from '#features/customers/customer-news.ts';
import { fullName } from '#features/customers/customer-words.ts';
import { useBusy } from '#ui/feedback/busy.ts';
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx';
import { FieldError } from '#ui/form/field-note.tsx';

/** Letters of a reason: see `disableCustomer` in the contract. */
const LEAST = 3;
const MOST = 300;

const WORDS = {
  ACTIVE: {
    heading: (name: string) => `Disable ${name}?`,
    text: 'Nothing new is collected from a disabled customer. You can enable them again at any time.',
    action: 'Disable',
    label: 'Reason',
    hint: 'Kept in the history for your colleagues.',
    done: (name: string) => `${name} is disabled. Nothing new is collected from them.`,
  },
  DISABLED: {
    heading: (name: string) => `Enable ${name} again?`,
    text: 'You can collect payments from them again.',
    action: 'Enable',
    label: 'Reason (optional)',
    hint: 'Kept in the history for your colleagues.',
    done: (name: string) => `${name} is active again.`,
  },
} as const;

interface CustomerTransitionProps {
  merchantId: string;
  customer: Customer;
  onClose: () => void;
}

const reasonOf = (kept: unknown) => (typeof kept === 'string' ? kept : null);

/** What the reason lacks; null where it is fine. Disabling needs one. */
function errorOf(reason: string, needed: boolean): string | null {
  const { length } = reason.trim();
  if (needed && length === 0) return 'Say why, for your colleagues to read';
  return length > 0 && length < LEAST ? `Enter at least ${LEAST} characters` : null;
}

/** Asks before a customer is disabled or enabled, and for the reason. */
export function CustomerTransition({ merchantId, customer, onClose }: CustomerTransitionProps) {
  const words = WORDS[customer.status];
  const kept = useKept(`${words.action} ${customer.id}`, reasonOf);
  const [reason, setReason] = useState(kept.found ?? '');
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [working, run] = useBusy();

  const change = (next: string) => {
    setReason(next);
    setError(null);
    kept.keep(next || null);
  };
  const confirm = async () => {
    const missing = errorOf(reason, customer.status === 'ACTIVE');
    setError(missing);
    setFailure(null);
    if (missing) return;
    const outcome = await transitionCustomer(merchantId, customer, reason);
    if (outcome.kind === 'refused') return setFailure(outcome.words);
    kept.keep(null);
    showFlashMessage({ place: customer.id, words: words.done(fullName(customer)) });
    onClose();
  };
  return (
    <ConfirmDialog
      heading={words.heading(fullName(customer))}
      action={words.action}
      danger={customer.status === 'ACTIVE'}
      working={working}
      failure={failure}
      onConfirm={() => void run(confirm)}
      onClose={onClose}
    >
      <p>{words.text}</p>
      <Textarea
        label={words.label}
        description={error ? undefined : words.hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        size="md"
        required={customer.status === 'ACTIVE'}
        withAsterisk={false}
        autosize={false}
        rows={3}
        maxLength={MOST}
        value={reason}
        error={error && <FieldError>{error}</FieldError>}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
