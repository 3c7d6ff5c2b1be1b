import { sql, type SqlBool } from 'kysely';
import type { Clock, Ids } from '#platform/clock-and-ids.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Message } from '#platform/message-templates.ts';
import type { Transports } from './notification-transports.ts';

/** A message and whom it goes to. */
export interface Notification {
  channel: 'email' | 'sms';
  /** An email address, or a phone number: +256 and nine digits. */
  to: string;
  message: Message;
}

/** A message as the readable outbox shows it. */
export interface OutboxMessage {
  to: string;
  channel: string;
  subject: string | null;
  text: string;
  sentAt: string;
}

/**
 * Messages to people (transactional outbox): written in the caller's transaction, sent by a job
 * with retries.
 */
export interface Notifications {
  send(tx: Tx, notification: Notification): Promise<void>;
  /** Sends many in one statement; gives their ids, in their order, and those that are sent already. */
  sendAll(tx: Tx, notifications: readonly Notification[]): Promise<{ id: string; sent: boolean }[]>;
  /** Hands waiting messages to the sending job. */
  dispatch(): Promise<void>;
  /** The newest messages, for the demo's outbox page. Empty with a real transport. */
  outbox(to: string | null, limit: number): Promise<OutboxMessage[]>;
}

/** Whether the gateway has taken the message that a column names. */
export const isSent = (column: string) =>
  sql<SqlBool>`exists (select from messages m
    where m.id = ${sql.ref(column)} and m.state = 'SENT')`;

const QUEUE = 'notifications';
const BATCH = 200;
/** After so many failed attempts a message gets the state FAILED. */
const MAX_ATTEMPTS = 8;

/** Opens the notifications over their transports. */
export async function openNotifications(
  db: Database,
  jobs: Jobs,
  transports: Transports,
  clock: Clock,
  ids: Ids,
): Promise<Notifications> {
  await jobs.work<{ id: string }>(QUEUE, ({ id }) => deliver(db, transports, clock, id));
  const sendAll: Notifications['sendAll'] = async (tx, notifications) => {
    const now = clock.now();
    const instant = transports.readable;
    const rows = notifications.map(({ channel, to, message: { template, subject, text } }) => ({
      id: ids.uuid(now),
      channel,
      recipient: to,
      template,
      body: text,
      subject: channel === 'email' ? subject : null,
    }));
    await sql`
      insert into messages (id, channel, recipient, template, body, subject, created_at, state, sent_at)
      select id, channel, recipient, template, body, subject, ${now},
        ${instant ? 'SENT' : 'QUEUED'}, ${instant ? now : null}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows(id uuid, channel text,
        recipient text, template text, body text, subject text)`.execute(tx);
    return rows.map(({ id }) => ({ id, sent: instant }));
  };
  return {
    sendAll,
    send: async (tx, notification) => {
      await sendAll(tx, [notification]);
    },
    dispatch: () =>
      db.asPlatform('dispatch messages', async (tx) => {
        const waiting = await tx
          .selectFrom('messages')
          .select(['id', 'attempts'])
          .where('state', '=', 'QUEUED')
          .orderBy('created_at')
          .limit(BATCH)
          .execute();
        for (const { id } of waiting) await jobs.send(QUEUE, { id }, id);
      }),
    outbox: (to, limit) => (transports.readable ? readOutbox(db, to, limit) : Promise.resolve([])),
  };
}

function readOutbox(db: Database, to: string | null, limit: number): Promise<OutboxMessage[]> {
  return db.asPlatform('show the outbox', async (tx) => {
    const rows = await tx
      .selectFrom('messages')
      .select(['recipient', 'channel', 'subject', 'body', 'sent_at'])
      .where('sent_at', 'is not', null)
      .$if(to !== null, (query) => query.where('recipient', '=', to ?? ''))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ recipient, channel, subject, body, sent_at: sentAt }) => ({
      to: recipient,
      channel,
      subject,
      text: body ?? '',
      sentAt: sentAt?.toISOString() ?? '',
    }));
  });
}

/** Sends one message. Its text is erased once it is sent or has failed: it may contain a code. */
async function deliver(db: Database, transports: Transports, clock: Clock, id: string) {
  const message = await db.asPlatform('send a message', (tx) =>
    tx
      .updateTable('messages')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('id', '=', id)
      .where('state', '=', 'QUEUED')
      .returning(['channel', 'recipient', 'subject', 'body', 'attempts'])
      .executeTakeFirst(),
  );
  if (!message) return;
  const { channel, recipient: to, subject, body, attempts } = message;
  const setState = (state: 'SENT' | 'FAILED') =>
    db.asPlatform('record the result of a message', (tx) =>
      tx
        .updateTable('messages')
        .set({ state, body: null, sent_at: state === 'SENT' ? clock.now() : null })
        .where('id', '=', id)
        .execute(),
    );
  try {
    await transports.send({ channel, to, subject, text: body ?? '' });
  } catch (error) {
    if (attempts >= MAX_ATTEMPTS) await setState('FAILED');
    throw error;
  }
  await setState('SENT');
}
