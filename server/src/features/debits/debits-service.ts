import type {
  DebitCheck,
  DebitInput,
  DebitRefusal,
} from '@tegeka/contract/debits/debit-commands.ts';
import { DEBIT, type Debit, type Origin } from '@tegeka/contract/debits/debits.ts';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { CURRENCY } from '@tegeka/contract/kit/money.ts';
import { canTransition } from '@tegeka/contract/kit/state-machine.ts';
import { readCalendar } from '#features/calendar/calendar-days.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import {
  type CollectableMandate,
  lockCollectable,
  readCollectable,
} from '#features/mandates/collection/mandates-collectable.ts';
import { rateOn } from '#features/pricing/pricing-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Actor, transition } from '#platform/state/transition.ts';
import { insertDebits, type InsertResult } from './debits-insertion.ts';
import { examineEach } from './limits/debits-checks.ts';
import { mostWithin, nothing } from './limits/debits-limit-rules.ts';
import { readConsumed } from './limits/debits-limits.ts';
import { checkRequest, collectionDay, earliestDay, refusal } from './limits/debits-requests.ts';
import { debitOf, type DebitRow, readDebitRow, readFailure } from './debits-store.ts';

/** Who asks for debits, when by the wall clock, and how. */
export interface Requester {
  organizationId: string;
  actor: Actor;
  now: Date;
  origin: Extract<Origin, 'MANUAL' | 'API' | 'FILE'>;
}

/** The result for one of several requested debits. */
export interface Asked {
  id: string | null;
  /** True where it is stored, even if only as REJECTED. */
  isWritten: boolean;
  errors: DebitRefusal[];
}

const USED = refusal(
  'TAKEN',
  'This reference was used for the mandate before: nothing was collected again',
);

function errorsOf(result: InsertResult | null | undefined): DebitRefusal[] {
  if (result && 'refused' in result) return [refusal(result.refused, result.explanation)];
  return result && 'exists' in result ? [USED] : [];
}

/** A request with its mandate, where there is one. */
export interface Examined {
  input: DebitInput;
  mandate: CollectableMandate | undefined;
}

/** What requests are checked with, and the business time. */
async function openContext(tx: Tx, { now, origin }: Pick<Requester, 'now' | 'origin'>) {
  const at = await businessTime(tx, now);
  return { at, today: isoDay(at), calendar: await readCalendar(tx), origin };
}

/** Why each request would be refused if it were made now and alone. Nothing is written. */
export const examineRequests = async (
  tx: Tx,
  requests: readonly Examined[],
  requester: Pick<Requester, 'now' | 'origin'>,
): Promise<DebitRefusal[][]> => examineIn(tx, requests, await openContext(tx, requester));

async function examineIn(
  tx: Tx,
  requests: readonly Examined[],
  context: Awaited<ReturnType<typeof openContext>>,
): Promise<DebitRefusal[][]> {
  const checked = requests.map(({ input, mandate }) => checkRequest(input, mandate, context));
  const fitting = checked.flatMap((one) => ('wanted' in one ? [one.wanted] : []));
  const found = await examineEach(tx, fitting, context.today);
  const results = new Map(fitting.map((one, n) => [one, errorsOf(found[n])]));
  return checked.map((one) => ('errors' in one ? one.errors : (results.get(one.wanted) ?? [])));
}

interface Check {
  mandateId: string;
  amount?: number | undefined;
  dueDay?: string | undefined;
}

/**
 * What could be collected by a mandate on a day, by the rules that a request for it is checked with. Refuses
 * NOT_FOUND, also of a mandate that no payer has agreed to.
 */
export async function checkDebit(
  tx: Tx,
  { mandateId, amount, dueDay }: Check,
  now: Date,
): Promise<DebitCheck> {
  const [mandate] = await readCollectable(tx, [mandateId]);
  if (!mandate) throw refuse('NOT_FOUND');
  const context = await openContext(tx, { now, origin: 'MANUAL' });
  const { today, calendar, origin } = context;
  const earliest = earliestDay(calendar, mandate, today);
  const dueOn = dueDay ?? earliest;
  // Without a reference, which is checked when the debit is asked for.
  const input = { mandateId, reference: '', currency: CURRENCY, dueDay: dueOn, amount };
  const [errors = []] = await examineIn(tx, [{ input, mandate }], context);
  if (errors.some(({ field }) => field === 'dueDay'))
    return { earliestDay: earliest, collectionDay: null, max: null, errors };
  const { noticeDays } = mandate;
  const collectOn = collectionDay(calendar, { dueOn, today, noticeDays });
  const used = (await readConsumed(tx, [mandate])).get(mandateId) ?? nothing();
  const wanted = { mandate, origin, retried: false, dueOn, collectOn, amount: 0 };
  const max = Math.min(mostWithin(wanted, used), await rateOn(tx, 'DEBIT_CAP', today));
  return { earliestDay: earliest, collectionDay: collectOn, max, errors };
}

