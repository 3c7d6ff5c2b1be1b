import {
  decideRequest,
  type DecisionInput,
  getRequest,
  listRequests,
} from '@tegeka/contract/approvals.ts';
import type { ErrorCode } from '@tegeka/contract/kit/errors.ts';
import { cache } from '#platform/call/cache.ts';
import { call } from '#platform/call/call.ts';
import { CallFailed } from '#platform/call/call-failed.ts';

/** A request with all there is to know about it. */
export const fetchRequest = (requestId: string, signal: AbortSignal) =>
  call(getRequest, { params: { requestId }, signal });

/** How a decision ended. On `conflict` the request is no longer what was on the screen. */
export type DecideOutcome =
  | { kind: 'decided' }
  | { kind: 'conflict'; words: string }
  | { kind: 'failed'; words: string };

const CONFLICTS: readonly string[] = [
  'REQUEST_CHANGED',
  'REQUEST_NOT_PENDING',
  'REQUEST_DECIDED_BY_YOU',
  'REQUEST_IS_YOURS',
] satisfies ErrorCode[];

/** Sends a decision on the snapshot that it names. */
export async function decide(requestId: string, body: DecisionInput): Promise<DecideOutcome> {
  try {
    await call(decideRequest, { params: { requestId }, body });
    void cache.invalidateQueries({ queryKey: [listRequests.name] });
    return { kind: 'decided' };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    const conflict = CONFLICTS.includes(error.problem?.code ?? '');
    return { kind: conflict ? 'conflict' : 'failed', words: error.words() };
  }
}
