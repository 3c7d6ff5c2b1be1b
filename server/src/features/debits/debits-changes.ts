import {
  getFailureReason,
  type FailureReasonName,
} from '@tegeka/contract/debits/failure-reasons.ts';
import { DEBIT, type DebitState } from '@tegeka/contract/debits/debits.ts';
import { canTransition } from '@tegeka/contract/kit/state-machine.ts';
import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { Debits } from '#platform/database/tables.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Actor, expectState, recordTransitions } from '#platform/state/transition.ts';

const LOCKED = [
  'id',
  'organization_id',
  'reference',
  'mandate_id',
  'series_id',
  'customer_id',
  'product_id',
  'bank_id',
  'amount',
  'currency',
  'origin',
  'charge',
  'excise_duty',
  'net',
  'gives_back',
  'state',
  'revision',
  'failure_reason',
  'scheme_code',
  'reason',
  'attempt',
  'retries_left',
  'refused_before',
  'retried',
  'notice_id',
  'notified_at',
  'obstacle',
  'next_action_at',
  'next_action',
  'inquiries',
  'settled_at',
] as const satisfies readonly (keyof Selectable<Debits>)[];

/** A return that came before the settlement. */
export interface EarlyReturn {
  code: string | null;
  text: string | null;
}

/** What a debit failed with before it was to be tried again. */
export type Failure = Pick<Selectable<Debits>, 'failure_reason' | 'scheme_code' | 'reason'>;

/** A debit that is going to change. */
export type LockedDebit = Pick<Selectable<Debits>, (typeof LOCKED)[number]> & {
  collect_on: string;
  due_on: string;
  early_return: EarlyReturn | null;
  failure: Failure | null;
};

/** The rows that {@link LockedDebit} has, to be narrowed and locked. */
export const lockable = (tx: Tx) =>
  tx
    .selectFrom('debits')
    .select(LOCKED)
    .select([
      sql<string>`debits.collect_on::text`.as('collect_on'),
      sql<string>`debits.due_on::text`.as('due_on'),
    ])
    .select(sql<EarlyReturn | null>`early_return`.as('early_return'))
    .select(sql<Failure | null>`failure`.as('failure'));

/** Debits by their ids, locked in the order of their ids. */
export async function lockDebits(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, LockedDebit>> {
  const rows = await lockable(tx)
    .where(sql<boolean>`debits.id = any(${ids}::uuid[])`)
    .orderBy('debits.id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** What can change with the state. */
const CHANGEABLE = [
  'failure_reason',
  'scheme_code',
  'reason',
  'attempt',
  'retries_left',
  'refused_before',
  'retried',
  'next_action_at',
  'next_action',
  'inquiries',
  'settled_at',
  'early_return',
  'failure',
  'collect_on',
  'charge',
  'excise_duty',
  'net',
  'gives_back',
] as const satisfies readonly (keyof LockedDebit)[];

type Changeable = Pick<LockedDebit, (typeof CHANGEABLE)[number]> & {
  failure_reason: FailureReasonName | null;
};

/** JSON keys of a change that are sent to the database, with those of objects in it: not the whole row. */
const TOLD = [...CHANGEABLE, 'organization_id', 'id', 'was', 'state', 'revision', 'code', 'text'];

/** A change of one of many debits. Without `to` its state and its next action stay. */
export interface DebitChange {
  row: LockedDebit;
  to?: DebitState;
  /** With `to`, the next action is cleared unless it is named here. */
  set?: Partial<Changeable>;
}

/** The columns of a failure reason, with the bank's own words where it gave some. */
export const failureColumns = (
  failureReason: FailureReasonName,
  { code = null, text = null }: { code?: string | null; text?: string | null } = {},
) => ({
  failure_reason: failureReason,
  scheme_code: code,
  reason:
    text === null
      ? getFailureReason(failureReason).text
      : `${getFailureReason(failureReason).text}: ${text.slice(0, 200)}`,
});

const NO_FAILURE = { failure_reason: null, scheme_code: null, reason: null };
/** States without an error: entering one clears the failure reason. */
const STATES_WITHOUT_FAILURE: readonly DebitState[] = [
  'PENDING',
  'PROCESSING',
  'CLEARED',
  'SETTLED',
];

/** The reason of a failure, which a debit keeps while it waits to be sent again. */
export const failureOf = ({ failure_reason, scheme_code, reason }: Failure): Failure => ({
  failure_reason,
  scheme_code,
  reason,
});

/**
 * Changes locked debits in one statement and records the transitions. Throws for a transition that the
 * state machine does not have. Refuses TRANSACTION_STATE where a revision has changed.
 */
export async function changeDebits(
  tx: Tx,
  changes: readonly DebitChange[],
  { actor, at }: { actor: Actor; at: Date },
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ row, to, set }) => {
    const from = expectState(DEBIT, row.state);
    if (to && !canTransition(DEBIT, from, to))
      throw new Error(`A transaction can not go from ${from} to ${to}`);
    const kept = to ? { next_action_at: null, next_action: null } : {};
    const noFailure = to && STATES_WITHOUT_FAILURE.includes(to) ? NO_FAILURE : {};
    const failed = from === 'FAILED' && to === 'PENDING' ? { failure: failureOf(row) } : {};
    const revision = to ? row.revision + 1 : row.revision;
    return {
      ...row,
      ...kept,
      ...noFailure,
      ...failed,
      ...set,
      from,
      state: to ?? from,
      revision,
      was: row.revision,
    };
  });
  const { numAffectedRows } = await sql`
    update debits set state = c.state, revision = c.revision, failure_reason = c.failure_reason,
      scheme_code = c.scheme_code, reason = c.reason, attempt = c.attempt,
      retries_left = c.retries_left, refused_before = c.refused_before, retried = c.retried,
      next_action_at = c.next_action_at, next_action = c.next_action, inquiries = c.inquiries, settled_at = c.settled_at,
      early_return = c.early_return, failure = c.failure, collect_on = c.collect_on,
      charge = c.charge, excise_duty = c.excise_duty, net = c.net, gives_back = c.gives_back, updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(rows, TOLD)}::jsonb) as c(organization_id uuid, id uuid,
      was integer, state text, revision integer, failure_reason text, scheme_code text, reason text,
      attempt integer, retries_left integer, refused_before boolean, retried boolean, next_action_at timestamptz,
      next_action text, inquiries integer, settled_at timestamptz, early_return jsonb,
      failure jsonb, collect_on date, charge bigint, excise_duty bigint, net bigint, gives_back boolean)
    where debits.organization_id = c.organization_id and debits.id = c.id
      and debits.revision = c.was`.execute(tx);
  if (Number(numAffectedRows) !== rows.length) throw refuse('TRANSACTION_STATE');
  const made = rows
    .filter(({ revision, was }) => revision !== was)
    .map(({ organization_id: organizationId, id, from, state, revision, reason }) => ({
      organizationId,
      id,
      from,
      to: state,
      revision,
      reason,
    }));
  if (made.length > 0) await recordTransitions(tx, DEBIT, made, { actor, at });
}
