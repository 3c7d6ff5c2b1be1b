import * as z from 'zod/mini';
import { clearingFileShape } from './clearing.ts';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { listEndpoint } from '../kit/list.ts';

/**
 * A cut-off, and what was submitted at it: its files and what they add up to, in whole shillings, without those that
 * were withdrawn. `fileList` has these too.
 */
export const submissionSessionShape = z.object({
  id: z.uuid(),
  /** By the business clock. */
  cutOff: z.iso.datetime(),
  session: z.enum(['MORNING', 'AFTERNOON']),
  files: z.int(),
  debits: z.int(),
  debitsTotal: z.int(),
  payouts: z.int(),
  payoutsTotal: z.int(),
});
export type SubmissionSession = z.infer<typeof submissionSessionShape>;

/** A file of a session, with what was said about its items so far. */
export const sessionFileShape = z.extend(
  z.pick(clearingFileShape, {
    id: true,
    channel: true,
    bank: true,
    message: true,
    state: true,
    items: true,
    total: true,
  }),
  {
    /** Items that are accepted and not booked yet, rejected, booked, and returned after they were booked. */
    accepted: z.int(),
    rejected: z.int(),
    settled: z.int(),
    returned: z.int(),
    /** Items that nobody has answered yet. */
    unanswered: z.int(),
  },
);
export type SessionFile = z.infer<typeof sessionFileShape>;

const reader = signedIn(['OPERATOR'], 'clearing.read');
const SESSIONS = '/api/v1/operator/clearing-sessions';

export const listSubmissionSessions = listEndpoint({
  name: 'listSubmissionSessions',
  summary: 'List the cut-offs whose debits and payouts are in files, newest first.',
  path: SESSIONS,
  admission: reader,
  item: submissionSessionShape,
  sorts: ['-cutOff', 'cutOff'],
});

export const getSubmissionSession = endpoint({
  name: 'getSubmissionSession',
  summary: 'Fetch a cut-off with its files, and what was said about their items.',
  path: `${SESSIONS}/{submissionSessionId}`,
  admission: reader,
  answers: z.extend(submissionSessionShape, { fileList: z.array(sessionFileShape) }),
});
