import { createHash } from 'node:crypto';
import { CURRENCY, showMoney } from '@tegeka/contract/kit/money.ts';
import * as z from 'zod/mini';
import type { ApprovalHandler } from '#features/approvals/approvals-actions.ts';
import { makerOf, requestApproval } from '#features/approvals/approvals-service.ts';
import { type SnapshotPart, textParts } from '#features/approvals/approvals-snapshot.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/caller.ts';
import { refuse, refuseDuplicate } from '#platform/http/refusal.ts';
import { actorOf } from '#platform/state/transition.ts';
import { readFile } from './clearing-files.ts';
import type { Party } from './clearing-parties.ts';
import { type InboundItem, parseFile } from './clearing-parser.ts';
import { findInbound, keepInbound, moveFile } from './clearing-store.ts';

const ACTION = 'MANUAL_FILE';

/** Summary of a file's content. It is stored with the request, since the bytes do not change. */
const contentShape = z.object({
  message: z.string(),
  items: z.string(),
  mandates: z.string(),
  answers: z.string(),
  booked: z.string(),
});
type Content = z.infer<typeof contentShape>;

/** Mandates that the second operator is shown. */
const MANDATES_SHOWN = 50;

/** Lists the mandates of a file with what it says of each. */
function mandatesIn(items: readonly InboundItem[]): string {
  const texts = items.flatMap((item) => {
    if (item.kind === 'CANCELLATION') return [`${item.reference} cancelled`];
    if (item.kind !== 'ACCEPTANCE') return [];
    return [`${item.reference} ${item.accepted ? 'accepted' : 'rejected'}`];
  });
  const more = texts.length - MANDATES_SHOWN;
  return [...texts.slice(0, MANDATES_SHOWN), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** How often each answer is given, and what is returned: `2 RJCT AM04, 1 returned MD06, USh 5,000 in all`. */
function answersIn(items: readonly InboundItem[]): string {
  const counts = new Map<string, number>();
  const count = (said: string, code: string | null) => {
    const what = code === null ? said : `${said} ${code}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  };
  let returned = 0;
  for (const item of items) {
    if (item.kind === 'STATUS') count(item.status, item.reasonCode);
    if (item.kind === 'GROUP_STATUS') count(`file ${item.status}`, item.reasonCode);
    if (item.kind !== 'RETURN') continue;
    count('returned', item.reasonCode);
    returned += item.amount;
  }
  const texts = [...counts].map(([what, many]) => `${many} ${what}`);
  return [...texts, ...(returned > 0 ? [`${showMoney(returned)} in all`] : [])].join(', ');
}

/** Summary of a file for its approval; null where it can not be parsed, and is refused as a whole. */
async function contentOf(bytes: Buffer, party: Party): Promise<Content | null> {
  const parsed = await parseFile(bytes, party);
  if ('explanation' in parsed) return null;
  const { message, items } = parsed;
  const sumOf = (direction: 'CREDIT' | 'DEBIT') =>
    items.reduce((sum, item) => {
      const counts = item.kind === 'ENTRY' && item.booked && item.currency === CURRENCY;
      return counts && item.direction === direction ? sum + item.amount : sum;
    }, 0);
  const booked = `${showMoney(sumOf('CREDIT'))} in, ${showMoney(sumOf('DEBIT'))} out`;
  const [mandates, answers] = [mandatesIn(items), answersIn(items)];
  return { message, items: String(items.length), mandates, answers, booked };
}

/** The row of the approval that sums up the file, by the kind of its items. */
function saidIn({ mandates, answers, booked }: Content): [string, string, string] {
  if (mandates !== '') return ['mandates', 'Mandates', mandates];
  return answers === '' ? ['booked', 'Booked', booked] : ['answers', 'Answers', answers];
}

async function partsOf(tx: Tx, id: string, content: Content): Promise<SnapshotPart[]> {
  const { name, sha256, size } = await readFile(tx, id);
  return textParts('File', [
    ['name', 'Name', name],
    ['message', 'Message', content.message],
    ['items', 'Items', content.items],
    saidIn(content),
    ['size', 'Bytes', String(size)],
    ['sha256', 'SHA-256', sha256],
  ]);
}

interface ManualUpload {
  party: Party;
  name: string;
  bytes: Buffer;
  /** The business clock. */
  at: Date;
  caller: Caller;
}

/**
 * Stores a file that an operator uploads. Returns its id. Its content can move money, repeat debits, and
 * confirm or end mandates in the name of a bank. So a file that can be parsed is HELD until a second operator
 * approves it, unless the same bytes have come through the channel before.
 */
export async function uploadManually(
  ctx: AppContext,
  tx: Tx,
  given: ManualUpload,
): Promise<string> {
  const { party, name, bytes, at, caller } = given;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const known = await findInbound(tx, party.channel, sha256);
  if (known !== null) return known;
  const content = await contentOf(bytes, party);
  const isHeld = content !== null;
  const own = ctx.ids.uuid(ctx.clock.now());
  const actor = actorOf(caller);
  // The hash stays free: what no second operator has approved is never taken for what the bank has sent.
  const knownBy = isHeld ? `${sha256} held` : `${sha256} ${own}`;
  const file = { id: own, party, name, sha256, knownBy, size: bytes.length, bytes };
  const id = await keepInbound(tx, ctx.keys, { ...file, at, actor, isHeld });
  if (!isHeld || id !== own) return id;
  await requestApproval(ctx, tx, {
    action: ACTION,
    entityId: id,
    ...makerOf(caller),
    title: name,
    parts: await partsOf(tx, id, content),
    payload: content,
  });
  return id;
}

/** What the second operator's approval does: the file is processed like any other. */
export const manualUploadHandler: ApprovalHandler = {
  texts: {
    label: 'Manually uploaded file',
    approval: 'The file is processed as if the bank had sent it: what it says counts.',
    rejection: 'Nothing of the file is processed.',
  },
  action: ACTION,
  expired: 'Nobody gave it a second look in time.',
  rejections: { ORIGIN: 'It is not shown that the bank has sent it.', OTHER: 'See the comment.' },
  snapshot: (tx, id, payload) => partsOf(tx, id, contentShape.parse(payload)),
  execute: async (tx: PlatformTx, { entityId: id, actor, at }) => {
    const { state, sha256: known_by } = await readFile(tx, id);
    if (state !== 'HELD') throw refuse('FILE_STATE');
    await moveFile(tx, { id, to: 'RECEIVED', actor, reason: null, at, set: { known_by } }).catch(
      // It has come through the channel meanwhile.
      refuseDuplicate({ clearing_files_bytes_once: ['FILE_STATE'] }),
    );
  },
  onNotExecuted: async (tx: PlatformTx, { entityId: id, actor, at }, { fullReason: reason }) => {
    const { state, sha256 } = await readFile(tx, id);
    if (state !== 'HELD') return;
    // The same bytes can be processed again.
    const set = { known_by: `${sha256} ${id}` };
    await moveFile(tx, { id, to: 'REFUSED', actor, reason, at, set });
  },
};
