import { alert } from '#platform/device/page.ts';
import { CallFailed } from './call-failed.ts';

// Part of the first script of a page, so it must not import React or libraries.

/** Sends a request and returns its response. */
export type Send = (address: string, init: RequestInit) => Promise<Response>;

const SERVER_OFF = 'Sorry, server is off. Please contact system administrator.';

interface SendOptions extends RequestInit {
  /** Milliseconds. Without them `send` must have a timeout of its own. */
  timeoutMs?: number;
  /** Replaces `fetch`, for example to report progress. */
  send?: Send | undefined;
}

/**
 * Sends every request: to the API, the banks content service and the identity provider. Throws
 * `CallFailed` without an answer. Shows an alert for 503, server off (specification, section 8).
 */
export async function sendRequest(address: string, options: SendOptions): Promise<Response> {
  const { timeoutMs, send = fetch, signal: abort = null, ...init } = options;
  const signals = [abort, timeoutMs === undefined ? null : AbortSignal.timeout(timeoutMs)];
  const signal = AbortSignal.any(signals.filter((one) => one !== null));
  try {
    const response = await send(address, { ...init, signal });
    if (response.status === 503) alert({ kind: 'error', message: SERVER_OFF });
    return response;
  } catch (error) {
    const aborted = abort?.aborted ?? false;
    throw new CallFailed({ status: 0, aborted, offline: !aborted && error instanceof Error });
  }
}
