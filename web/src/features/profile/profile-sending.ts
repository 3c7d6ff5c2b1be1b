import type { FaultCode } from '@tegeka/contract/faults.ts';
import { submitChange } from '@tegeka/contract/merchant-changes.ts';
import { updateContact } from '@tegeka/contract/merchant-contact.ts';
import { call, type CallInput } from '#platform/call.ts';
import { CallFailed } from '#platform/call-failed.ts';
import { fieldFaultsOf } from '#ui/business-refusals.ts';
import type { FieldFaults } from '#ui/business-rules.ts';

/** How sending ended. On `conflict` what is registered is no longer what was on the screen. */
export type SendOutcome =
  | { kind: 'sent' }
  | { kind: 'conflict'; words: string }
  | {
      kind: 'refused';
      words: string;
      fields: FieldFaults;
      /** True when the server has said no: nothing was made, and a next try is a new one. */
      settled: boolean;
    };

const CONFLICTS: readonly string[] = ['CONTACT_CHANGED', 'DETAILS_CHANGED'] satisfies FaultCode[];

async function outcomeOf(work: Promise<unknown>): Promise<SendOutcome> {
  try {
    await work;
    return { kind: 'sent' };
  } catch (fault) {
    if (!(fault instanceof CallFailed)) throw fault;
    const words = fault.words();
    if (CONFLICTS.includes(fault.problem?.code ?? '')) return { kind: 'conflict', words };
    const settled = fault.status >= 400 && fault.status < 500;
    return { kind: 'refused', words, fields: fieldFaultsOf(fault.problem), settled };
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
