import { sql } from 'kysely';
import type { Ids } from '#platform/clock-and-ids.ts';
import type { Database, PlatformTx, Tx } from '#platform/database/database.ts';
import type { Message } from '#platform/message-templates.ts';
import { readBudgetPause } from './notification-budgets.ts';
import type { MessageChannel } from './notification-transports.ts';
import { ATTEMPT_MS, MESSAGE, sendDue, type BulkRequestContext } from './notification-delivery.ts';

/** A message and whom it goes to. */
export interface Notification {
  channel: MessageChannel;
  /** An email address, or a phone number: +256 and nine digits. */
  to: string;
  message: Message;
  /** The business that it is sent for. By default the organization of a tenant's transaction, else none. */
  organizationId?: string | undefined;
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
 * Messages to people (transactional outbox): written in the caller's transaction, sent afterwards in
 * polls, with retries.
 */
export interface Notifications {
  send(tx: Tx, notification: Notification): Promise<void>;
  /** Stores many in one statement. Returns their ids in order; `sent` is true with the readable outbox. */
  sendAll(tx: Tx, notifications: readonly Notification[]): Promise<{ id: string; sent: boolean }[]>;
  /**
   * Lets queued messages, by their ids, expire: no further attempt is made to send them. One that a transport
   * is sending at this moment can still become SENT; each of them becomes SENT or FAILED within minutes.
   */
  keepBack(tx: PlatformTx, ids: readonly string[]): Promise<void>;
  /** Seconds until a business can have messages sent again, where the budget of its day is used up; else 0. */
  budgetPause(tx: Tx, organizationId: string, channel: MessageChannel): Promise<number>;
  /** Sends what is due on a channel; called once a second for each. */
  sendDue(channel: MessageChannel, stopping: AbortSignal): Promise<void>;
  /** The newest messages, for the demo's outbox page. Empty with a real transport. */
  outbox(to: string | null, limit: number): Promise<OutboxMessage[]>;
}

/** The result of the message whose id is in a column: SENT or FAILED; null while it is to be sent. */
export const messageResult = (column: string) =>
  sql<'SENT' | 'FAILED' | null>`(select m.state from messages m
    where m.id = ${sql.ref(column)} and m.state <> 'QUEUED')`;

const MINUTE_MS = 60_000;

export function openNotifications(context: BulkRequestContext & { ids: Ids }): Notifications {
  const { db, transports, clock, ids, keys } = context;
  const sendAll: Notifications['sendAll'] = async (tx, notifications) => {
    const now = clock.now();
    const instant = transports.readable;
    const rows = notifications.map(({ channel, to, message, organizationId }) => ({
      id: ids.uuid(now),
      owner: organizationId,
      channel,
      recipient: to,
      template: message.template,
      // A message of the readable outbox is never queued.
      body: instant ? message.text : keys.encrypt(MESSAGE, message.text),
      subject: channel === 'email' ? message.subject : null,
      expires_at:
        message.validMinutes === undefined
          ? null
          : new Date(now.getTime() + message.validMinutes * MINUTE_MS),
    }));
    await sql`
      insert into messages (id, organization_id, channel, recipient, template, body, subject, expires_at, created_at,
        due_at, state, sent_at)
      select id, coalesce(owner, current_organization()), channel, recipient, template, body, subject, expires_at, ${now}, ${now},
        ${instant ? 'SENT' : 'QUEUED'}, ${instant ? now : null}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows(id uuid, owner uuid, channel text,
        recipient text, template text, body text, subject text, expires_at timestamptz)`.execute(
      tx,
    );
    return rows.map(({ id }) => ({ id, sent: instant }));
  };
  return {
    sendAll,
    send: async (tx, notification) => {
      await sendAll(tx, [notification]);
    },
    keepBack: async (tx, messageIds) => {
      const now = clock.now();
      await tx
        .updateTable('messages')
        .set((eb) => ({
          expires_at: now,
          // Not at once: it could be given up while an attempt succeeds.
          due_at: eb.fn('least', ['due_at', eb.val(new Date(now.getTime() + ATTEMPT_MS))]),
        }))
        .where('id', 'in', messageIds)
        .where('state', '=', 'QUEUED')
        .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
        .execute();
    },
    budgetPause: async (tx, organizationId, channel) =>
      // Nothing is sent from the readable outbox.
      transports.readable
        ? 0
        : readBudgetPause(context, tx, organizationId, { channel, now: clock.now() }),
    sendDue: (channel, stopping) => sendDue(context, channel, stopping),
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
