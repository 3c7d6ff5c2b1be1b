import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RequestDetail } from '@tegeka/contract/approvals.ts';
import { decisionInputShape } from '@tegeka/contract/approval-decisions.ts';
import { decisionOf, missingIn, parseDecision } from './approval-decision.ts';

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
  about: null,
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
  cannotDecide: null,
  texts: { subject: 'Nile', marked: '', approval: '', rejection: '', comment: '' },
  shows: 'ALL',
  correctable: true,
  rejections: [],
};

const NOTHING = { corrections: {}, code: '' };

test('an approval needs nothing, and names the snapshot it was made on', () => {
  const decision = decisionOf('APPROVE', REQUEST, NOTHING, undefined);
  assert.deepEqual(decision, { decision: 'APPROVE', snapshotHash: 'hash', comment: undefined });
  assert.deepEqual(missingIn(decision), {});
});

test('a correction needs a ticked field and a comment at each', () => {
  const missing = (corrections: Record<string, string>) =>
    missingIn(decisionOf('REQUEST_CORRECTION', REQUEST, { ...NOTHING, corrections }, undefined));
  assert.deepEqual(missing({}), { corrections: 'Tick at least one field' });
  assert.deepEqual(missing({ logo: ' ' }), { logo: 'Say what is to be corrected' });
  const corrections = { logo: ' It is blurred ', gone: 'old field' };
  const decision = decisionOf(
    'REQUEST_CORRECTION',
    REQUEST,
    { ...NOTHING, corrections },
    undefined,
  );
  assert.deepEqual(decision, {
    decision: 'REQUEST_CORRECTION',
    snapshotHash: 'hash',
    corrections: [{ field: 'logo', comment: 'It is blurred' }],
    comment: undefined,
  });
});

test('a rejection needs a reason', () => {
  const reject = (code: string) =>
    decisionOf('REJECT', REQUEST, { ...NOTHING, code }, 'Not a business');
  assert.deepEqual(missingIn(reject('')), { code: 'Choose a reason' });
  assert.deepEqual(missingIn(reject('OTHER')), {});
  assert.ok(decisionInputShape.safeParse(reject('OTHER')).success);
});

test('what was ticked and typed is found again, and nothing else is taken for it', () => {
  const chosen = { corrections: { logo: 'Sharper, please' }, code: '' };
  assert.deepEqual(parseDecision({ ...chosen }), chosen);
  assert.equal(parseDecision(null), null);
  assert.equal(parseDecision({ corrections: { logo: true }, code: '' }), null);
});
