import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fields } from '@tegeka/contract/kit/fields.ts';
import { APPROVAL_REQUEST } from '@tegeka/contract/approvals.ts';
import { readTransitions } from '#platform/history/history-read.ts';
import { AppError, refuse } from '#platform/http/refusal.ts';
import * as z from 'zod/mini';
import { type TestServer, openTestServer, type TestPerson } from '#testing/test-server.ts';
import { changeHandler, requestChange, type ReviewedChange } from './approvals-changes.ts';
import { decideOnRequest } from './approvals-decide.ts';
import { readSnapshot } from './approvals-snapshot.ts';

const SHELF = fields({
  name: { label: 'Name', kind: 'text', schema: z.string(), section: 'Shelf' },
  open: { label: 'Open', kind: 'checkbox', schema: z.boolean(), section: 'Shelf' },
  side: {
    label: 'Side',
    kind: 'select',
    schema: z.nullable(z.string()),
    section: 'Shelf',
    options: [{ value: 'L', label: 'Left' }],
  },
});

type Shelf = { name: string; open: boolean; side: string | null };

/** Entities as a feature would hold them in its table. */
const shelves = new Map<string, Shelf>();

const SHELF_CHANGE: ReviewedChange<typeof SHELF> = {
  action: 'SHELF_CHANGE',
  words: { label: 'Change of a shelf' },
  fields: SHELF,
  read: (_tx, id) => Promise.resolve(shelves.get(id) ?? null),
  execute: (_tx, id, wanted) => {
    if (wanted.name === 'taken') throw refuse('REFERENCE_TAKEN');
    shelves.set(id, wanted);
    return Promise.resolve();
  },
};

let testServer: TestServer;
let maker: TestPerson;
let checker: TestPerson;
before(async () => {
  testServer = await openTestServer();
  maker = await testServer.operator();
  checker = await testServer.operator();
  await testServer.ctx.db.asPlatform('test', async (tx) => {
    const id = testServer.ctx.ids.uuid(testServer.clock.now());
    await tx
      .insertInto('approval_policies')
      .values({
        id,
        name: 'Another operator',
        action: 'SHELF_CHANGE',
        checkers: 'OPERATOR',
        expires_after_days: 14,
        is_default: true,
        created_at: testServer.clock.now(),
      })
      .execute();
    const step = { policy_id: id, number: 1, name: 'Check', approvals_needed: 1 };
    await tx.insertInto('approval_steps').values(step).execute();
  });
});
after(() => testServer.close());

const entityId = '0193b0aa-0000-7000-8000-000000000001';

const ask = (wanted: Shelf) =>
  testServer.ctx.db.asPlatform('test', (tx) => {
    const { userId, organizationId, email } = maker;
    const caller = {
      userId,
      organizationId,
      email,
      domain: 'OPERATOR' as const,
      firstName: 'Mary',
      lastName: 'Maker',
    };
    const given = { entityId, title: wanted.name, after: wanted, caller };
    return requestChange(testServer.ctx, tx, SHELF_CHANGE, given);
  });

const read = (requestId: string) =>
  testServer.ctx.db.asPlatform('test', (tx) =>
    tx
      .selectFrom('approval_requests')
      .selectAll()
      .where('id', '=', requestId)
      .executeTakeFirstOrThrow(),
  );

async function approve(requestId: string) {
  const { snapshot_hash: snapshotHash } = await read(requestId);
  const { userId, organizationId } = checker;
  const who = { userId, name: 'Carl Checker', domain: 'OPERATOR' as const, organizationId };
  const handler = changeHandler(testServer.ctx, SHELF_CHANGE);
  const handlers = new Map([[handler.action, handler]]);
  return testServer.ctx.db.asPlatform('test', (tx) =>
    decideOnRequest(testServer.ctx, handlers, tx, {
      requestId,
      checker: who,
      input: { decision: 'APPROVE', snapshotHash },
    }),
  );
}

const refusedWith = (code: string) => (error: unknown) =>
  error instanceof AppError && error.code === code;

test('what a colleague approves is created, and then changed, with the difference shown', async () => {
  const created = await ask({ name: 'Books', open: true, side: null });
  assert.equal(shelves.size, 0, 'nothing happens before it is approved');
  assert.equal((await approve(created)).state, 'EXECUTED');
  assert.deepEqual(shelves.get(entityId), { name: 'Books', open: true, side: null });
  const changed = await ask({ name: 'Books', open: false, side: 'L' });
  const { snapshot } = await read(changed);
  assert.deepEqual(
    readSnapshot(snapshot).map((part) => [part.label, part.before, part.value, part.changed]),
    [
      ['Name', null, 'Books', false],
      ['Open', 'Yes', 'No', true],
      ['Side', '', 'Left', true],
    ],
  );
  await assert.rejects(
    ask({ name: 'Else', open: true, side: null }),
    refusedWith('REQUEST_PENDING'),
  );
  assert.equal((await approve(changed)).state, 'EXECUTED');
  assert.deepEqual(shelves.get(entityId), { name: 'Books', open: false, side: 'L' });
  const transitions = await testServer.ctx.db.asPlatform('test', (tx) =>
    readTransitions(tx, APPROVAL_REQUEST, { organizationId: maker.organizationId, id: changed }),
  );
  assert.deepEqual(
    transitions.map(({ to, by }) => [to, by]),
    [
      ['PENDING', 'Mary Maker'],
      ['APPROVED', 'Carl Checker'],
      ['EXECUTED', 'Tegeka'],
    ],
  );
});

test('a change of nothing is refused, and one whose ground has changed can not be made', async () => {
  const standing = { name: 'Tools', open: true, side: null };
  shelves.set(entityId, standing);
  await assert.rejects(ask({ ...standing }), refusedWith('NOTHING_CHANGED'));
  const overtaken = await ask({ ...standing, open: false });
  shelves.set(entityId, { ...standing, name: 'Other tools' });
  assert.equal((await approve(overtaken)).state, 'EXECUTION_FAILED');
  assert.equal(shelves.get(entityId)?.name, 'Other tools');
  const refused = await ask({ ...standing, name: 'taken' });
  assert.equal((await approve(refused)).state, 'EXECUTION_FAILED');
});
