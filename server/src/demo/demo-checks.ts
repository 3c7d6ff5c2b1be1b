import type { DecisionInput } from '@tegeka/contract/approvals.ts';
import { decideOnRequest } from '#features/approvals/approvals-decide.ts';
import { requestBefore } from '#features/approvals/approvals-service.ts';
import { hashOf } from '#features/approvals/approvals-snapshot.ts';
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
  const caller = { ...person, userId: id, organizationId };
  const request = await requestBefore(tx, caller, requestId).executeTakeFirstOrThrow();
  const decision = input(hashOf(request));
  await decideOnRequest(ctx, approvalActions(ctx), { tx, caller }, requestId, decision);
}