/**
 * Makes the requested debits independently: a refused one does not prevent the others. The mandates
 * stay locked until the transaction ends.
 */
export async function requestDebits(
  ctx: AppContext,
  tx: Tx,
  inputs: readonly DebitInput[],
  { actor, now, origin }: Requester,
): Promise<Asked[]> {
  const context = await openContext(tx, { now, origin });
  const ids = [...new Set(inputs.map(({ mandateId }) => mandateId))];
  const mandates = await lockCollectable(tx, ids);
  const checked = inputs.map((input) =>
    checkRequest(input, mandates.get(input.mandateId), context),
  );
  const fitting = checked.flatMap((one) => ('wanted' in one ? [one.wanted] : []));
  // The sender of a file gets no direct answer: rows that together exceed a limit are stored as REJECTED.
  const onRefusal = origin === 'FILE' ? 'REJECT' : 'REFUSE';
  const results = await insertDebits(ctx, tx, fitting, { actor, at: context.at, onRefusal });
  const made = new Map(fitting.map((one, n) => [one, results[n]]));
  return checked.map((one): Asked => {
    if ('errors' in one) return { id: null, isWritten: false, errors: one.errors };
    const result = made.get(one.wanted);
    const errors = errorsOf(result);
    const id = result && 'id' in result ? result.id : null;
    const isRejected = result && 'refused' in result && onRefusal === 'REJECT';
    return { id, isWritten: id !== null || isRejected === true, errors };
  });
}

/** Makes one debit. Refuses INPUT_INVALID with a sentence at each field. */
export async function requestDebit(
  ctx: AppContext,
  tx: Tx,
  input: DebitInput,
  requester: Requester,
): Promise<Debit> {
  const [asked] = await requestDebits(ctx, tx, [input], requester);
  if (!asked?.id) throw refuse('INPUT_INVALID', { fields: asked?.errors ?? [] });
  return debitOf(await readDebitRow(tx, asked.id));
}

export const DEBIT_TABLE = {
  machine: DEBIT,
  table: 'debits',
  stale: 'TRANSACTION_STATE',
} as const;

export interface Command {
  actor: Actor;
  now: Date;
}

/** Ends the next try of a failed debit, which stays failed. Refuses TRANSACTION_STATE. */
async function cancelRetry(tx: Tx, { id, revision }: DebitRow, at: Date): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('debits')
    .set({ next_action_at: null, next_action: null, updated_at: at })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('next_action', '=', 'RETRY')
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw refuse('TRANSACTION_STATE');
}

/**
 * Cancels what was not submitted yet: a debit, or the next try of one that has failed, which stays FAILED or is
 * it again, with its last reason. Refuses TRANSACTION_STATE.
 */
export async function cancelDebit(
  tx: Tx,
  id: string,
  { actor, now, reason }: Command & { reason: string },
): Promise<{ debit: Debit; retry: boolean }> {
  const row = await readDebitRow(tx, id);
  const at = await businessTime(tx, now);
  if (row.next_action === 'RETRY') {
    await cancelRetry(tx, row, at);
    return { debit: debitOf(await readDebitRow(tx, id)), retry: true };
  }
  if (!canTransition(DEBIT, debitOf(row).state, 'CANCELLED')) throw refuse('TRANSACTION_STATE');
  const { revision } = row;
  const failure = await readFailure(tx, row);
  await transition(tx, DEBIT_TABLE, {
    id,
    to: failure ? 'FAILED' : 'CANCELLED',
    actor,
    reason: failure ? failure.reason : reason,
    at,
    revision,
    set: { reason, ...failure, next_action_at: null, next_action: null, updated_at: at },
  });
  const debit = debitOf(await readDebitRow(tx, id));
  return { debit, retry: failure !== null };
}
