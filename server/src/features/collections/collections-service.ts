import {
  COLLECTION_REFUSALS,
  type CollectionInput,
  type CollectionRefusal,
} from '@tegeka/contract/collections/collection-writing.ts';
import { causeOf } from '@tegeka/contract/collections/causes.ts';
import {
  ATTEMPTS_MOST,
  COLLECTION,
  type Collection,
  type Origin,
} from '@tegeka/contract/collections/collections.ts';
import { addDays, isoDay, showDay } from '@tegeka/contract/kit/day.ts';
import { CURRENCY } from '@tegeka/contract/kit/money.ts';
import { canTransition } from '@tegeka/contract/kit/state-machine.ts';
import { type Calendar, readCalendar } from '#features/calendar/calendar-days.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import {
  type CollectableMandate,
  lockCollectable,
} from '#features/mandates/collecting/mandates-collecting.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Actor, transition } from '#platform/state/transition.ts';
import { checkLimits } from './collections-limits.ts';
import {
  makeCollections,
  type Making,
  type NewCollection,
  noticeGivenUp,
} from './collections-making.ts';
import { collectionDay } from './collections-run.ts';
import { collectionOf, readCollectionRow, readUnclear } from './collections-store.ts';

/** Who asks for collections, when by the wall clock, and how. */
export interface Asker {
  organizationId: string;
  actor: Actor;
  now: Date;
  origin: Extract<Origin, 'HAND' | 'API' | 'FILE'>;
}

/** The result for one of several requested collections. */
export interface Asked {
  id: string | null;
  /** True where it is stored, even if only as REJECTED. */
  isWritten: boolean;
  errors: CollectionRefusal[];
}

type Code = CollectionRefusal['code'];

const refusal = (code: Code, message: string): CollectionRefusal => ({
  field: COLLECTION_REFUSALS[code],
  code,
  message,
});

export const AHEAD_DAYS = 366;

type Checked = { wanted: NewCollection } | { errors: CollectionRefusal[] };

/** Returns the collection to make, or what is wrong with the request, by field. */
function check(
  input: CollectionInput,
  mandate: CollectableMandate | undefined,
  { calendar, today, origin }: { calendar: Calendar; today: string; origin: Asker['origin'] },
): Checked {
  if (!mandate) return { errors: [refusal('MANDATE_UNKNOWN', 'There is no such mandate')] };
  const errors: CollectionRefusal[] = [];
  const wrong = (code: Code, message: string) => errors.push(refusal(code, message));
  if (input.currency !== CURRENCY)
    wrong('CURRENCY_UNKNOWN', 'Money is collected in Ugandan shillings (UGX) only');
  const amount = input.amount ?? mandate.amount;
  if (amount === null) wrong('AMOUNT_NEEDED', 'Say how much is to be collected');
  const earliest = calendar.roll(addDays(today, mandate.noticeDays));
  const dueOn = input.dueDay ?? earliest;
  if (dueOn < earliest && calendar.roll(dueOn) < earliest)
    wrong(
      'TOO_EARLY',
      `The payer is told ${mandate.noticeDays} day${mandate.noticeDays === 1 ? '' : 's'} before: the earliest day is ${showDay(earliest)}`,
    );
  else if (dueOn < mandate.start)
    wrong('OUTSIDE', `The mandate begins on ${showDay(mandate.start)}`);
  else if (mandate.end !== null && dueOn > mandate.end)
    wrong('OUTSIDE', `The mandate ends on ${showDay(mandate.end)}`);
  else if (dueOn > addDays(today, AHEAD_DAYS)) wrong('TOO_FAR', 'That is more than a year ahead');
  if (errors.length > 0 || amount === null) return { errors };
  const collectOn = calendar.roll(dueOn > earliest ? dueOn : earliest);
  const dueKey = `A:${input.reference}`;
  return { wanted: { mandate, amount, dueOn, collectOn, dueKey, origin } };
}

const USED = refusal(
  'TAKEN',
  'This reference was used for the mandate before: nothing was collected again',
);

function errorsOf(making: Making | undefined): CollectionRefusal[] {
  if (making && 'refused' in making) return [refusal(making.refused, making.words)];
  return making && 'exists' in making ? [USED] : [];
}

/**
 * Makes the requested collections independently: a refused one does not prevent the others. The mandates
 * stay locked until the transaction ends.
 */
