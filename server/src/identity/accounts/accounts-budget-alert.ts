import { showDay } from '@tegeka/contract/kit/day.ts';
import * as z from 'zod/mini';
import type { AppContext } from '#platform/app-context.ts';
import type { DomainEvent } from '#platform/events/domain-events.ts';
import { IDENTITY_MESSAGES } from '../identity-messages.ts';

const useShape = z.object({
  channel: z.enum(['email', 'sms']),
  day: z.string(),
  budget: z.int(),
  isUsedUp: z.boolean(),
});

/** Tells operators by email that a budget of messages is nearly or wholly used. */
export async function alertOperators(
  { db, notifications }: Pick<AppContext, 'db' | 'notifications'>,
  { organizationId, payload }: DomainEvent,
): Promise<void> {
  const { channel, day, budget, isUsedUp } = useShape.parse(payload);
  await db.asPlatform('operators are told of the budget of messages', async (tx) => {
    const business =
      organizationId === null
        ? null
        : await tx
            .selectFrom('organizations')
            .select('name')
            .where('id', '=', organizationId)
            .executeTakeFirst();
    const operators = await tx
      .selectFrom('accounts')
      .select('email')
      .where('domain', '=', 'OPERATOR')
      .where('state', '=', 'ENABLED')
      .orderBy('email')
      .execute();
    const message = IDENTITY_MESSAGES['message-budget']({
      whose: business ? business.name : 'all businesses together',
      channel,
      day: showDay(day),
      budget,
      isUsedUp,
    });
    await notifications.sendAll(
      tx,
      operators.map(({ email: to }) => ({ channel: 'email', to, message })),
    );
  });
}
