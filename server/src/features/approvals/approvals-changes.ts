import { isDeepStrictEqual } from 'node:util';
import { showDay } from '@tegeka/contract/kit/day.ts';
import {
  type Field,
  type FieldOption,
  type Fields,
  objectOf,
} from '@tegeka/contract/kit/fields.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import { actorOf } from '#platform/state/transition.ts';
import * as z from 'zod/mini';
import type { ApprovalHandler, ApprovalSubject, ApprovalWords } from './approvals-actions.ts';
import { policyInForce } from './approvals-policies.ts';
import type { SnapshotPart } from './approvals-snapshot.ts';
import { requestApproval } from './approvals-service.ts';

/** The values of a catalogue's fields. */
export type ValuesOf<F extends Fields> = z.infer<ReturnType<typeof objectOf<F>>>;

type Maker = Pick<
  Caller,
  'domain' | 'userId' | 'organizationId' | 'firstName' | 'lastName' | 'email'
>;

/** A kind of change that takes effect once a second person has approved the difference. */
export interface ReviewedChange<F extends Fields> {
  /** BANK_CHANGE, and so on; a migration makes its built-in policy. */
  action: string;
  words: Pick<ApprovalWords, 'label'> & Partial<ApprovalWords>;
  /** What a checker reads, before and after. Their schemas take what they themselves have given. */
  fields: F;
  /** The choices of fields whose options are in the database, by their keys. */
  options?(tx: Tx): Promise<Readonly<Record<string, readonly FieldOption[]>>>;
  /** The entity as it stands; null where the change creates it. */
  read(tx: Tx, entityId: string): Promise<ValuesOf<F> | null>;
  /** Makes the change. A refusal by name becomes EXECUTION_FAILED with its words. */
  execute(tx: Tx, entityId: string, after: ValuesOf<F>, subject: ApprovalSubject): Promise<void>;
}

const WORDS = {
  marked: 'Asked to be changed',
  approval: 'With the last approval that is needed, the change is made at once.',
  rejection: 'Everything stays as it is.',
  comment: 'Your colleagues read this.',
};

const REJECTIONS = { CHANGE_NOT_ACCEPTED: 'The change was not accepted.' };

/** What the request holds: the entity as it stood, and as it shall stand. */
function payloadOf<F extends Fields>(change: ReviewedChange<F>, payload: unknown) {
  const values = objectOf(change.fields);
  return z.object({ before: z.nullable(values), after: values }).parse(payload);
}

/** A value as people read it. */
function wordOf({ kind, options = [] }: Field, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (kind === 'checkbox') return value === true ? 'Yes' : 'No';
  if (typeof value !== 'string') return JSON.stringify(value);
  if (kind === 'date') return showDay(value);
  return options.find((option) => option.value === value)?.label ?? value;
}

/** Values as a checker reads them, in the order of the catalogue. */
async function partsOf<F extends Fields>(
  { files }: AppContext,
  tx: Tx,
  change: ReviewedChange<F>,
  values: Readonly<Record<string, unknown>>,
): Promise<SnapshotPart[]> {
  const parts: SnapshotPart[] = [];
  const loaded = (await change.options?.(tx)) ?? {};
  for (const [key, field] of Object.entries<Field>(change.fields)) {
    const options = field.options ?? loaded[key];
    const value = values[key];
    const word = wordOf(options ? { ...field, options } : field, value);
    const file = field.kind === 'file' && word !== '' ? await files.find(tx, word) : null;
    parts.push({
      key,
      section: field.section ?? '',
      label: field.label,
      kind: file ? 'file' : 'text',
      value: file?.name ?? word,
      // A choice is what was chosen, however it is called by now.
      mark: typeof value === 'string' ? value : word,
      fileId: file?.id ?? null,
      mediaType: file?.mediaType ?? null,
    });
  }
  return parts;
}

/** The handler of a reviewed change, for the manifest of its feature. */
export function changeHandler<F extends Fields>(
  ctx: AppContext,
  change: ReviewedChange<F>,
): ApprovalHandler {
  return {
    action: change.action,
    words: { ...WORDS, ...change.words },
    shows: 'CHANGES',
    rejections: REJECTIONS,
    snapshot: (tx, _entityId, payload) =>
      partsOf(ctx, tx, change, payloadOf(change, payload).after),
    execute: async (tx, subject) => {
      const { before, after } = payloadOf(change, subject.payload);
      const standing = await change.read(tx, subject.entityId);
      if (!isDeepStrictEqual(standing, before)) throw refuse('ENTITY_CHANGED');
      await change.execute(tx, subject.entityId, after, subject);
    },
    // The maker is a colleague of the checker and reads the request itself.
    turnedDown: () => Promise.resolve(),
  };
}

/**
 * Asks for the approval of a change and gives the request's id. Refuses NOTHING_CHANGED, and
 * REQUEST_PENDING where another change of the same entity waits.
 */
export async function requestChange<F extends Fields>(
  ctx: AppContext,
  tx: Tx,
  change: ReviewedChange<F>,
  given: { entityId: string; title: string; after: ValuesOf<F>; caller: Maker },
): Promise<string> {
  const { entityId, title, after, caller } = given;
  const before = await change.read(tx, entityId);
  if (isDeepStrictEqual(before, after)) throw refuse('NOTHING_CHANGED');
  const policy = await policyInForce(tx, change.action, null);
  if (!policy) throw new Error(`${change.action} has no policy`);
  return requestApproval(ctx, tx, {
    action: change.action,
    entityId,
    organizationId: caller.organizationId,
    title,
    maker: { ...actorOf(caller), id: caller.userId, email: caller.email },
    policy,
    parts: await partsOf(ctx, tx, change, after),
    ...(before && { replaces: await partsOf(ctx, tx, change, before) }),
    payload: { before, after },
  });
}

/** The request that waits for a decision about a change of an entity, by its id; null where none does. */
export async function pendingChange<F extends Fields>(
  tx: Tx,
  { action }: ReviewedChange<F>,
  entityId: string,
): Promise<string | null> {
  const row = await tx
    .selectFrom('approval_requests')
    .select('id')
    .where('action', '=', action)
    .where('entity_id', '=', entityId)
    .where('state', '=', 'PENDING')
    .executeTakeFirst();
  return row?.id ?? null;
}
