import { subscriberOf } from '@tegeka/contract/phone.ts';
import { PHONE_EXAMPLE, identifierOf } from '@tegeka/contract/phone-text.ts';
import { emailExists, phoneExists, sendCode, verifyCode } from '@tegeka/contract/sign-up.ts';
import { emailShape } from '@tegeka/contract/text.ts';
import { alert } from '#platform/alert.ts';
import { call } from '#platform/call.ts';
import { CallFailed } from '#platform/call-failed.ts';
import { now } from '#platform/device-clock.ts';
import type { CodeOutcome } from '#ui/code-step.tsx';
import { isProved, type SignUpEvent } from './sign-up-machine.ts';
import { signUp, signUpDraft } from './sign-up-store.ts';

/** Undefined when the step was taken; else what stands below its input. */
type Fault = string | undefined;

const INVALID_EMAIL = 'Sorry, an invalid email entered. Check the phone and try again.';
const INVALID_PHONE = 'Sorry, an invalid phone number entered. Check the phone and try again.';
const NOT_SENT = 'Sorry, server failed to send an OTP. Try again';

function announce(message: string): undefined {
  alert({ kind: 'error', message });
}

function go(event: SignUpEvent): undefined {
  signUp(event);
}

/** The specified sentence of a failed call, unless there was no connection, or call() said it. */
function announceFailure(fault: unknown, specified: (status: number) => string): undefined {
  if (!(fault instanceof CallFailed)) throw fault;
  if (fault.offline) announce(fault.words());
  else if (fault.status !== 503) announce(specified(fault.status));
}

/** Sends a code. One that was sent a moment ago is still good: then its step is shown. */
async function send(to: string): Promise<{ resendAt: number } | { fault: string }> {
  try {
    const sent = await call(sendCode, { body: { identifier: to, tokenType: 'OTP' } });
    return { resendAt: now() + sent.retryAfterSeconds * 1000 };
  } catch (fault) {
    if (!(fault instanceof CallFailed)) throw fault;
    const wait = fault.problem?.retryAfterSeconds ?? 60;
    if (fault.problem?.code === 'CODE_TOO_SOON') return { resendAt: now() + wait * 1000 };
    if (fault.offline || fault.status === 429) return { fault: fault.words() };
    return { fault: NOT_SENT };
  }
}

/** Checks the email, sends a code to it and goes to its step. */
export async function takeEmail(typed: string): Promise<Fault> {
  const parsed = emailShape.safeParse(typed);
  if (!parsed.success) return INVALID_EMAIL;
  const email = parsed.data;
  try {
    const { exists } = await call(emailExists, { query: { email } });
    if (exists) return announce('Sorry, that email exists');
  } catch (fault) {
    return announceFailure(fault, (status) => `E${status}`);
  }
  if (isProved(signUpDraft().emailProof, email, now()))
    return go({ kind: 'proved-before', value: email });
  const sent = await send(email);
  if ('fault' in sent) return announce(sent.fault);
  return go({ kind: 'code-sent', to: email, resendAt: sent.resendAt });
}

/** What is said below the phone input while the number is not a valid one. */
export function phoneHint(typed: string): Fault {
  return subscriberOf(typed, 'mobile') === null
    ? `Enter a valid Uganda Number e.g ${PHONE_EXAMPLE}`
    : undefined;
}

/** Checks the phone number, sends a code to it and goes to its step. */
export async function takePhone(typed: string): Promise<Fault> {
  const subscriber = subscriberOf(typed, 'mobile');
  if (subscriber === null) {
    announce(INVALID_PHONE);
    return phoneHint(typed);
  }
  try {
    const { exists } = await call(phoneExists, { query: { phoneNumber: `0${subscriber}` } });
    if (exists) return announce('Sorry, that phone number exists');
  } catch (fault) {
    return announceFailure(fault, () => 'Error phone exists');
  }
  const phone = String(subscriber);
  if (isProved(signUpDraft().phoneProof, phone, now()))
    return go({ kind: 'proved-before', value: phone });
  const sent = await send(identifierOf(subscriber));
  if ('fault' in sent) return announce(sent.fault);
  return go({ kind: 'code-sent', to: phone, resendAt: sent.resendAt });
}

/** Whom the code of the current step was sent to. */
function recipient(): string {
  const { step, email, phone } = signUpDraft();
  return step === 'EMAIL_CODE' ? email : identifierOf(Number(phone));
}

/** Asks for another code. */
export async function resendCode(): Promise<CodeOutcome> {
  const { step, email, phone } = signUpDraft();
  const sent = await send(recipient());
  if ('fault' in sent) return { kind: 'fault', message: sent.fault };
  signUp({ kind: 'code-sent', to: step === 'EMAIL_CODE' ? email : phone, resendAt: sent.resendAt });
  return { kind: 'done' };
}

/** Checks a code with the server. */
export async function checkCode(token: string): Promise<CodeOutcome> {
  try {
    const body = { token, identifier: recipient(), tokenType: 'OTP' as const };
    const { message } = await call(verifyCode, { body });
    if (message === 'valid') return { kind: 'done' };
    return { kind: 'fault', message: 'Sorry, check the code and try again' };
  } catch (fault) {
    if (!(fault instanceof CallFailed)) throw fault;
    announceFailure(fault, (status) => `E${status}`);
    dispatchEvent(new CustomEvent('server-error', { detail: { status: fault.status } }));
    return { kind: 'fault', message: 'The code could not be checked. Please try again.' };
  }
}
