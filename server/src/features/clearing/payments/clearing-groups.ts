import { causeOfCode } from '@tegeka/contract/collections/causes.ts';
import {
  refuseAttempts,
  takeStatuses as takeDebitStatuses,
} from '#features/collections/collections-answers.ts';
import { takePayoutStatus } from '#features/payouts/payouts-sending.ts';
import { attemptOf, lockItems, markItems } from './clearing-items.ts';
import type { InboundItem } from '../clearing-reading.ts';
import { findSentById, moveFile } from '../clearing-store.ts';
import type { TakenItems, Word } from '../clearing-word.ts';
import { wireId } from '../iso/iso-fields.ts';

type GroupStatus = Extract<InboundItem, { kind: 'GROUP_STATUS' }>;

export type Meaning = 'IN_PROGRESS' | 'ACCEPTED' | 'REJECTED';

/** Statuses (ISO 20022, ExternalPaymentTransactionStatus) that say something about an item. */
export const MEANINGS: Readonly<Record<string, Meaning>> = {
  RCVD: 'IN_PROGRESS',
  PDNG: 'IN_PROGRESS',
  ACTC: 'IN_PROGRESS',
  ACCP: 'IN_PROGRESS',
  ACSP: 'IN_PROGRESS',
  ACWC: 'IN_PROGRESS',
  ACSC: 'ACCEPTED',
  ACCC: 'ACCEPTED',
  RJCT: 'REJECTED',
};

/** Reasons that are about the file or its transfer, and not about the debits. */
const TECHNICAL = /^(TECH|AG02|FF\d\d|DT\d\d|DS0[A-H])$/;

/** A duplicate says that it came before, and not what became of it. */
export const isDuplicate = (code: string | null) => causeOfCode(code) === 'DUPLICATE';

/** Items of one group that one transaction works on. */
const MOST = 500;

/** A reason in the words of who gives it. */
export const reasonOf = ({
  reasonCode,
  text,
}: {
  reasonCode: string | null;
  text: string | null;
}) =>
  [reasonCode, text]
    .filter((one) => one !== null)
    .join(': ')
    .slice(0, 200) || 'no reason is given';

/** Everything of a file of ours is refused: its items, so many at once, and at last the file. */
async function refuseFile(
  word: Word,
  part: GroupStatus,
  file: { id: string; state: string },
): Promise<TakenItems> {
  const { ctx, tx, at, sender } = word;
  const code = part.reasonCode;
  if (isDuplicate(code)) {
    const words = `${sender.name} has got a file of ours twice: ${reasonOf(part)}. The first one counts: its items wait for their answers. Make sure with ${sender.called} that it has the first one.`;
    return {
      done: 1,
      refused: [{ n: 0, reference: null, why: { kind: 'GROUP_REJECTED', words } }],
    };
  }
  const items = await lockItems(tx, file.id, ['SENT'], MOST);
  const technical = code !== null && TECHNICAL.test(code);
  const debits = items.filter((item) => item.collection_id !== null);
  const answer = { code, text: part.text, technical };
  const refusals =
    debits.length === 0 ? [] : await refuseAttempts(ctx, tx, debits.map(attemptOf), answer, at);
  for (const { payout_id: id } of items)
    if (id !== null)
      await takePayoutStatus(ctx, tx, id, { status: 'REJECTED', code, reason: reasonOf(part) }, at);
  await markItems(tx, items, { status: 'REJECTED' });
  const kept = refusals.filter((one) => one !== null).length;
  if (kept > 0)
    ctx.log.error({ file: file.id, items: kept }, 'items of a refused file were answered');
  if (items.length > 0) return { done: 0, refused: [] };
  if (file.state === 'REJECTED' || file.state === 'RECONCILED') return { done: 1, refused: [] };
  await moveFile(tx, { id: file.id, to: 'REJECTED', reason: reasonOf(part), at });
  ctx.log.error({ file: file.id, reason: code }, 'a file of ours was refused as a whole');
  const [answered] = await lockItems(tx, file.id, ['ACCEPTED', 'SETTLED'], 1);
  const next = technical
    ? 'Its debits go out with the next session, once.'
    : 'Its debits have failed with this reason.';
  const words = `${sender.name} has refused a whole file of ours: ${reasonOf(part)}. ${next}${answered ? ' Some of its items were answered before: they stay as they are.' : ''} Find out with ${sender.called} what was wrong.`;
  const why = { kind: 'GROUP_REJECTED', words } as const;
  return { done: 1, refused: [{ n: 0, reference: null, why }] };
}

/** A whole file of ours is accepted as settled: so are its items that nobody has spoken of. */
async function acceptFile(word: Word, file: { id: string }): Promise<TakenItems> {
  const { ctx, tx, at } = word;
  const items = await lockItems(tx, file.id, ['SENT'], MOST);
  const debits = items.filter((item) => item.collection_id !== null);
  const answer = { status: 'ACCEPTED', code: null, text: null } as const;
  if (debits.length > 0)
    await takeDebitStatuses(
      ctx,
      tx,
      debits.map((item) => ({ ...attemptOf(item), ...answer })),
      at,
    );
  await markItems(tx, items, { status: 'ACCEPTED', accepted_at: at });
  return { done: items.length > 0 ? 0 : 1, refused: [] };
}

/** Takes in the answer to a whole file of ours. */
export async function takeGroup(word: Word, part: GroupStatus): Promise<TakenItems> {
  const { tx, sender, at } = word;
  const file = await findSentById(tx, wireId(part.originalMessageId));
  if (!file || file.channel !== sender.channel) {
    const words = `${sender.name} answers a file that it was not sent. Nothing was changed. Ask which one it means.`;
    return { done: 1, refused: [{ n: 0, reference: null, why: { kind: 'NOT_ASKED', words } }] };
  }
  const meaning = MEANINGS[part.status];
  if (meaning === 'REJECTED') return refuseFile(word, part, file);
  if (['SEALED', 'SENT'].includes(file.state))
    await moveFile(tx, { id: file.id, to: 'ACKED', reason: null, at });
  return meaning === 'ACCEPTED' ? acceptFile(word, file) : { done: 1, refused: [] };
}
