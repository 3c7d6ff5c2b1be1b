import { isDeepStrictEqual } from 'node:util';
import type { Field, FieldOption, Fields } from '@tegeka/contract/kit/fields.ts';
import type { StateMachine } from '@tegeka/contract/kit/state-machine.ts';
import * as z from 'zod/mini';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import type { KeptFile } from '#platform/files/stored-files.ts';
import { type AuditNote, type Changes, changesOf, writeAudit } from '#platform/history/audit.ts';
import type { Caller } from '#platform/http/caller.ts';
import { refuse, refuseField } from '#platform/http/refusal.ts';
import { type Actor, recordFirstState } from '#platform/state/transition.ts';
import type { ApprovalHandler, ApprovalSubject } from './approvals-actions.ts';
import { refusalOf } from './approvals-decide.ts';
import { makerOf, requestApproval } from './approvals-service.ts';
import { fieldParts, type SnapshotPart } from './approvals-snapshot.ts';

/** Entities of the platform whose changes take effect once a second person has approved them. */
export interface ReviewedChange<E extends { state: string }> {
  /** BANK_CHANGE, and so on; a migration makes its built-in policy. */
  action: string;
  /** The entity in a word. */
  label: string;
  machine: StateMachine<E['state']>;
  /** What a checker reads, before and after. */
  fields: Fields;
  /** An entity as it stands or shall stand, without ids that only its row has. */
  shape: z.ZodMiniType<E>;
  /** The choices of fields whose options are in the database, by their keys. */
  options(tx: Tx): Promise<Readonly<Record<string, readonly FieldOption[]>>>;
  /** The entity as it stands, locked; null where there is none. */
  read(tx: Tx, id: string): Promise<E | null>;
  /** Writes all but the state of one that stands. What it refuses by name is told to the maker. */
  write(tx: Tx, id: string, after: E, isNew: boolean): Promise<void>;
  /** Changes the state of one that stands. */
  transition(tx: Tx, made: StateChange<E['state']>): Promise<unknown>;
}

interface StateChange<S extends string> {
  id: string;
  to: S;
  actor: Actor;
  reason: string | null;
  at: Date;
}

function payloadOf<E extends { state: string }>({ shape }: ReviewedChange<E>, payload: unknown) {
  const reason = z.nullable(z.string());
  return z.object({ before: z.nullable(shape), after: shape, reason }).parse(payload);
}

function reviewedFields<E extends { state: string }>(change: ReviewedChange<E>) {
  const options = change.machine.states.map((value) => {
    return { value, label: `${value.slice(0, 1)}${value.slice(1).toLowerCase()}` };
  });
  const [section, schema] = ['State', z.unknown()];
  return Object.entries<Field>({
    ...change.fields,
    state: { label: 'State', kind: 'select', schema, options, section },
    reason: { label: 'Reason for the change', kind: 'textarea', schema, section },
  });
}

async function partsOf<E extends { state: string }>(
  ctx: AppContext,
  tx: Tx,
  change: ReviewedChange<E>,
  values: object,
): Promise<SnapshotPart[]> {
  const fields = reviewedFields(change);
  const given = new Map<string, unknown>(Object.entries(values));
  const files = new Map<string, KeptFile>();
  for (const [key, { kind }] of fields) {
    const id = given.get(key);
    const file = kind === 'file' && typeof id === 'string' ? await ctx.files.find(tx, id) : null;
    if (file) files.set(file.id, file);
  }
  return fieldParts(fields, values, { options: await change.options(tx), files });
}

/** What differs for the history, without the state: that is a transition. */
function differenceOf<E extends { state: string }>(before: E | null, after: E): Changes {
  const changes = changesOf(before ?? after, after);
  delete changes['state'];
  return changes;
}

