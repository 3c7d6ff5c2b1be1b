import type { TestClient } from '../test-client.ts';
import type { World } from './simulation-world.ts';

const post = (client: TestClient, path: string, body: object) =>
  client.call(path, { method: 'POST', body });

const EXCEPTIONS = '/api/v1/operator/exceptions';

async function anyOf(world: World, client: TestClient, path: string) {
  const { json } = await client.call(`${path}&size=100`);
  const content: { id: string; reference: string }[] = json.content ?? [];
  return content.length === 0 ? null : world.chance.pick(content);
}

/** What operators do about unmatched money. It may be wrong. */
const REMEDIES: readonly ((world: World, client: TestClient) => Promise<unknown>)[] = [
  async (world, client) => {
    const state = world.chance.pick(['CLEARED', 'PROCESSING', 'SETTLED', 'FAILED', 'PENDING']);
    const exception = await anyOf(world, client, `${EXCEPTIONS}?state=OPEN&kind=UNMATCHED`);
    const debit = await anyOf(world, client, `/api/v1/transactions?state=${state}`);
    if (!exception || !debit) return;
    const body = { reference: debit.reference, reason: 'The bank says so' };
    const { json } = await post(client, `${EXCEPTIONS}/${exception.id}/match`, body);
    if (json.requestId === undefined) return;
    const request = `/api/v1/approval-requests/${json.requestId}`;
    const checker = await world.as('OPERATOR', world.checker);
    const { snapshotHash } = (await checker.call(request)).json;
    await post(checker, `${request}/decisions`, { decision: 'APPROVE', snapshotHash });
  },
  async (world, client) => {
    const outcome = world.chance.pick(['SENT_BACK', 'SENT_BACK', 'KEPT_IN_SUSPENSE']);
    const exception = await anyOf(world, client, `${EXCEPTIONS}?state=OPEN&kind=UNMATCHED`);
    if (!exception) return;
    const body = { outcome, reason: 'So it was found out' };
    await post(client, `${EXCEPTIONS}/${exception.id}/close`, body);
  },
  async (world, client) => {
    const exception = await anyOf(world, client, `${EXCEPTIONS}?outcome=KEPT_IN_SUSPENSE`);
    if (!exception) return;
    await post(client, `${EXCEPTIONS}/${exception.id}/reopen`, { reason: 'The payer has called' });
  },
];

/** Operators look after money in suspense, two at once. */
export async function workThrough(world: World): Promise<void> {
  const client = await world.as('OPERATOR', world.operator);
  const remedy = () => world.chance.pick(REMEDIES)(world, client);
  await Promise.all([remedy(), remedy()]);
  await Promise.all([remedy(), remedy()]);
}
