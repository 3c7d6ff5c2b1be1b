import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decisionInputShape, type RequestDetail } from '@tegeka/contract/approvals.ts';
import { EMPTY_DECISION, readyDecision } from '#features/approvals/approval-decision.ts';

const field = (key: string) => ({
  key,
  section: 'Business Info',
  label: key,
  kind: 'text' as const,
  value: 'x',
  fileUrl: null,
  mediaType: null,
  changed: false,
  before: null,
});

const REQUEST: RequestDetail = {
  id: '019aa5a0-0000-7000-8000-000000000001',
  action: 'MERCHANT_REGISTRATION',
  actionLabel: 'New business',
  title: 'Nile',
  state: 'PENDING',
  maker: 'Amina',
  attempt: 1,
  approvals: 0,
  approvalsNeeded: 1,
  createdAt: '2026-11-21T09:00:00.000Z',
  expiresAt: '2026-12-21T09:00:00.000Z',
  policyName: 'Merchants',
  steps: [],
  makerEmail: 'amina@nile.example',
  snapshotHash: 'hash',
  fields: [field('taxNumber'), field('logo')],
  decisions: [],
  history: [],
  cannotDecide: null,
  words: { subject: 'Nile', marked: '', approval: '', rejection: '', comment: '' },
  shows: 'ALL',
  rejections: [],
};

test('an approval needs nothing, and names the snapshot it was made on', () => {
  const ready = readyDecision('APPROVE', EMPTY_DECISION, REQUEST);
  assert.deepEqual(ready, { ready: true, input: { decision: 'APPROVE', snapshotHash: 'hash' } });
});

test('a correction needs a ticked field and a comment at each', () => {
  const none = readyDecision('REQUEST_CORRECTION', EMPTY_DECISION, REQUEST);
  assert.deepEqual(none, { ready: false, errors: { corrections: 'Tick at least one field' } });
  const silent = { ...EMPTY_DECISION, corrections: { logo: ' ' } };
  assert.deepEqual(readyDecision('REQUEST_CORRECTION', silent, REQUEST), {
    ready: false,
    errors: { logo: 'Say what is to be corrected' },
  });
  const typed = { ...EMPTY_DECISION, corrections: { logo: ' It is blurred ', gone: 'old field' } };
  const ready = readyDecision('REQUEST_CORRECTION', typed, REQUEST);
  assert.deepEqual(ready, {
    ready: true,
    input: {
      decision: 'REQUEST_CORRECTION',
      snapshotHash: 'hash',
      corrections: [{ field: 'logo', comment: 'It is blurred' }],
    },
  });
});

test('a rejection needs a reason and a comment', () => {
  const empty = readyDecision('REJECT', EMPTY_DECISION, REQUEST);
  assert.deepEqual(empty, {
    ready: false,
    errors: { code: 'Choose a reason', comment: 'Say why, for the business to read' },
  });
  const typed = { ...EMPTY_DECISION, code: 'OTHER' as const, rejectComment: 'Not a business' };
  const ready = readyDecision('REJECT', typed, REQUEST);
  assert.ok(ready.ready && decisionInputShape.safeParse(ready.input).success);
});
