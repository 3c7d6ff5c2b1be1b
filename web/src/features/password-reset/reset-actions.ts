import { getPasswordReset, resetPassword, sendCode, verifyCode } from '@tegeka/contract/sign-up.ts';
import { emailShape } from '@tegeka/contract/kit/text.ts';
import { alert } from '#platform/device/alert.ts';
import { call } from '#platform/call/call.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { now } from '#platform/device/device-clock.ts';
import type { CodeOutcome } from '#ui/steps/code-step.tsx';
import type { ResetEvent } from './reset-machine.ts';
import { reset, resetState } from './reset-store.ts';

/** Undefined on success, otherwise the error text below the input. */
type ActionError = string | undefined;

const NOT_SENT = 'Sorry, server failed to send an OTP. Try again';
const FAILED = 'Sorry, we encountered an error. Please try again later.';

function go(event: ResetEvent): undefined {
  reset(event);
}

const hasOwnText = (error: CallFailed) => error.offline || error.status === 429;

async function send(email: string): Promise<{ resendAt: number } | { error: string }> {
  try {
    const body = { identifier: email, tokenType: 'PASSWORD_RESET' as const };
    const sent = await call(sendCode, { body });
    return { resendAt: now() + sent.retryAfterSeconds * 1000 };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    const wait = error.problem?.retryAfterSeconds ?? 60;
    if (error.problem?.code === 'CODE_TOO_SOON') return { resendAt: now() + wait * 1000 };
    return { error: hasOwnText(error) ? error.words() : NOT_SENT };
  }
}

/** Continues after a reload: the server knows which email this browser has verified. */
export async function resume(): Promise<void> {
  try {
    const { identifier } = await call(getPasswordReset, {});
    if (identifier && resetState().step !== 'SUCCESS')
      reset({ kind: 'verified', email: identifier });
  } catch (error) {
    // On an error the reset starts at the email step, which depends on no earlier step.
    if (!(error instanceof CallFailed)) throw error;
  }
}

/** Sends a code to the email. The answer does not reveal whether an account has it. */
export async function takeEmail(typed: string): Promise<ActionError> {
  const parsed = emailShape.safeParse(typed);
  if (!parsed.success) return 'Enter a valid email, such as name@business.ug';
  const sent = await send(parsed.data);
  if ('error' in sent) {
    alert({ kind: 'error', message: sent.error });
    return undefined;
  }
  return go({ kind: 'code-sent', email: parsed.data, resendAt: sent.resendAt });
}

/** Sends another code. */
export async function resendCode(email: string): Promise<CodeOutcome> {
  const sent = await send(email);
  if ('error' in sent) return { kind: 'error', message: sent.error };
  reset({ kind: 'code-sent', email, resendAt: sent.resendAt });
  return { kind: 'done' };
}

/** Verifies a code with the server. */
export async function checkCode(email: string, token: string): Promise<CodeOutcome> {
  try {
    const body = { token, identifier: email, tokenType: 'PASSWORD_RESET' as const };
    const { message } = await call(verifyCode, { body });
    if (message === 'valid') return { kind: 'done' };
    return { kind: 'error', message: 'Sorry, check the code and try again' };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    const message = error.offline ? error.words() : `E${error.status}`;
    if (error.status !== 503) alert({ kind: 'error', message });
    dispatchEvent(new CustomEvent('server-error', { detail: { status: error.status } }));
    return { kind: 'error', message: 'The code could not be checked. Please try again.' };
  }
}

/** Sets the new password. All sessions of the account end. */
export async function setPassword(password: string): Promise<ActionError> {
  try {
    await call(resetPassword, { body: { password } });
    return go({ kind: 'changed' });
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    if (error.problem?.code === 'PASSWORD_WEAK')
      return error.fieldMessage('password') ?? error.words();
    if (error.problem?.code !== 'NOT_VERIFIED') return hasOwnText(error) ? error.words() : FAILED;
    reset({ kind: 'proof-too-old' });
    alert({ kind: 'warning', message: 'Please verify your email again; that was too long ago.' });
    return undefined;
  }
}
