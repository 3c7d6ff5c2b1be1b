import type { Debit } from '@tegeka/contract/debits/debits.ts';
import { DISPUTE, DISPUTE_DAYS, type DisputeState } from '@tegeka/contract/debits/disputes.ts';
import { addDays, isoDay } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { sayDay } from '@tegeka/contract/mandates/mandate-texts.ts';
import { policyFor } from '#features/approvals/approvals-policies.ts';
import {
  amendRequest,
  pendingRequest,
  requestApproval,
  type RequestCommand,
} from '#features/approvals/approvals-service.ts';
import { type SnapshotPart, textParts } from '#features/approvals/approvals-snapshot.ts';
import { findOfficers } from '#features/banks/banks-store.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { debitOf, readDebitRow } from '#features/debits/debits-store.ts';
import { readMandateRow } from '#features/mandates/mandates-store.ts';
import { rateOn } from '#features/pricing/pricing-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import type { KeptFile, StoredUpload } from '#platform/files/stored-files.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Actor, recordTransitions, transition } from '#platform/state/transition.ts';
import { notifyOpened } from './disputes-notify.ts';
import {
  beginning,
  type Dispute,
  insertDispute,
  lockDispute,
  type NewDispute,
  type Opener,
  readDispute,
  readDisputes,
  writeAnswer,
} from './disputes-store.ts';

/** The approval action for disputes. */
export const ACCEPTANCE = 'DEBIT_DISPUTE';

/** True for a debit that has taken money. */
export const isCollected = ({ state }: Pick<Debit, 'state'>): boolean =>
  state === 'CLEARED' || state === 'SETTLED';

/**
 * True while a debit can be disputed: it was taken in the last 8 weeks, or it was disputed in time and the
 * bank did not decide.
 */
export const isDisputable = (
  debit: Debit,
  { dispute, today }: { dispute: Dispute | null; today: string },
): boolean =>
  isCollected(debit) &&
  (dispute?.state === 'LAPSED' || today <= addDays(debit.collectionDay, DISPUTE_DAYS));

/** True for a dispute that keeps another one from being opened. */
export const stands = (dispute: Dispute | null): boolean =>
  dispute !== null && (dispute.state === 'OPEN' || dispute.state === 'ACCEPTED');

/** The documents of an answer, as they are stored. */
export async function readAnswerFiles(
  { files }: Pick<AppContext, 'files'>,
  tx: Tx,
  { answer }: Dispute,
): Promise<KeptFile[]> {
  const found = [];
  for (const id of answer?.files ?? []) found.push(await files.find(tx, id));
  return found.filter((file) => file !== null);
}

/** What the officers compare with what their bank has booked, and what the business says. */
export async function partsOf(
  ctx: Pick<AppContext, 'files'>,
  tx: Tx,
  dispute: Dispute,
): Promise<SnapshotPart[]> {
  const debit = debitOf(await readDebitRow(tx, dispute.id));
  const { account_name: accountName } = await readMandateRow(tx, debit.mandate.id);
  const { answer, answerUntil } = dispute;
  const documents = await readAnswerFiles(ctx, tx, dispute);
  return [
    ...textParts('Debit', [
      ['reason', 'The payer says', dispute.reason],
      ['merchant', 'Collected by', { name: debit.merchantName, id: dispute.organizationId }],
      ['amount', 'Amount', showMoney(debit.amount)],
      ['day', 'Debited on', sayDay(debit.collectionDay)],
      ['accountName', 'Account name', accountName ?? ''],
      ['account', 'Account ends in', debit.accountLastFour],
      ['reference', 'Reference of the debit', debit.reference],
      ['mandate', 'Mandate', debit.mandate.reference],
    ]),
    ...textParts('Answer of the business', [
      answer === null
        ? ['answer', 'Not answered yet', `It can answer until ${sayDay(answerUntil)}.`]
        : ['answer', 'The business says', answer.text],
      ...documents.map(
        (document, n) => [`document${n + 1}`, `Document ${n + 1}`, document] as const,
      ),
    ]),
  ];
}

export type DisputeResult = 'OPENED' | 'DISPUTED_BEFORE' | 'TOO_LATE' | 'NO_OFFICERS';

export async function transitionDispute(
  tx: Tx,
  id: string,
  to: DisputeState,
  change: { actor: Actor; reason: string | null; at: Date; set?: object },
): Promise<void> {
  await transition(tx, { machine: DISPUTE, table: 'disputes' }, { id, to, ...change });
}

