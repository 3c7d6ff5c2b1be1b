import { addDays, isoDay } from '@tegeka/contract/kit/day.ts';
import { sql } from 'kysely';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import type { DomainEvents } from '#platform/events/domain-events.ts';
import type { Log } from '#platform/log.ts';
import { PLATFORM_OWNER } from '#platform/state/transition.ts';

/** Messages of a channel on one day in Kampala: of one business, and of all together. */
interface Budget {
  business: number;
  platform: number;
}

export interface BudgetContext {
  budgets: Readonly<Record<'email' | 'sms', Budget>>;
  domainEvents: Pick<DomainEvents, 'record'>;
  log: Log;
}

/** The event of a budget that is nearly or wholly used; its payload is {@link BudgetUse}. */
export const BUDGET_EVENT = 'messages.budget-used';

/** How much of a budget is used. The business is the organization of the event; null for all together. */
export interface BudgetUse {
  channel: string;
  day: string;
  budget: number;
  /** True where messages are held from now on. */
  isUsedUp: boolean;
}

/** Of a budget, as a warning. */
const WARN_AT = 0.8;

/** A message at its first attempt. */
interface Counted {
  id: string;
  organization_id: string | null;
  expires_at: Date | null;
}

/** When a message that was held is sent: at eight in the morning in Kampala, which is no hour for SMS before. */
const nextMorning = (now: Date) => new Date(`${addDays(isoDay(now), 1)}T08:00:00+03:00`);

/** Codes, links that expire and messages of the platform itself are sent all the same. */
const mayWait = ({ organization_id: owner, expires_at: expiresAt }: Counted) =>
  owner !== null && expiresAt === null;

async function countMessages(
  { domainEvents, log }: BudgetContext,
  tx: PlatformTx,
  messages: readonly Counted[],
  use: { owner: string | null; day: string; channel: string; budget: number },
): Promise<string[]> {
  const { owner, day, channel, budget } = use;
  const { rows } = await sql<{ count: number }>`
    insert into message_counts as c (organization_id, day, channel, count)
    values (${owner ?? PLATFORM_OWNER}, ${day}::date, ${channel}, ${messages.length})
    on conflict (organization_id, day, channel) do update set count = c.count + excluded.count
    returning count`.execute(tx);
  const after = rows[0]?.count ?? 0;
  const before = after - messages.length;
  const passes = (line: number) => before < line && after >= line;
  for (const [line, isUsedUp] of [
    [Math.ceil(budget * WARN_AT), false],
    [budget + 1, true],
  ] as const) {
    if (!passes(line)) continue;
    log.warn({ channel, organization: owner, budget, isUsedUp }, 'a budget of messages is used');
    const payload: BudgetUse = { channel, day, budget, isUsedUp };
    await domainEvents.record(tx, {
      kind: BUDGET_EVENT,
      organizationId: owner,
      payload: { ...payload },
    });
  }
  return messages.flatMap((one, n) => (before + n >= budget && mayWait(one) ? [one.id] : []));
}

/**
 * Counts messages of a channel at their first attempt, and holds those beyond a budget until the next morning.
 * Returns the ids of the held ones. The count of all is locked last and for a moment only.
 */
export async function holdBeyond(
  context: BudgetContext,
  tx: PlatformTx,
  messages: readonly Counted[],
  { channel, now }: { channel: 'email' | 'sms'; now: Date },
): Promise<ReadonlySet<string>> {
  const day = isoDay(now);
  const { business, platform } = context.budgets[channel];
  const owners = [...new Set(messages.flatMap((one) => one.organization_id ?? []))].toSorted(
    (a, b) => a.localeCompare(b),
  );
  const held = new Set<string>();
  for (const owner of owners) {
    const own = messages.filter((one) => one.organization_id === owner);
    const use = { owner, day, channel, budget: business };
    for (const id of await countMessages(context, tx, own, use)) held.add(id);
  }
  const others = messages.filter(({ id }) => !held.has(id));
  const use = { owner: null, day, channel, budget: platform };
  if (others.length > 0)
    for (const id of await countMessages(context, tx, others, use)) held.add(id);
  if (held.size > 0)
    await tx
      .updateTable('messages')
      .set({ due_at: nextMorning(now), held_at: now, attempts: 0 })
      .where('id', 'in', [...held])
      .execute();
  return held;
}

/**
 * Seconds until a business can have messages sent again, where the budget of its day is used up by what was sent
 * and what waits; 0 where it is not.
 */
export async function readBudgetPause(
  { budgets }: Pick<BudgetContext, 'budgets'>,
  tx: Tx,
  organizationId: string,
  { channel, now }: { channel: 'email' | 'sms'; now: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce((select count from message_counts where organization_id = ${organizationId}
      and day = ${isoDay(now)}::date and channel = ${channel}), 0)
      + (select count(*) from messages where organization_id = ${organizationId}
        and channel = ${channel} and state = 'QUEUED' and attempts = 0)::integer as count`.execute(
    tx,
  );
  if ((rows[0]?.count ?? 0) < budgets[channel].business) return 0;
  return Math.ceil((nextMorning(now).getTime() - now.getTime()) / 1000);
}
