import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { clearingFileShape } from './clearing.ts';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { listEndpoint } from '../kit/list.ts';

/**
 * A cut-off, and what was submitted at it: its files and what they add up to, in whole shillings, without those that
 * were withdrawn. `fileList` has these too.
 */
export const submissionSessionShape = z.object({
  id: z.uuid(),
  cutOff: described('The cut-off, by the business clock.', z.iso.datetime()),
  session: described('Morning or afternoon.', z.enum(['MORNING', 'AFTERNOON'])),
  files: described('How many files; those that were withdrawn do not count.', z.int()),
  debits: described('How many debits.', z.int()),
  debitsTotal: described('The sum of the debits, in whole shillings.', z.int()),
  payouts: described('How many payouts.', z.int()),
  payoutsTotal: described('The sum of the payouts, in whole shillings.', z.int()),
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
    accepted: described('Items that were accepted and are not booked yet.', z.int()),
    rejected: described('Items that were rejected.', z.int()),
    settled: described('Items that were booked.', z.int()),
    returned: described('Items that came back after that.', z.int()),
    unanswered: described('Items that nobody has answered yet.', z.int()),
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
  answers: z.extend(submissionSessionShape, {
    fileList: described(
      'The files of the cut-off, also those that were withdrawn.',
      z.array(sessionFileShape),
    ),
  }),
});
