import { identifierOf, PHONE_EXAMPLE, subscriberOf } from '@tegeka/contract/kit/phone.ts';
import {
  createRepresentative,
  emailExists,
  phoneExists,
  sendCode,
  verifyCode,
} from '@tegeka/contract/sign-up.ts';
import { emailShape } from '@tegeka/contract/kit/text.ts';
import { alert, now } from '#platform/device/page.ts';
import { call } from '#platform/call/call.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import type { CodeOutcome } from '#ui/steps/code-step.tsx';
import { isProved, signUp, signUpDraft } from './sign-up-draft.ts';

// The texts of the specification (sections 5 and 8), unchanged; texts of our own may follow them.

const INVALID_EMAIL = 'Sorry, an invalid email entered. Check the phone and try again.';
const INVALID_PHONE = 'Sorry, an invalid phone number entered. Check the phone and try again.';
const NOT_SENT = 'Sorry, server failed to send an OTP. Try again';
const FAILED = 'Sorry, we encountered an error. Please try again later.';
/** Follows the message that the account exists already. */
const HAS_ACCOUNT = 'If it is yours, log in, or set a new password there.';

function announce(message: string, advice?: string): undefined {
  alert({ kind: 'error', message, advice });
}

/** Shows the specified text of a failed call. call() has already reported a 503. */
function announceFailure(error: unknown, specified: (status: number) => string): undefined {
  if (!(error instanceof CallFailed)) throw error;
  if (error.status !== 503) announce(specified(error.status), error.advice());
}

/**
 * Sends a code and shows its step. Returns null if it was sent, else the advice after the specified
 * message. The step is also shown after CODE_TOO_SOON: an older code is still valid.
 */
async function send(identifier: string, of: string): Promise<{ advice?: string } | null> {
  const awaits = (seconds: number) =>
    signUp({ kind: 'code-asked', of, resendAt: now() + seconds * 1000 });
  try {
    const sent = await call(sendCode, { body: { identifier, tokenType: 'OTP' } });
    awaits(sent.retryAfterSeconds);
    return null;
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    const { problem } = error;
    if (problem?.code !== 'CODE_TOO_SOON') return { advice: error.advice() ?? '' };
    const { retryAfterSeconds = 60 } = problem;
    awaits(retryAfterSeconds);
    return { advice: `You can ask for another code in ${retryAfterSeconds} s.` };
  }
}

async function sendFirst(identifier: string, of: string): Promise<undefined> {
  const unsent = await send(identifier, of);
  if (unsent) announce(NOT_SENT, unsent.advice);
}

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
  if (!isProved(signUpDraft().emailProof, email, now())) return sendFirst(email, email);
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
    return sendFirst(identifierOf(subscriber), phone);
  signUp({ kind: 'proved-before', value: phone });
  return undefined;
}

/** The recipient of the code of the current step, in the form of the server and in that of the step. */
function recipient(): [identifier: string, of: string] {
  const { step, email, phone } = signUpDraft();
  return step === 'EMAIL_CODE' ? [email, email] : [identifierOf(Number(phone)), phone];
}

export async function resendCode(): Promise<CodeOutcome> {
  const unsent = await send(...recipient());
  if (!unsent) return { kind: 'done' };
  return { kind: 'error', message: `${NOT_SENT}. ${unsent.advice ?? ''}`.trim() };
}

export async function checkCode(token: string): Promise<CodeOutcome> {
  try {
    const [identifier] = recipient();
    const { message } = await call(verifyCode, { body: { token, identifier, tokenType: 'OTP' } });
    if (message === 'valid') return { kind: 'done' };
    return { kind: 'error', message: 'Sorry, check the code and try again' };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    announceFailure(error, (status) => `E${status}`);
    dispatchEvent(new CustomEvent('server-error', { detail: { status: error.status } }));
    return { kind: 'error', message: 'The code could not be checked. Please try again.' };
  }
}

export type PersonalErrors = {
  [field in 'firstName' | 'lastName' | 'businessName' | 'password' | 'form']?: string | undefined;
};

/** True if an account with this email exists now. False if that cannot be checked. */
async function hasAccount(email: string): Promise<boolean> {
  try {
    return (await call(emailExists, { query: { email } })).exists;
  } catch {
    return false;
  }
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
    const { problem } = error;
    if (problem?.code !== 'NOT_VERIFIED') {
      const fields = (problem?.fields ?? []).map(({ field, message }) => [field, message]);
      const advice = fields.length === 0 ? error.advice() : undefined;
      return { ...Object.fromEntries(fields), form: advice ? `${FAILED} ${advice}` : FAILED };
    }
    // A verification is valid for one account: another tab may just have created it.
    if (await hasAccount(email)) {
      const advice = 'If you have just created the account in another tab, please log in there.';
      return { form: `${FAILED} Sorry, that email exists. ${advice}` };
    }
    signUp({ kind: 'proof-too-old' });
    announce(FAILED, error.words());
    return {};
  }
}
