import type { DecisionInput } from '@tegeka/contract/approval-decisions.ts';
import { decideOnRequest } from '#features/approvals/approvals-decide.ts';
import { type RequestKey, requestsOf } from '#features/approvals/approvals-service.ts';
import { hashOf } from '#features/approvals/approvals-snapshot.ts';
import { findPersonBy } from '#identity/accounts/accounts-store.ts';
import { approvalActions } from '#app-features.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import type { AuditedPerson } from '#platform/history/audit.ts';
import type { DemoPerson } from './demo-guide.ts';

/** A person of the demo, as the caller of what the demo does. */
export async function callerOf(tx: PlatformTx, { email }: DemoPerson): Promise<AuditedPerson> {
  const person = await findPersonBy(tx, email);
  if (!person) throw new Error(`The demo has no account of ${email}`);
  return { ...person, userId: person.id };
}

/** Decides on the pending request about an entity, if there is one. */
export async function decide(
  ctx: AppContext,
  tx: PlatformTx,
  caller: AuditedPerson,
  about: RequestKey,
  input: (snapshotHash: string) => DecisionInput,
): Promise<void> {
  const request = await requestsOf(tx, about)
    .selectAll()
    .where('state', '=', 'PENDING')
    .executeTakeFirst();
  if (!request) return;
  const decision = input(hashOf(request));
  await decideOnRequest(ctx, approvalActions(ctx), { tx, caller }, request.id, decision);
}
