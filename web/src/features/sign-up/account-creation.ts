import { createRepresentative, emailExists } from '@tegeka/contract/sign-up.ts';
import { alert } from '#platform/device/alert.ts';
import { call } from '#platform/call/call.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { signUp, signUpDraft } from './sign-up-store.ts';

/** The fields of the last step. */
export type PersonalField = 'firstName' | 'lastName' | 'businessName' | 'password';

/** Error texts by field, and for the whole form. */
export type PersonalErrors = { [field in PersonalField | 'form']?: string | undefined };

const FIELDS = ['firstName', 'lastName', 'businessName', 'password'] as const;
const FAILED = 'Sorry, we encountered an error. Please try again later.';

const MADE_ELSEWHERE =
  'Sorry, that email exists. If you have just created the account in another tab, please log in there.';

/** True if an account with this email exists now. False if that cannot be checked. */
async function hasAccount(email: string): Promise<boolean> {
  try {
    return (await call(emailExists, { query: { email } })).exists;
  } catch {
    return false;
  }
}

function errorsOf(error: CallFailed): PersonalErrors {
  const code = error.problem?.code;
  if (error.offline || error.status === 429) return { form: error.words() };
  if (code === 'PASSWORD_WEAK')
    return { password: error.fieldMessage('password') ?? error.words() };
  if (code === 'EMAIL_TAKEN' || code === 'PHONE_TAKEN') return { form: error.words() };
  const found: PersonalErrors = {};
  for (const field of FIELDS) {
    const message = error.fieldMessage(field);
    if (message) found[field] = message;
  }
  return Object.keys(found).length > 0 ? found : { form: FAILED };
}

/** Creates the account and shows the last step. Returns error texts on failure. */
export async function createAccount(password: string): Promise<PersonalErrors> {
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
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    if (error.problem?.code !== 'NOT_VERIFIED') return errorsOf(error);
    // A verification is valid for one account: another tab may just have created it.
    if (await hasAccount(email)) return { form: MADE_ELSEWHERE };
    signUp({ kind: 'proof-too-old' });
    alert({ kind: 'warning', message: error.words() });
    return {};
  }
}
