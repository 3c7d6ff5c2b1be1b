import { sendCode, type TokenType, verifyCode } from '@tegeka/contract/sign-up.ts';
import { alert, now } from '#platform/device/page.ts';
import { call } from '#platform/call/call.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import type { CodeOutcome } from './code-step.tsx';

// The texts of the specification (section 8), unchanged; advice of our own may follow them.

const NOT_SENT = 'Sorry, server failed to send an OTP. Try again';
const NOT_VALID = 'Sorry, check the code and try again';

/** Whom a code is for, as the server knows them, and what it proves. */
export interface CodeRecipient {
  identifier: string;
  tokenType: TokenType;
}

/** Shows a text of the specification as an alert, with advice of our own after it. */
export function announce(message: string, advice?: string): undefined {
  alert({ kind: 'error', message, advice });
}

/** Shows the specified text of a failed call. call() has already reported a 503. */
export function announceFailure(error: unknown, specified: (status: number) => string): undefined {
  if (!(error instanceof CallFailed)) throw error;
  if (error.status !== 503) announce(specified(error.status), error.advice());
}

interface Sending {
  recipient: CodeRecipient;
  /** Called when a code is on its way or was sent before: the moment from which another may be asked for. */
  onSent: (resendAt: number) => void;
}

/** Sends a code. Returns null if it was sent, else the advice that follows the specified message. */
async function send({ recipient, onSent }: Sending): Promise<{ advice?: string } | null> {
  try {
    const sent = await call(sendCode, { body: recipient });
    onSent(now() + sent.retryAfterSeconds * 1000);
    return null;
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    const { problem } = error;
    const advice = error.advice();
    if (problem?.code !== 'CODE_TOO_SOON') return advice === undefined ? {} : { advice };
    const { retryAfterSeconds = 60 } = problem;
    // An older code is still valid.
    onSent(now() + retryAfterSeconds * 1000);
    return { advice: `You can ask for another code in ${retryAfterSeconds} s.` };
  }
}

/** Sends the first code. Shows an alert if it was not sent. */
export async function sendFirstCode(sending: Sending): Promise<undefined> {
  const unsent = await send(sending);
  if (unsent) announce(NOT_SENT, unsent.advice);
}

/** Sends another code, for the line below the code. */
export async function sendAnotherCode(sending: Sending): Promise<CodeOutcome> {
  const unsent = await send(sending);
  if (!unsent) return { kind: 'done' };
  return { kind: 'error', message: `${NOT_SENT}. ${unsent.advice ?? ''}`.trim() };
}

/** Checks a code that was entered. */
export async function checkCode(recipient: CodeRecipient, token: string): Promise<CodeOutcome> {
  try {
    const { message } = await call(verifyCode, { body: { token, ...recipient } });
    return message === 'valid' ? { kind: 'done' } : { kind: 'error', message: NOT_VALID };
  } catch (error) {
    announceFailure(error, (status) => `E${status}`);
    const status = error instanceof CallFailed ? error.status : 0;
    dispatchEvent(new CustomEvent('server-error', { detail: { status } }));
    return { kind: 'error', message: 'The code could not be checked. Please try again.' };
  }
}
