import { getPasswordReset, resetPassword, sendCode, verifyCode } from '@tegeka/contract/sign-up.ts';
import { emailShape } from '@tegeka/contract/kit/text.ts';
import { alert, now } from '#platform/device/page.ts';
import { call } from '#platform/call/call.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { config } from '#platform/config/config.ts';
import type { CodeOutcome } from '#ui/steps/code-step.tsx';
import { goTo, resetState } from './reset-state.ts';

/** Undefined on success, otherwise the error text below the input. */
type ActionError = string | undefined;

const NOT_SENT = 'Sorry, server failed to send an OTP. Try again';
const FAILED = 'Sorry, we encountered an error. Please try again later.';
const TOO_LATE = {
  NOT_VERIFIED: 'Please verify your email again; that was too long ago.',
  RESET_LINK_INVALID:
    'This link was used already, or is older than 15 minutes. Please ask for another.',
};

/** The token of the opened link. Kept in memory only, since it can set a password. */
let linkToken: string | undefined;

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

/** Begins with the token of a link, or continues after a reload with what the server knows. */
export async function begin(token: string): Promise<void> {
  if (token) {
    linkToken = token;
    return goTo({ step: 'PASSWORD', email: null });
  }
  try {
    const { identifier: email } = await call(getPasswordReset, {});
    const { step } = resetState();
    if (email && (step === 'EMAIL' || step === 'CODE')) goTo({ step: 'PASSWORD', email });
  } catch (error) {
    // On an error the reset starts at the email step, which depends on no earlier step.
    if (!(error instanceof CallFailed)) throw error;
  }
}

/** Sends a code or a link to the email. The answer does not reveal whether an account has it. */
export async function takeEmail(typed: string): Promise<ActionError> {
  const parsed = emailShape.safeParse(typed);
  if (!parsed.success) return 'Enter a valid email, such as name@business.ug';
  const email = parsed.data;
  const sent = await send(email);
  if ('error' in sent) alert({ kind: 'error', message: sent.error });
  // Only merchants get codes.
  else if (config().domain === 'MERCHANT') goTo({ step: 'CODE', email, ...sent });
  else goTo({ step: 'LINK_SENT', email });
  return undefined;
}

export async function resendCode(email: string): Promise<CodeOutcome> {
  const sent = await send(email);
  if ('error' in sent) return { kind: 'error', message: sent.error };
  goTo({ step: 'CODE', email, ...sent });
  return { kind: 'done' };
}

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
export async function setPassword(password: string, email: string | null): Promise<ActionError> {
  try {
    await call(resetPassword, { body: { password, ...(linkToken && { token: linkToken }) } });
    linkToken = undefined;
    goTo({ step: 'SUCCESS' });
    return undefined;
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    const { code } = error.problem ?? {};
    if (code === 'PASSWORD_WEAK') return error.fieldMessage('password') ?? error.words();
    if (code !== 'NOT_VERIFIED' && code !== 'RESET_LINK_INVALID')
      return hasOwnText(error) ? error.words() : FAILED;
    linkToken = undefined;
    goTo({ step: 'EMAIL', email: email ?? '' });
    alert({ kind: 'warning', message: TOO_LATE[code] });
    return undefined;
  }
}
