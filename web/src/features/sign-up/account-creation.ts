import { createRepresentative } from '@tegeka/contract/sign-up.ts';
import { alert } from '#platform/alert.ts';
import { call } from '#platform/call.ts';
import { CallFailed } from '#platform/call-failed.ts';
import { signUp, signUpDraft } from './sign-up-store.ts';

/** The fields of the last step. */
export type PersonalField = 'firstName' | 'lastName' | 'businessName' | 'password';

/** What is wrong, by field, and with the whole. */
export type PersonalFaults = { [field in PersonalField | 'form']?: string | undefined };

const FIELDS = ['firstName', 'lastName', 'businessName', 'password'] as const;
const FAILED = 'Sorry, we encountered an error. Please try again later.';

function faultsOf(fault: CallFailed): PersonalFaults {
  const code = fault.problem?.code;
  if (fault.offline || fault.status === 429) return { form: fault.words() };
  if (code === 'PASSWORD_WEAK')
    return { password: fault.fieldMessage('password') ?? fault.words() };
  if (code === 'EMAIL_TAKEN' || code === 'PHONE_TAKEN') return { form: fault.words() };
  const found: PersonalFaults = {};
  for (const field of FIELDS) {
    const message = fault.fieldMessage(field);
    if (message) found[field] = message;
  }
  return Object.keys(found).length > 0 ? found : { form: FAILED };
}

/** Creates the account and goes to the last step; else says what was wrong. */
export async function createAccount(password: string): Promise<PersonalFaults> {
  const { email, phone, firstName, lastName, businessName } = signUpDraft();
  const phoneNumber = {
    countryCode: '256' as const,
    region: 'UG' as const,
    subscriberNumber: Number(phone),
  };
  const person = { firstName, lastName, businessName, password, email, phoneNumber };
  try {
    await call(createRepresentative, {
      body: { ...person, isAdmin: true as const, domainName: 'MERCHANT' as const },
    });
    signUp({ kind: 'created' });
    return {};
  } catch (fault) {
    if (!(fault instanceof CallFailed)) throw fault;
    if (fault.problem?.code !== 'NOT_VERIFIED') return faultsOf(fault);
    signUp({ kind: 'proof-too-old' });
    alert({ kind: 'warning', message: fault.words() });
    return {};
  }
}
