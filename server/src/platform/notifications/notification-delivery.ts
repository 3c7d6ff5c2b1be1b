import { sql, type SqlBool } from 'kysely';
import type { Clock } from '#platform/clock-and-ids.ts';
import type { Database } from '#platform/database/database.ts';
import type { Keys } from '#platform/security/keys.ts';
import { isEncryptedWithOldKey, reencryptRows } from '#platform/security/re-encryption.ts';
import { type BudgetContext, holdBeyond } from './notification-budgets.ts';
import type { MessageChannel, Transports } from './notification-transports.ts';

export interface BulkRequestContext extends BudgetContext {
  db: Database;
  transports: Transports;
  clock: Clock;
  keys: Keys;
}

/** The scope in which the text of a queued message is encrypted: it may hold a code or a link. */
export const MESSAGE = { tenant: null, purpose: 'message' };

/** See `reencrypt` of a feature; of messages that have not been sent. */
export const REENCRYPT_MESSAGES = reencryptRows({
  table: 'messages',
  key: ['id'],
  isOld: (prefix) => sql<boolean>`state = 'QUEUED' and ${isEncryptedWithOldKey('body')(prefix)}`,
  set: (keys, { body }) => ({ body: body && keys.encrypt(MESSAGE, keys.decrypt(MESSAGE, body)) }),
});

const MINUTE_MS = 60_000;

/**
 * Pauses after failed attempts: short at first, since a code is valid for minutes only, and almost a day in
 * all. If the attempt after the last pause fails too, the message gets the state FAILED.
 */
const PAUSES_MS = [5000, ...[1, 5, 30, 120, 360, 900].map((minutes) => minutes * MINUTE_MS)];

/** Messages of a channel that a server sends at the same time: a code waits for one batch at most. */
const BATCH_SIZE = 5;

/** After this time an attempt counts as lost with its server. Longer than the timeouts of the transports. */
export const ATTEMPT_MS = 5 * MINUTE_MS;

/**
 * Takes the next messages of a channel: first those that expire, then by due time. Other servers can take
 * them only after {@link ATTEMPT_MS}. What is beyond the budget of the day is held.
 */
function takeDue(context: BulkRequestContext, channel: MessageChannel, now: Date) {
  return context.db.asPlatform('take messages to send', async (tx) => {
    const taken = await tx
      .updateTable('messages')
      .set((eb) => ({
        attempts: eb('attempts', '+', 1),
        due_at: new Date(now.getTime() + ATTEMPT_MS),
      }))
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('messages')
          .select('id')
          .where('state', '=', 'QUEUED')
          .where('channel', '=', channel)
          .where('due_at', '<=', now)
          .orderBy(sql<SqlBool>`expires_at is null`)
          .orderBy('due_at')
          .limit(BATCH_SIZE)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'channel', 'recipient', 'subject', 'body', 'attempts', 'expires_at'])
      .returning('organization_id')
      .execute();
    const first = taken.filter(({ attempts }) => attempts === 1);
    const held = await holdBeyond(context, tx, first, { channel, now });
    return { count: taken.length, messages: taken.filter(({ id }) => !held.has(id)) };
  });
}

type Taken = Awaited<ReturnType<typeof takeDue>>['messages'][number];

/** What may be logged of a transport's error: its text and stack repeat the server's, with addresses. */
function describeRefusal(error: unknown): object {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = 'code' in error ? String(error.code) : undefined;
  const status = 'responseCode' in error ? Number(error.responseCode) : undefined;
  return { error: error.name, code, status };
}

/** Sends one message. Its text is erased once it is sent or has failed: it may contain a code. */
async function sendOne(context: BulkRequestContext, message: Taken): Promise<void> {
  const { db, transports, clock, keys, log } = context;
  const { id, channel, recipient: to, subject, body, attempts, expires_at: expiresAt } = message;
  const record = (
    set: { state: 'SENT' | 'FAILED'; body: null; sent_at?: Date } | { due_at: Date },
  ) =>
    db.asPlatform('record the result of a message', (tx) =>
      tx
        .updateTable('messages')
        .set(set)
        .where('id', '=', id)
        .where('state', '=', 'QUEUED')
        .execute(),
    );
  const isOver = (at: Date) => expiresAt !== null && expiresAt <= at;
  if (isOver(clock.now())) return void (await record({ state: 'FAILED', body: null }));
  try {
    await transports.send({ channel, to, subject, text: keys.decrypt(MESSAGE, body ?? '') });
  } catch (error) {
    log.error(
      { message: id, channel, attempts, ...describeRefusal(error) },
      'a message was not sent',
    );
    const pause = PAUSES_MS[attempts - 1];
    const next = pause === undefined ? null : new Date(clock.now().getTime() + pause);
    const ends = next === null || isOver(next);
    return void (await record(ends ? { state: 'FAILED', body: null } : { due_at: next }));
  }
  await record({ state: 'SENT', body: null, sent_at: clock.now() });
}

/** Sends the due messages of a channel in batches, until none is left or the server stops. */
export async function sendDue(
  context: BulkRequestContext,
  channel: MessageChannel,
  stopping: AbortSignal,
): Promise<void> {
  // Messages of the readable outbox are stored as SENT, so none is due.
  if (context.transports.readable) return;
  for (let taken = BATCH_SIZE; taken === BATCH_SIZE && !stopping.aborted;) {
    const { count, messages } = await takeDue(context, channel, context.clock.now());
    const results = await Promise.allSettled(messages.map((message) => sendOne(context, message)));
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    taken = count;
  }
}