export async function askForCollections(
  ctx: AppContext,
  tx: Tx,
  inputs: readonly CollectionInput[],
  { actor, now, origin }: Asker,
): Promise<Asked[]> {
  const at = await businessTime(tx, now);
  const today = isoDay(at);
  const calendar = await readCalendar(tx);
  const ids = [...new Set(inputs.map(({ mandateId }) => mandateId))];
  const mandates = await lockCollectable(tx, ids);
  const context = { calendar, today, origin };
  const checked = inputs.map((input) => check(input, mandates.get(input.mandateId), context));
  const fitting = checked.flatMap((one) => ('wanted' in one ? [one.wanted] : []));
  // The sender of a file gets no direct answer: rows that together exceed a limit are stored as REJECTED.
  const onRefusal = origin === 'FILE' ? 'REJECT' : 'REFUSE';
  const makings = await makeCollections(ctx, tx, fitting, { actor, at, onRefusal });
  const made = new Map(fitting.map((one, n) => [one, makings[n]]));
  return checked.map((one): Asked => {
    if ('errors' in one) return { id: null, isWritten: false, errors: one.errors };
    const making = made.get(one.wanted);
    const errors = errorsOf(making);
    const id = making && 'id' in making ? making.id : null;
    const isRejected = making && 'refused' in making && onRefusal === 'REJECT';
    return { id, isWritten: id !== null || isRejected === true, errors };
  });
}

/** Makes one collection. Refuses INPUT_INVALID with a sentence at each field. */
export async function askForCollection(
  ctx: AppContext,
  tx: Tx,
  input: CollectionInput,
  asker: Asker,
): Promise<Collection> {
  const [asked] = await askForCollections(ctx, tx, [input], asker);
  if (!asked?.id) throw refuse('INPUT_INVALID', { fields: asked?.errors ?? [] });
  return collectionOf(await readCollectionRow(tx, asked.id));
}

const TABLE = { machine: COLLECTION, table: 'collections', stale: 'TRANSACTION_STATE' } as const;

interface Command {
  actor: Actor;
  now: Date;
}

/** Cancels what was not sealed yet. Refuses TRANSACTION_STATE. */
export async function cancelCollection(
  tx: Tx,
  id: string,
  { actor, now, reason }: Command & { reason: string },
): Promise<Collection> {
  const row = await readCollectionRow(tx, id);
  if (!canTransition(COLLECTION, collectionOf(row).state, 'CANCELLED'))
    throw refuse('TRANSACTION_STATE');
  const at = await businessTime(tx, now);
  const set = { reason, wake_at: null, wake_for: null, updated_at: at };
  const { revision } = row;
  await transition(tx, TABLE, { id, to: 'CANCELLED', actor, reason, at, revision, set });
  return collectionOf(await readCollectionRow(tx, id));
}

/**
 * Retries a debit that failed for lack of funds. Only automatic retries were announced, so the payer gets a
 * new notice and the debit waits for the days of notice. Refuses TRANSACTION_STATE, RETRY_FORBIDDEN,
 * MANDATE_STATE where the mandate is not active, and CUSTOMER_DISABLED.
 */
export async function retryCollection(
  tx: Tx,
  id: string,
  { actor, now }: Command,
): Promise<Collection> {
  const { mandate } = collectionOf(await readCollectionRow(tx, id));
  const locked = (await lockCollectable(tx, [mandate.id])).get(mandate.id);
  const row = await readCollectionRow(tx, id);
  const { state, cause } = collectionOf(row);
  if (state !== 'FAILED') throw refuse('TRANSACTION_STATE');
  const ended = row.wake_for !== 'RETRY' && row.attempt < ATTEMPTS_MOST;
  const mayRetry = ended && cause !== null && causeOf(cause).retry;
  if (!mayRetry || (await readUnclear(tx, [row])).has(id)) throw refuse('RETRY_FORBIDDEN');
  if (locked?.state !== 'ACTIVE') throw refuse('MANDATE_STATE');
  if (!locked.customerIsActive) throw refuse('CUSTOMER_DISABLED');
  const at = await businessTime(tx, now);
  const today = { dueOn: isoDay(at), today: isoDay(at), noticeDays: locked.noticeDays };
  const collectOn = collectionDay(await readCalendar(tx), today);
  // A final failure has released its share of the limits, which other debits may have used.
  const { origin, due_on: dueOn } = row;
  const wanted = { mandate: locked, origin, dueOn, collectOn, amount: Number(row.amount) };
  const [broken] = await checkLimits(tx, [wanted]);
  if (broken) throw refuse('RETRY_FORBIDDEN');
  await transition(tx, TABLE, {
    id,
    to: 'PENDING',
    actor,
    reason: null,
    at,
    revision: row.revision,
    set: {
      cause: null,
      scheme_code: null,
      reason: null,
      collect_on: collectOn,
      told_at: null,
      notice_id: null,
      wake_at: noticeGivenUp(at),
      wake_for: 'GIVE_UP_NOTICE',
      updated_at: at,
    },
  });
  return collectionOf(await readCollectionRow(tx, id));
}
