import type { DecisionInput } from '@tegeka/contract/approvals.ts';
import { decideOnRequest } from '#features/approvals/approvals-decide.ts';
import { approvalActions } from '#app-features.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DemoPerson } from './demo-guide.ts';

export interface DemoChecker {
  id: string;
  organizationId: string;
  person: DemoPerson & { domain: 'OPERATOR' | 'BANK' };
}

export const nameOf = ({ firstName, lastName }: DemoPerson) => `${firstName} ${lastName}`;

export async function decide(
  ctx: AppContext,
  tx: PlatformTx,
  { person, id, organizationId }: DemoChecker,
  requestId: string,
  input: (snapshotHash: string) => DecisionInput,
): Promise<void> {
  const { snapshot_hash: hash } = await tx
    .selectFrom('approval_requests')
    .select('snapshot_hash')
    .where('id', '=', requestId)
    .executeTakeFirstOrThrow();
  const checker = {
    userId: id,
    organizationId,
    domain: person.domain,
    name: nameOf(person),
  };
  await decideOnRequest(ctx, approvalActions(ctx), tx, {
    requestId,
    checker,
    input: input(hash),
  });
}
