import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  advance,
  draftFrom,
  isProved,
  NEW_DRAFT,
  SIGN_UP_STEPS,
  type SignUpDraft,
  type SignUpEvent,
  stepText,
} from './sign-up-draft.ts';

const after = (...events: SignUpEvent[]): SignUpDraft => events.reduce(advance, NEW_DRAFT);
const EMAIL_SENT: SignUpEvent = { kind: 'code-asked', of: 'a@b.ug', resendAt: 5 };
const PHONE_SENT: SignUpEvent = { kind: 'code-asked', of: '772123456', resendAt: 9 };
const RIGHT: SignUpEvent = { kind: 'code-right', at: 1000 };

test('the steps are email, code, phone, code, person, success', () => {
  const events = [EMAIL_SENT, RIGHT, PHONE_SENT, RIGHT, { kind: 'created' } as const];
  const steps = events.map((_, count) => after(...events.slice(0, count + 1)).step);
  assert.deepEqual(['EMAIL', ...steps], [...SIGN_UP_STEPS]);
});

test('the back arrow follows the table, and PERSONAL_INFO goes back to PHONE_NUMBER', () => {
  const back = SIGN_UP_STEPS.map((step) => advance({ ...NEW_DRAFT, step }, { kind: 'back' }).step);
  assert.deepEqual(back, [
    'EMAIL',
    'EMAIL',
    'EMAIL',
    'PHONE_NUMBER',
    'PHONE_NUMBER',
    'RESET_SUCCESSS',
  ]);
  assert.equal(after(EMAIL_SENT, { kind: 'back' }).step, 'EMAIL');
  assert.equal(after(EMAIL_SENT, { kind: 'back' }).email, 'a@b.ug');
});

test('events that do not belong to a step change nothing', () => {
  assert.equal(after(RIGHT), NEW_DRAFT);
  assert.equal(after(EMAIL_SENT, { kind: 'proved-before', value: 'x' }).step, 'EMAIL_CODE');
});

test('a recent verification is not asked for again, until it is too old or refused', () => {
  const draft = after(EMAIL_SENT, RIGHT, { kind: 'back' });
  assert.ok(isProved(draft.emailProof, 'a@b.ug', 1000 + 60_000));
  assert.ok(!isProved(draft.emailProof, 'other@b.ug', 1000));
  assert.ok(!isProved(draft.emailProof, 'a@b.ug', 1000 + 25 * 60_000));
  const again = advance(draft, { kind: 'step-back', to: 'EMAIL' });
  assert.deepEqual([again.step, again.emailProof, again.phoneProof], ['EMAIL', null, null]);
  const phone = advance(after(EMAIL_SENT, RIGHT, PHONE_SENT, RIGHT), {
    kind: 'step-back',
    to: 'PHONE_NUMBER',
  });
  assert.deepEqual([phone.step, phone.phoneProof], ['PHONE_NUMBER', null]);
  assert.ok(isProved(phone.emailProof, 'a@b.ug', 1000));
});

test('no personal data is left after the account was created', () => {
  const done = after(EMAIL_SENT, RIGHT, { kind: 'created' });
  assert.deepEqual(done, { ...NEW_DRAFT, step: 'RESET_SUCCESSS' });
});

test('each step has a name', () => {
  assert.deepEqual(SIGN_UP_STEPS.slice(0, 5).map(stepText), [
    'Step 1 of 3',
    'Step 1 of 3',
    'Step 2 of 3',
    'Step 2 of 3',
    'Step 3 of 3',
  ]);
});

test('a draft survives a reload; another one gives a new one', () => {
  const draft = after(EMAIL_SENT, RIGHT, { kind: 'typed', field: 'phone', value: '0772' });
  assert.deepEqual(draftFrom(JSON.stringify(draft)), draft);
  for (const text of [null, 'null', '7', '{}', '{"step":"NOWHERE"}'])
    assert.deepEqual(draftFrom(text), NEW_DRAFT);
});
