import * as z from 'zod/mini';
import { approvalCounts, REQUEST_STATES, snapshotHash } from './approvals.ts';
import { described } from './kit/described.ts';
import { endpoint, signedIn } from './kit/endpoint.ts';
import { joinedLines, line } from './kit/text.ts';

const comment = described('What the reviewer says.', z.optional(joinedLines(0, 1000)));

const approval = {
  decision: described('Approve it.', z.literal('APPROVE')),
  comment,
};
const rejection = {
  decision: described('Reject it.', z.literal('REJECT')),
  code: described('One of the `rejections` of the request.', z.string().check(z.maxLength(60))),
  comment: described('Why it is rejected.', joinedLines(3, 1000)),
};

/** A checker's decision on the snapshot that has this hash. */
export const decisionInputShape = z.discriminatedUnion('decision', [
  z.object({
    ...approval,
    snapshotHash,
  }),
  z.object({
    decision: described('Ask for corrections.', z.literal('REQUEST_CORRECTION')),
    snapshotHash,
    comment,
    corrections: described(
      'What is to be corrected, by field.',
      z
        .array(
          z.object({
            field: described('The name of the field.', z.string().check(z.maxLength(60))),
            comment: described('What is to be corrected at the field.', line(3, 300)),
          }),
        )
        .check(z.minLength(1), z.maxLength(40)),
    ),
  }),
  z.object({
    ...rejection,
    snapshotHash,
  }),
]);
export type DecisionInput = z.infer<typeof decisionInputShape>;

/** Refuses REQUEST_CHANGED where the snapshot is not the one that the decision was made on. */
export const decideRequest = endpoint({
  name: 'decideApprovalRequest',
  summary: 'Approve a request, ask for corrections field by field, or reject it with a reason.',
  method: 'POST',
  path: '/api/v1/approval-requests/{requestId}/decisions',
  admission: signedIn(['OPERATOR', 'BANK'], 'approvals.decide'),
  takes: decisionInputShape,
  answers: z.object({
    state: described('Where the request stands.', z.enum(REQUEST_STATES)),
    ...approvalCounts,
  }),
  errors: ['REQUEST_NOT_PENDING', 'REQUEST_IS_YOURS', 'REQUEST_DECIDED_BY_YOU', 'REQUEST_CHANGED'],
});

export const DECISIONS_MAX = 50;

const decisionResult = z.object({
  requestId: described('The approval request.', z.uuid()),
  state: described(
    'Its state after the decision; null where that was refused.',
    z.nullable(z.enum(REQUEST_STATES)),
  ),
  refusal: described(
    'Why the decision was refused; null where it was not.',
    z.nullable(
      z.object({
        code: described('The refusal by its code.', z.string()),
        message: described('In a sentence, for people.', z.string()),
      }),
    ),
  ),
});
export type DecisionResult = z.infer<typeof decisionResult>;

/**
 * Each request is decided on by itself, by the rules of `decideRequest`: the others are decided on although some
 * are refused.
 */
export const decideRequests = endpoint({
  name: 'decideApprovalRequests',
  summary: 'Approve or reject up to 50 requests in one call, with a result for each.',
  method: 'POST',
  path: '/api/v1/approval-requests/decisions',
  admission: signedIn(['OPERATOR', 'BANK'], 'approvals.decide'),
  takes: z.object({
    decision: described(
      'The decision on all of these requests.',
      z.discriminatedUnion('decision', [z.object(approval), z.object(rejection)]),
    ),
    requests: described(
      'The requests, up to 50, each with the hash that was read.',
      z
        .array(
          z.object({
            requestId: described('The approval request.', z.uuid()),
            snapshotHash,
          }),
        )
        .check(z.minLength(1), z.maxLength(DECISIONS_MAX)),
    ),
  }),
  answers: z.object({
    results: described('What became of each, in the same order.', z.array(decisionResult)),
  }),
});
