import { identifierOf, PHONE_EXAMPLE, subscriberOf } from '@tegeka/contract/kit/phone.ts';
import { emailExists, phoneExists, sendCode, verifyCode } from '@tegeka/contract/sign-up.ts';
import { emailShape } from '@tegeka/contract/kit/text.ts';
import { alert } from '#platform/device/alert.ts';
import { call } from '#platform/call/call.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { now } from '#platform/device/device-clock.ts';
import type { CodeOutcome } from '#ui/steps/code-step.tsx';
import { isProved, type SignUpEvent } from './sign-up-machine.ts';
import { signUp, signUpDraft } from './sign-up-store.ts';

/** Undefined on success, otherwise the error text below the input. */
type ActionError = string | undefined;

const INVALID_EMAIL = 'Sorry, an invalid email entered. Check the phone and try again.';
const INVALID_PHONE = 'Sorry, an invalid phone number entered. Check the phone and try again.';
const NOT_SENT = 'Sorry, server failed to send an OTP. Try again';

function announce(message: string): undefined {
  alert({ kind: 'error', message });
}

function go(event: SignUpEvent): undefined {
  signUp(event);
}

/**
 * Shows the specified text of a failed call, except if call() has already shown one or there was
 * no connection.
 */
function announceFailure(error: unknown, specified: (status: number) => string): undefined {
  if (!(error instanceof CallFailed)) throw error;
  if (error.offline) announce(error.words());
  else if (error.status !== 503) announce(specified(error.status));
}

/** Sends a code. If one was sent a moment ago it is still valid, so its step is shown. */
async function send(to: string): Promise<{ resendAt: number } | { error: string }> {
  try {
    const sent = await call(sendCode, { body: { identifier: to, tokenType: 'OTP' } });
    return { resendAt: now() + sent.retryAfterSeconds * 1000 };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    const wait = error.problem?.retryAfterSeconds ?? 60;
    if (error.problem?.code === 'CODE_TOO_SOON') return { resendAt: now() + wait * 1000 };
    if (error.offline || error.status === 429) return { error: error.words() };
    return { error: NOT_SENT };
  }
}

/** Checks the email, sends a code to it and shows the code step. */
export async function takeEmail(typed: string): Promise<ActionError> {
  const parsed = emailShape.safeParse(typed);
  if (!parsed.success) return INVALID_EMAIL;
  const email = parsed.data;
  try {
    const { exists } = await call(emailExists, { query: { email } });
    if (exists) return announce('Sorry, that email exists');
  } catch (error) {
    return announceFailure(error, (status) => `E${status}`);
  }
  if (isProved(signUpDraft().emailProof, email, now()))
    return go({ kind: 'proved-before', value: email });
  const sent = await send(email);
  if ('error' in sent) return announce(sent.error);
  return go({ kind: 'code-sent', to: email, resendAt: sent.resendAt });
}

/** The hint below the phone input while the number is invalid. */
export function phoneHint(typed: string): ActionError {
  return subscriberOf(typed, 'mobile') === null
    ? `Enter a valid Uganda Number e.g ${PHONE_EXAMPLE}`
    : undefined;
}

/** Checks the phone number, sends a code to it and shows the code step. */
export async function takePhone(typed: string): Promise<ActionError> {
  const subscriber = subscriberOf(typed, 'mobile');
  if (subscriber === null) {
    announce(INVALID_PHONE);
    return phoneHint(typed);
  }
  try {
    const { exists } = await call(phoneExists, { query: { phoneNumber: `0${subscriber}` } });
    if (exists) return announce('Sorry, that phone number exists');
  } catch (error) {
    return announceFailure(error, () => 'Error phone exists');
  }
  const phone = String(subscriber);
  if (isProved(signUpDraft().phoneProof, phone, now()))
    return go({ kind: 'proved-before', value: phone });
  const sent = await send(identifierOf(subscriber));
  if ('error' in sent) return announce(sent.error);
  return go({ kind: 'code-sent', to: phone, resendAt: sent.resendAt });
}

/** Recipient of the current step's code. */
function recipient(): string {
  const { step, email, phone } = signUpDraft();
  return step === 'EMAIL_CODE' ? email : identifierOf(Number(phone));
}

/** Sends another code. */
export async function resendCode(): Promise<CodeOutcome> {
  const { step, email, phone } = signUpDraft();
  const sent = await send(recipient());
  if ('error' in sent) return { kind: 'error', message: sent.error };
  signUp({ kind: 'code-sent', to: step === 'EMAIL_CODE' ? email : phone, resendAt: sent.resendAt });
  return { kind: 'done' };
}

/** Verifies a code with the server. */
export async function checkCode(token: string): Promise<CodeOutcome> {
  try {
    const body = { token, identifier: recipient(), tokenType: 'OTP' as const };
    const { message } = await call(verifyCode, { body });
    if (message === 'valid') return { kind: 'done' };
    return { kind: 'error', message: 'Sorry, check the code and try again' };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    announceFailure(error, (status) => `E${status}`);
    dispatchEvent(new CustomEvent('server-error', { detail: { status: error.status } }));
    return { kind: 'error', message: 'The code could not be checked. Please try again.' };
  }
}
