import { labelOfDetail } from '@tegeka/contract/merchant-changes.ts';
import type { TurnedDown } from '#features/approvals/approvals-actions.ts';
import { differingFields } from '#features/merchants/merchants-details.ts';
import type { Registration } from '#features/merchants/merchants-store.ts';
import type { Tx } from '#platform/database.ts';
import type { Frame } from '#platform/frame.ts';
import { originOf } from '#platform/origins.ts';
import type { Change } from './changes-store.ts';

/** What there is to say of a change. */
export type ChangeNews = TurnedDown | { kind: 'SUBMITTED' } | { kind: 'APPLIED' };

/** Writes to the representative what became of a change: which fields, never their values. */
export async function writeOfChange(
  frame: Frame,
  tx: Tx,
  { merchant, change }: { merchant: Registration; change: Change },
  news: ChangeNews,
): Promise<void> {
  const { userInfo, businessName } = merchant.submission;
  const to = { channel: 'email', to: userInfo.email } as const;
  const data = {
    ...{ firstName: userInfo.firstName, businessName, by: change.makerName },
    fields: differingFields(change.base, change.proposal).map(labelOfDetail),
    link: `${originOf(frame.config.http, 'MERCHANT')}/auth/login`,
  };
  switch (news.kind) {
    case 'SUBMITTED':
      return frame.post.send(tx, { ...to, template: 'change-submitted', data });
    case 'APPLIED':
      return frame.post.send(tx, { ...to, template: 'change-applied', data });
    case 'CORRECTION_NEEDED': {
      const { corrections, comment } = news;
      const told = { ...data, corrections, comment };
      return frame.post.send(tx, { ...to, template: 'change-corrections', data: told });
    }
    case 'REJECTED': {
      const told = { ...data, reason: news.reason, comment: news.comment };
      return frame.post.send(tx, { ...to, template: 'change-rejected', data: told });
    }
    case 'EXPIRED':
      return frame.post.send(tx, { ...to, template: 'change-expired', data });
    case 'EXECUTION_FAILED': {
      const told = { ...data, reason: news.reason };
      return frame.post.send(tx, { ...to, template: 'change-not-applied', data: told });
    }
  }
}
