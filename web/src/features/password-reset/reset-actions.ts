import { getPasswordReset, resetPassword } from '@tegeka/contract/sign-up.ts';
import { emailShape } from '@tegeka/contract/kit/text.ts';
import { alert } from '#platform/device/page.ts';
import { call } from '#platform/call/call.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { config } from '#platform/config/config.ts';
import { checkCode, sendAnotherCode, sendFirstCode } from '#ui/steps/code-calls.ts';
import type { CodeOutcome } from '#ui/steps/code-step.tsx';
import { goTo, resetState } from './reset-state.ts';

/** Undefined on success, otherwise the error text below the input. */
type ActionError = string | undefined;

const FAILED = 'Sorry, we encountered an error. Please try again later.';
const TOO_LATE = {
  NOT_VERIFIED: 'Please verify your email again; that was too long ago.',
  RESET_LINK_INVALID:
    'This link was used already, or is older than 15 minutes. Please ask for another.',
};

/** The token of the opened link. Kept in memory only, since it can set a password. */
let linkToken: string | undefined;

const hasOwnText = (error: CallFailed) => error.offline || error.status === 429;

const recipientOf = (identifier: string) => ({ identifier, tokenType: 'PASSWORD_RESET' }) as const;

const sendingTo = (email: string) => ({
  recipient: recipientOf(email),
  onSent: (resendAt: number) => {
    // Only merchants get codes.
    if (config().domain === 'MERCHANT') goTo({ step: 'CODE', email, resendAt });
    else goTo({ step: 'LINK_SENT', email });
  },
});

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
  return sendFirstCode(sendingTo(parsed.data));
}

export const resendCode = (email: string): Promise<CodeOutcome> =>
  sendAnotherCode(sendingTo(email));

export const tryCode = (email: string, digits: string): Promise<CodeOutcome> =>
  checkCode(recipientOf(email), digits);

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
    if (code === 'PASSWORD_WEAK') return error.fieldMessage('password') ?? error.userMessage();
    if (code !== 'NOT_VERIFIED' && code !== 'RESET_LINK_INVALID')
      return hasOwnText(error) ? error.userMessage() : FAILED;
    linkToken = undefined;
    goTo({ step: 'EMAIL', email: email ?? '' });
    alert({ kind: 'warning', message: TOO_LATE[code] });
    return undefined;
  }
}