/**
 * Stores a dispute as OPEN. Returns false where one is open or accepted, also if it was opened concurrently.
 */
async function writeOpen(tx: PlatformTx, dispute: NewDispute, actor: Actor): Promise<boolean> {
  const { id, organizationId, reason, openedAt: at } = dispute;
  if (await insertDispute(tx, dispute)) {
    const made = { organizationId, id, from: null, to: 'OPEN', revision: 1, reason } as const;
    await recordTransitions(tx, DISPUTE, [made], { actor, at });
    return true;
  }
  if (stands(await lockDispute(tx, id))) return false;
  const unanswered = { answer: null, answer_files: [], answered_at: null };
  const set = { ...beginning(dispute), ...unanswered, refusal: null };
  await transitionDispute(tx, id, 'OPEN', { actor, reason, at, set });
  return true;
}

/** Who opens a dispute, and why. */
interface Opening {
  by: Opener;
  maker: RequestCommand['maker'];
  reason: string;
  now: Date;
}

/** The payer of a debit, as the maker of a request. */
export const payerOf = ({ customer: { id, name } }: Debit): RequestCommand['maker'] => ({
  kind: 'CONSUMER',
  id,
  name,
  email: '',
});

/**
 * A payer disputes a debit of theirs, or an officer of their bank for them: the officers of the bank decide on it
 * in their Inbox, and the business is told. Nothing is booked by it.
 */
export async function openDispute(
  ctx: AppContext,
  tx: PlatformTx,
  { organizationId, debit }: { organizationId: string; debit: Debit },
  { by: openedBy, maker, reason, now }: Opening,
): Promise<DisputeResult> {
  const openedAt = await businessTime(tx, now);
  const { id } = debit;
  const before = (await readDisputes(tx, organizationId, [id])).get(id) ?? null;
  const today = isoDay(openedAt);
  if (stands(before)) return 'DISPUTED_BEFORE';
  if (!isDisputable(debit, { dispute: before, today })) return 'TOO_LATE';
  const officers = await findOfficers(tx, debit.bank.id);
  if (officers === null) return 'NO_OFFICERS';
  const answerUntil = addDays(today, await rateOn(tx, 'DISPUTE_ANSWER_DAYS', today));
  const made = { id, organizationId, reason, openedBy, openedAt, answerUntil };
  if (!(await writeOpen(tx, made, maker))) return 'DISPUTED_BEFORE';
  const dispute = await lockDispute(tx, id);
  await requestApproval(ctx, tx, {
    action: ACCEPTANCE,
    entityId: id,
    organizationId,
    title: `${debit.reference}, ${debit.customer.name}`,
    about: `${debit.merchantName}: ${showMoney(debit.amount)} on ${sayDay(debit.collectionDay)}`,
    maker,
    policy: await policyFor(tx, ACCEPTANCE, officers),
    parts: await partsOf(ctx, tx, dispute),
  });
  await notifyOpened(ctx, tx, { debit, dispute });
  return 'OPENED';
}

/** A business answers a dispute. Refuses NOT_FOUND, DISPUTE_NOT_OPEN and DISPUTE_ANSWERED. */
export async function answerDispute(
  ctx: AppContext,
  tx: PlatformTx,
  { organizationId, id }: Pick<Dispute, 'organizationId' | 'id'>,
  { text, uploads, now }: { text: string; uploads: readonly StoredUpload[]; now: Date },
): Promise<Dispute> {
  await readDispute(tx, organizationId, id);
  const request = { action: ACCEPTANCE, entityId: id, organizationId };
  // Locked before the dispute, as by a decision: else the two would wait for each other.
  await pendingRequest(tx, request).forUpdate().executeTakeFirst();
  const dispute = await lockDispute(tx, id);
  if (dispute.answer !== null) throw refuse('DISPUTE_ANSWERED');
  const at = await businessTime(tx, now);
  if (dispute.state !== 'OPEN' || isoDay(at) > dispute.answerUntil)
    throw refuse('DISPUTE_NOT_OPEN');
  const files: string[] = [];
  for (const upload of uploads)
    files.push((await ctx.files.keep(tx, upload, { organizationId, kind: 'dispute answer' })).id);
  await writeAnswer(tx, dispute, { text, files, at });
  const answered = await readDispute(tx, organizationId, id);
  await amendRequest(ctx, tx, request, await partsOf(ctx, tx, answered));
  return answered;
}
