import * as z from 'zod/mini';
import { endpoint, signedIn } from './kit/endpoint.ts';
import { historyEndpoint } from './kit/history.ts';
import { stateMachine } from './kit/state-machine.ts';
import { listEndpoint } from './kit/list.ts';
import { personal } from './kit/personal-data.ts';
import { joinedLines, line } from './kit/text.ts';

export const APPROVAL_REQUEST = stateMachine({
  entity: 'approval-request',
  states: [
    'PENDING',
    'APPROVED',
    'EXECUTED',
    'EXECUTION_FAILED',
    'REJECTED',
    'WITHDRAWN',
    'EXPIRED',
  ],
  transitions: {
    PENDING: ['APPROVED', 'REJECTED', 'WITHDRAWN', 'EXPIRED'],
    APPROVED: ['EXECUTED', 'EXECUTION_FAILED'],
    EXECUTED: [],
    EXECUTION_FAILED: [],
    REJECTED: [],
    WITHDRAWN: [],
    EXPIRED: [],
  },
});
export const REQUEST_STATES = APPROVAL_REQUEST.states;
export type RequestState = (typeof REQUEST_STATES)[number];

const reader = signedIn(['OPERATOR', 'BANK'], 'approvals.read');

export const requestSummaryShape = z.object({
  id: z.uuid(),
  /** The action that is requested, by its name. */
  action: z.string(),
  /** The same in words, such as 'New business'. */
  actionLabel: z.string(),
  /** What it is about, such as the name of the business. */
  title: z.string(),
  /** Business, amount and days of a mandate or debit, for the list; null for other actions. */
  about: z.nullable(z.string()),
  state: z.enum(REQUEST_STATES),
  maker: z.string(),
  /** 1 for a first submission; higher when it was corrected and sent again. */
  attempt: z.int(),
  approvals: z.int(),
  approvalsNeeded: z.int(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type RequestSummary = z.infer<typeof requestSummaryShape>;

/** A field of the request's snapshot, with its value at the attempt before where it differs. */
export const snapshotFieldShape = z.object({
  key: z.string(),
  section: z.string(),
  label: z.string(),
  kind: z.enum(['text', 'file']),
  /** The text, or the file's name. */
  value: personal(z.string()),
  /** The file to fetch; null for text. */
  fileUrl: z.nullable(z.string()),
  mediaType: z.nullable(z.string()),
  changed: z.boolean(),
  /** What stood here at the attempt before; null where nothing changed or nothing was there. */
  before: z.nullable(z.string()),
});
export type SnapshotField = z.infer<typeof snapshotFieldShape>;

export const decisionShape = z.object({
  decision: z.enum(['APPROVE', 'REQUEST_CORRECTION', 'REJECT']),
  by: z.string(),
  at: z.iso.datetime(),
  /** The step of the policy it was given at, from 1. */
  step: z.int(),
  reason: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  corrections: z.array(z.object({ field: z.string(), label: z.string(), comment: z.string() })),
});

/** What the screen of a decision says about the action; sentences. */
const wordsShape = z.object({
  /** What is decided on, as in 'Approve the change of Acme?'. */
  subject: z.string(),
  /** What a mark at a field of the snapshot means, such as 'Asked to be changed'. */
  marked: z.string(),
  approval: z.string(),
  rejection: z.string(),
  /** Who reads the comment of a rejection. */
  comment: z.string(),
});
export type ApprovalTexts = z.infer<typeof wordsShape>;

export const requestDetailShape = z.extend(requestSummaryShape, {
  policyName: z.string(),
  steps: z.array(z.object({ name: z.string(), approvals: z.int(), approvalsNeeded: z.int() })),
  makerEmail: z.string(),
  snapshotHash: z.string(),
  fields: z.array(snapshotFieldShape),
  decisions: z.array(decisionShape),
  /** Null when the caller may decide; else why not, in words. */
  cannotDecide: z.nullable(z.string()),
  texts: wordsShape,
  /** CHANGES where an existing entity is changed: unchanged fields are shown apart. */
  shows: z.enum(['ALL', 'CHANGES']),
  /** True where the maker can be asked for corrections, and request it again. */
  correctable: z.boolean(),
  /** The reasons that can be given for a rejection, with what the maker is told. */
  rejections: z.array(z.object({ code: z.string(), label: z.string() })),
});
export type RequestDetail = z.infer<typeof requestDetailShape>;

export const listRequests = listEndpoint({
  name: 'listApprovalRequests',
  summary: 'List the requests that await or had a decision, newest first, with counts by state.',
  path: '/api/v1/approval-requests',
  admission: reader,
  item: requestSummaryShape,
  states: REQUEST_STATES,
  sorts: ['-createdAt', 'createdAt'],
  filters: { action: z.optional(z.string().check(z.maxLength(60))) },
  search: true,
});

export const getRequest = endpoint({
  name: 'getApprovalRequest',
  summary: 'Fetch a request with its snapshot, what changed, its decisions and history.',
  path: '/api/v1/approval-requests/{requestId}',
  admission: reader,
  audit: 'read',
  answers: requestDetailShape,
});

export const listRequestEvents = historyEndpoint({
  name: 'listApprovalRequestEvents',
  summary: 'List what happened to a request, newest first: its states, decisions and who read it.',
  path: '/api/v1/approval-requests/{requestId}',
  admission: reader,
  kinds: ['READ', 'DECIDED'],
});

const comment = joinedLines(0, 1000);

const approval = { decision: z.literal('APPROVE'), comment: z.optional(comment) };
const rejection = {
  decision: z.literal('REJECT'),
  /** One of the request's `rejections`. */
  code: z.string().check(z.maxLength(60)),
  comment: joinedLines(3, 1000),
};

/** A checker's decision on the snapshot that has this hash. */
export const decisionInputShape = z.discriminatedUnion('decision', [
  z.object({ ...approval, snapshotHash: z.string() }),
  z.object({
    decision: z.literal('REQUEST_CORRECTION'),
    snapshotHash: z.string(),
    comment: z.optional(comment),
    corrections: z
      .array(z.object({ field: z.string().check(z.maxLength(60)), comment: line(3, 300) }))
      .check(z.minLength(1), z.maxLength(40)),
  }),
  z.object({ ...rejection, snapshotHash: z.string() }),
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
    state: z.enum(REQUEST_STATES),
    approvals: z.int(),
    approvalsNeeded: z.int(),
  }),
  errors: ['REQUEST_NOT_PENDING', 'REQUEST_IS_YOURS', 'REQUEST_DECIDED_BY_YOU', 'REQUEST_CHANGED'],
});

export const DECISIONS_MAX = 50;

const decisionResult = z.object({
  requestId: z.uuid(),
  /** After the decision; null where it was refused. */
  state: z.nullable(z.enum(REQUEST_STATES)),
  /** Why the decision was refused; null where it was not. */
  refusal: z.nullable(z.object({ code: z.string(), message: z.string() })),
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
    decision: z.discriminatedUnion('decision', [z.object(approval), z.object(rejection)]),
    requests: z
      .array(z.object({ requestId: z.uuid(), snapshotHash: z.string() }))
      .check(z.minLength(1), z.maxLength(DECISIONS_MAX)),
  }),
  answers: z.object({ results: z.array(decisionResult) }),
});

export const SETTING_NAMES = ['MERCHANT_APPROVAL_POLICY_ID', 'MERCHANT_CHANGE_POLICY_ID'] as const;
export type SettingName = (typeof SETTING_NAMES)[number];

export const getSetting = endpoint({
  name: 'getSetting',
  summary: 'Read a setting of the platform.',
  path: '/identity/api/v1/settings/{name}',
  admission: signedIn(['OPERATOR', 'BANK', 'MERCHANT']),
  params: z.object({ name: z.enum(SETTING_NAMES) }),
  answers: z.object({ name: z.enum(SETTING_NAMES), value: z.nullable(z.string()) }),
});
