import { DAY_MS, showMoment } from '@tegeka/contract/kit/day.ts';
import { readCalendar } from '#features/calendar/calendar-days.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { readPaidMerchants } from '#features/merchants/merchants-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DomainEvent } from '#platform/events/domain-events.ts';
import { feature } from '#platform/feature.ts';
import { originOf } from '#platform/http/origins.ts';
import { requestReleaseAgain, releaseHandler, resolutionHandler } from './payouts-approval.ts';
import { payoutsDue } from './payouts-due.ts';
import { payoutRoutes } from './payouts-routes.ts';
import { openSettings } from './payouts-settings-store.ts';
import { PAYOUT_MESSAGES } from './payouts-templates.ts';

/** Gives an approved business the default payout settings: it is then paid out by schedule. */
async function begin({ db, clock }: AppContext, { organizationId }: DomainEvent): Promise<void> {
  if (organizationId === null) return;
  await db.asPlatform('a new business is paid out by schedule', async (tx) => {
    const at = await businessTime(tx, clock.now());
    await openSettings(tx, await readCalendar(tx), organizationId, at);
  });
}

/** After a change of account large payouts need a new release; tells the representative that payouts wait. */
async function holdBack(ctx: AppContext, { organizationId: id }: DomainEvent): Promise<void> {
  if (id === null) return;
  await ctx.db.asPlatform('a business is paid on another account', async (tx) => {
    const merchant = (await readPaidMerchants(tx, [id])).get(id);
    if (!merchant?.changedAt) return;
    await requestReleaseAgain(ctx, tx, merchant);
    const until = new Date(merchant.changedAt.getTime() + DAY_MS);
    const message = PAYOUT_MESSAGES['payouts-held']({
      firstName: merchant.representative.firstName,
      businessName: merchant.businessName,
      until: showMoment(until.toISOString()),
      link: `${originOf(ctx.config.http, 'MERCHANT')}/dashboard/billing`,
    });
    const to = merchant.representative.email;
    await ctx.notifications.send(tx, { channel: 'email', to, message });
  });
}

/** Merchants are paid what they are owed. */
export const payoutsFeature = feature({
  name: 'payouts',
  routes: payoutRoutes,
  due: [payoutsDue],
  on: { 'merchant.approved': begin, 'merchant.account-changed': holdBack },
  messages: PAYOUT_MESSAGES,
  approvalHandlers: (ctx: AppContext) => [releaseHandler(ctx), resolutionHandler(ctx)],
});
