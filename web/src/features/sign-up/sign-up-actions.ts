import { identifierOf, PHONE_EXAMPLE, subscriberOf } from '@tegeka/contract/kit/phone.ts';
import { createRepresentative, emailExists, phoneExists } from '@tegeka/contract/sign-up.ts';
import { emailShape } from '@tegeka/contract/kit/text.ts';
import { now } from '#platform/device/page.ts';
import { call } from '#platform/call/call.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import {
  announce,
  announceFailure,
  checkCode,
  sendAnotherCode,
  sendFirstCode,
} from '#ui/steps/code-calls.ts';
import type { CodeOutcome } from '#ui/steps/code-step.tsx';
import { isProved, signUp, signUpDraft } from './sign-up-draft.ts';

// The texts of the specification (sections 5 and 8), unchanged; texts of our own may follow them.

const INVALID_EMAIL = 'Sorry, an invalid email entered. Check the phone and try again.';
const INVALID_PHONE = 'Sorry, an invalid phone number entered. Check the phone and try again.';
const FAILED = 'Sorry, we encountered an error. Please try again later.';
/** Follows the message that the account exists already. */
const HAS_ACCOUNT = 'If it is yours, log in, or set a new password there.';

/** The recipient of a code, in the form of the server and in that of the step. */
const sendingTo = (identifier: string, of: string) => ({
  recipient: { identifier, tokenType: 'OTP' } as const,
  onSent: (resendAt: number) => signUp({ kind: 'code-asked', of, resendAt }),
});

/** Checks the email and sends a code to it. Returns the error text below the input. */
export async function takeEmail(typed: string): Promise<string | undefined> {
  const parsed = emailShape.safeParse(typed);
  if (!parsed.success) return INVALID_EMAIL;
  const email = parsed.data;
  try {
    const { exists } = await call(emailExists, { query: { email } });
    if (exists) return announce('Sorry, that email exists', HAS_ACCOUNT);
  } catch (error) {
    return announceFailure(error, (status) => `E${status}`);
  }
  if (!isProved(signUpDraft().emailProof, email, now()))
    return sendFirstCode(sendingTo(email, email));
  signUp({ kind: 'proved-before', value: email });
  return undefined;
}

/** The hint below the phone input while the number is invalid. */
export function phoneHint(typed: string): string | undefined {
  return subscriberOf(typed, 'mobile') === null
    ? `Enter a valid Uganda Number e.g ${PHONE_EXAMPLE}`
    : undefined;
}

/** Checks the phone number and sends a code to it. Returns the error text below the input. */
export async function takePhone(typed: string): Promise<string | undefined> {
  const subscriber = subscriberOf(typed, 'mobile');
  if (subscriber === null) {
    announce(INVALID_PHONE);
    return phoneHint(typed);
  }
  try {
    const { exists } = await call(phoneExists, { query: { phoneNumber: `0${subscriber}` } });
    if (exists) return announce('Sorry, that phone number exists', HAS_ACCOUNT);
  } catch (error) {
    return announceFailure(error, () => 'Error phone exists');
  }
  const phone = String(subscriber);
  if (!isProved(signUpDraft().phoneProof, phone, now()))
    return sendFirstCode(sendingTo(identifierOf(subscriber), phone));
  signUp({ kind: 'proved-before', value: phone });
  return undefined;
}

function sendingOfStep() {
  const { step, email, phone } = signUpDraft();
  return step === 'EMAIL_CODE'
    ? sendingTo(email, email)
    : sendingTo(identifierOf(Number(phone)), phone);
}

export const resendCode = (): Promise<CodeOutcome> => sendAnotherCode(sendingOfStep());

export const tryCode = (digits: string): Promise<CodeOutcome> =>
  checkCode(sendingOfStep().recipient, digits);

/** A step back that helps after a refusal, with the label of its button. */
export interface StepBack {
  label: string;
  to: 'EMAIL' | 'PHONE_NUMBER';
}

/** The specified sentence with advice below the form, and errors at single fields. */
export type PersonalErrors = {
  [field in 'firstName' | 'lastName' | 'businessName' | 'password' | 'form']?: string | undefined;
} & { stepBack?: StepBack | undefined };

/** The fields of the step, in the names of the request. Errors of other fields are said below the form. */
const SHOWN_FIELDS = ['firstName', 'lastName', 'businessName', 'password'];

const STEPS_BACK: Record<string, StepBack> = {
  NOT_VERIFIED: { label: 'Verify email and phone again', to: 'EMAIL' },
  EMAIL_TAKEN: { label: 'Change the email', to: 'EMAIL' },
  PHONE_TAKEN: { label: 'Change the phone number', to: 'PHONE_NUMBER' },
};

/** True if an account with this email exists now. False if that cannot be checked. */
async function hasAccount(email: string): Promise<boolean> {
  try {
    return (await call(emailExists, { query: { email } })).exists;
  } catch {
    return false;
  }
}

/** What is said about a refused account: the specified sentence, the reason, and the step that helps. */
async function refusalOf(error: CallFailed, email: string): Promise<PersonalErrors> {
  const { code = '', fields = [] } = error.problem ?? {};
  // A verification is valid for one account: another tab may just have created it.
  if (code === 'NOT_VERIFIED' && (await hasAccount(email))) {
    const advice = 'If you have just created the account in another tab, please log in there.';
    return { form: `${FAILED} Sorry, that email exists. ${advice}` };
  }
  const shown = fields.filter(({ field }) => SHOWN_FIELDS.includes(field));
  const others = fields.filter(({ field }) => !SHOWN_FIELDS.includes(field));
  const advice = fields.length === 0 ? [error.advice() ?? ''] : others.map((one) => one.message);
  return {
    ...Object.fromEntries(shown.map(({ field, message }) => [field, message])),
    form: [FAILED, ...advice].join(' ').trim(),
    stepBack: STEPS_BACK[code],
  };
}

/** Creates the account and shows the last step. Returns error texts on failure. */
export async function createAccount(password: string): Promise<PersonalErrors> {
  const { email, phone, firstName, lastName, businessName } = signUpDraft();
  const phoneNumber = {
    countryCode: '256',
    region: 'UG',
    subscriberNumber: Number(phone),
  } as const;
  const person = { firstName, lastName, businessName, password, email, phoneNumber };
  try {
    const fixed = { isAdmin: true, domainName: 'MERCHANT' } as const;
    await call(createRepresentative, { body: { ...person, ...fixed } });
    signUp({ kind: 'created' });
    return {};
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    return refusalOf(error, email);
  }
}