/** Makes an approved change, and writes it into the history of the entity. */
async function makeChange<E extends { state: string }>(
  ctx: AppContext,
  tx: Tx,
  change: ReviewedChange<E>,
  { entityId: id, payload, requestId, actor, now: at, organizationId }: ApprovalSubject,
): Promise<void> {
  const { machine, action } = change;
  const { before, after, reason } = payloadOf(change, payload);
  if (!isDeepStrictEqual(await change.read(tx, id), before)) throw refuse('ENTITY_CHANGED');
  const to = after.state;
  if (before && before.state !== to) {
    await change.transition(tx, { id, to, actor, reason, at });
    return;
  }
  await change.write(tx, id, after, !before);
  if (!before) return recordFirstState(tx, machine, { organizationId: null, id, to, actor, at });
  const { kind: domain, id: userId, name: firstName } = actor;
  if (domain === 'SYSTEM' || userId === null) throw new Error('A person decides on a change');
  await writeAudit(tx, ctx.ids, {
    at,
    requestId,
    caller: { domain, userId, firstName, lastName: '', organizationId },
    action,
    note: { entity: machine.entity, entityId: id, changes: differenceOf(before, after) },
  });
}

/** The handler of a reviewed change, for the manifest of its feature. */
export function changeHandler<E extends { state: string }>(
  ctx: AppContext,
  change: ReviewedChange<E>,
): ApprovalHandler {
  return {
    action: change.action,
    words: {
      label: change.label,
      marked: 'Asked to be changed',
      approval: 'With the last approval that is needed, the change is made at once.',
      rejection: 'Everything stays as it is.',
      comment: 'Your colleagues read this.',
    },
    shows: 'CHANGES',
    correctable: true,
    rejections: { CHANGE_NOT_ACCEPTED: 'The change was not accepted.' },
    expired: 'The change was not decided on in time.',
    snapshot: (tx, _entityId, payload) => {
      const { after, reason } = payloadOf(change, payload);
      return partsOf(ctx, tx, change, { ...after, reason });
    },
    execute: (tx, subject) => makeChange(ctx, tx, change, subject),
    // The maker is a colleague of the checker and reads the request itself.
    onNotExecuted: () => Promise.resolve(),
  };
}

async function refuseUnmakeable<E extends { state: string }>(
  tx: Tx,
  change: ReviewedChange<E>,
  { entityId, before, after }: { entityId: string; before: E | null; after: E },
): Promise<void> {
  const values = new Map<string, unknown>(Object.entries(after));
  for (const [field, options] of Object.entries(await change.options(tx))) {
    const value = values.get(field);
    if (value === null || options.some((option) => option.value === value)) continue;
    throw refuseField(field, 'Choose one from the list');
  }
  // It is tried and undone: what would be refused later is refused now.
  const undone = refuse('NOTHING_CHANGED');
  const refusal = await refusalOf(tx, async () => {
    await change.write(tx, entityId, after, !before);
    throw undone;
  });
  if (refusal !== undone) throw refusal ?? undone;
}

/**
 * Asks for the approval of a change; `before` is null for a new entity. Refuses what the change
 * would be refused with, NOTHING_CHANGED, and REQUEST_PENDING where another change of it waits.
 */
export async function requestChange<E extends { state: string }>(
  ctx: AppContext,
  { tx, caller, audit }: { tx: Tx; caller: Caller; audit: (note: AuditNote) => void },
  change: ReviewedChange<E>,
  given: { entityId: string; title: string; before: E | null; after: E; reason: string | null },
): Promise<{ requestId: string }> {
  const { entityId, title, before, after, reason } = given;
  const { action, machine } = change;
  if (isDeepStrictEqual(before, after)) throw refuse('NOTHING_CHANGED');
  await refuseUnmakeable(tx, change, given);
  const requestId = await requestApproval(ctx, tx, {
    action,
    entityId,
    ...makerOf(caller),
    title,
    parts: await partsOf(ctx, tx, change, { ...after, reason }),
    ...(before && { replaces: await partsOf(ctx, tx, change, before) }),
    payload: given,
  });
  const changes = differenceOf(before, after);
  audit({ entity: machine.entity, entityId, reason, changes });
  return { requestId };
}
