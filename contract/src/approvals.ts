import * as z from 'zod/mini';
import { described } from './kit/described.ts';
import { endpoint, signedIn } from './kit/endpoint.ts';
import { historyEndpoint } from './kit/history.ts';
import { stateMachine } from './kit/state-machine.ts';
import { listEndpoint } from './kit/list.ts';
import { personal } from './kit/personal-data.ts';
import { reviewNotes } from './review-notes.ts';

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

export const approvalCounts = {
  approvals: described('Approvals so far.', z.int()),
  approvalsNeeded: described('Approvals that are needed.', z.int()),
};

export const snapshotHash = described(
  'The snapshot that is decided on: when it has changed since, the decision is refused.',
  z.string(),
);

export const requestSummaryShape = z.object({
  id: z.uuid(),
  action: described('What is requested, by its name.', z.string()),
  actionLabel: described('What is requested, in words, such as `New business`.', z.string()),
  title: described('What it is about, such as the name of the business.', z.string()),
  about: described(
    'Business, amount and days of a mandate, amount and day of a disputed debit; null for other actions.',
    z.nullable(z.string()),
  ),
  state: described('Where the request stands.', z.enum(REQUEST_STATES)),
  maker: described('Who made the request.', z.string()),
  attempt: described(
    '1 when it was first sent; one more each time it was corrected and sent again.',
    z.int(),
  ),
  ...approvalCounts,
  createdAt: described('When it was made.', z.iso.datetime()),
  expiresAt: described('When it ends if nobody decides.', z.iso.datetime()),
});
export type RequestSummary = z.infer<typeof requestSummaryShape>;

/** A field of the request's snapshot, with its value at the attempt before where it differs. */
export const snapshotFieldShape = z.object({
  key: described('The name of the field.', z.string()),
  section: described('The section of the screen.', z.string()),
  label: described('The name in words.', z.string()),
  kind: described('Text, or a file.', z.enum(['text', 'file'])),
  value: described('The text, or the name of the file.', personal(z.string())),
  fileUrl: described(
    'The address of the file, behind that of the server; null for text.',
    z.nullable(z.string()),
  ),
  mediaType: described('The media type of the file; null for text.', z.nullable(z.string())),
  changed: described('True where it differs from the attempt before.', z.boolean()),
  before: described(
    'What it was at the attempt before; null where nothing changed or nothing was there.',
    z.nullable(z.string()),
  ),
});
export type SnapshotField = z.infer<typeof snapshotFieldShape>;

export const decisionShape = z.object({
  decision: described('What was decided.', z.enum(['APPROVE', 'REQUEST_CORRECTION', 'REJECT'])),
  by: described('The name of the reviewer.', z.string()),
  at: described('When it was decided.', z.iso.datetime()),
  step: described('The step of the policy, from 1.', z.int()),
  reason: described('Why; null where nothing was said.', z.nullable(z.string())),
  ...reviewNotes,
});

/** What the screen of a decision says about the action; sentences. */
const approvalTextsShape = z.object({
  subject: described('What is decided on, as in `Approve the change of Acme?`.', z.string()),
  marked: described(
    'What a highlight at a field means, such as `Asked to be changed`.',
    z.string(),
  ),
  approval: described('What happens when it is approved.', z.string()),
  rejection: described('What happens when it is rejected.', z.string()),
  comment: described('Who reads the comment of a rejection.', z.string()),
});
export type ApprovalTexts = z.infer<typeof approvalTextsShape>;

export const requestDetailShape = z.extend(requestSummaryShape, {
  policyName: described('The policy that it is decided by.', z.string()),
  steps: described(
    'The steps of the policy.',
    z.array(
      z.object({
        name: described('The name of the step.', z.string()),
        ...approvalCounts,
      }),
    ),
  ),
  makerEmail: described('The email of who made the request.', z.string()),
  snapshotHash,
  fields: described('The fields, in the order of the screen.', z.array(snapshotFieldShape)),
  decisions: described('What was decided so far.', z.array(decisionShape)),
  cannotDecide: described(
    'Why the caller may not decide, in words; null where they may.',
    z.nullable(z.string()),
  ),
  texts: described('What a reviewer reads at the request.', approvalTextsShape),
  shows: described(
    '`CHANGES`: something that exists is changed, and unchanged fields are shown apart.',
    z.enum(['ALL', 'CHANGES']),
  ),
  correctable: described('True where corrections can be asked for.', z.boolean()),
  rejections: described(
    'The reasons that can be given for a rejection.',
    z.array(
      z.object({
        code: described('The reason, by its code.', z.string()),
        label: described('The name in words.', z.string()),
      }),
    ),
  ),
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

export const SETTING_NAMES = ['MERCHANT_APPROVAL_POLICY_ID', 'MERCHANT_CHANGE_POLICY_ID'] as const;
export type SettingName = (typeof SETTING_NAMES)[number];

export const getSetting = endpoint({
  name: 'getSetting',
  summary: 'Read a setting of the platform.',
  path: '/identity/api/v1/settings/{name}',
  admission: signedIn(['OPERATOR', 'BANK', 'MERCHANT']),
  params: z.object({ name: described('The name of the setting.', z.enum(SETTING_NAMES)) }),
  answers: z.object({
    name: described('The name of the setting.', z.enum(SETTING_NAMES)),
    value: described('The value; null where it is not set.', z.nullable(z.string())),
  }),
});
