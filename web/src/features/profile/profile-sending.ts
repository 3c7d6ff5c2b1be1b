import type { ErrorCode } from '@tegeka/contract/kit/errors.ts';
import { submitChange } from '@tegeka/contract/merchant-changes.ts';
import { updateContact } from '@tegeka/contract/merchant-contact.ts';
import { call, type CallInput } from '#platform/call/call.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { fieldErrorsOf } from '#ui/form/business-refusals.ts';
import type { FieldErrors } from '#ui/form/business-rules.ts';

/** How sending ended. On `conflict` what is registered is no longer what was on the screen. */
export type SendOutcome =
  | { kind: 'sent' }
  | { kind: 'conflict'; words: string }
  | {
      kind: 'refused';
      words: string;
      fields: FieldErrors;
      /** True when the server has said no: nothing was made, and a next try is a new one. */
      settled: boolean;
    };

const CONFLICTS: readonly string[] = ['CONTACT_CHANGED', 'DETAILS_CHANGED'] satisfies ErrorCode[];

async function outcomeOf(work: Promise<unknown>): Promise<SendOutcome> {
  try {
    await work;
    return { kind: 'sent' };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    const words = error.words();
    if (CONFLICTS.includes(error.problem?.code ?? '')) return { kind: 'conflict', words };
    const settled = error.status >= 400 && error.status < 500;
    return { kind: 'refused', words, fields: fieldErrorsOf(error.problem), settled };
  }
}

/** Changes contact data and logo at once. */
export function sendContact(input: CallInput<typeof updateContact>): Promise<SendOutcome> {
  return outcomeOf(call(updateContact, input));
}

/** Sends a change for review. */
export function sendChange(input: CallInput<typeof submitChange>): Promise<SendOutcome> {
  return outcomeOf(call(submitChange, input));
}
