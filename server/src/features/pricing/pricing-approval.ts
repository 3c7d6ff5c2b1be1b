import {
  PRICE_PLAN_FIELDS,
  type PricePlanInput,
  pricePlanInputShape,
} from '@tegeka/contract/price-plans.ts';
import { isoDay, showDay } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import type { ApprovalHandler } from '#features/approvals/approvals-actions.ts';
import { requestApproval, type RequestMaker } from '#features/approvals/approvals-service.ts';
import { type SnapshotPart, textParts } from '#features/approvals/approvals-snapshot.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import { findMerchant } from '#features/merchants/merchants-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { tryOut } from '#platform/http/refusal.ts';
import { makePlan } from './pricing-plans.ts';

const ACTION = 'PRICE_PLAN';

/** Whom a plan is for, with the id; null for all merchants. */
async function merchantOf(tx: Tx, { merchantId }: PricePlanInput) {
  const merchant = merchantId === null ? null : await findMerchant(tx, merchantId);
  return merchant && { name: merchant.submission.businessName, id: merchant.id };
}

async function partsOf(tx: Tx, plan: PricePlanInput): Promise<SnapshotPart[]> {
  const label = (field: keyof PricePlanInput) => PRICE_PLAN_FIELDS[field].label;
  const { startsOn, basisPoints, fixed, minimum, maximum, givesBack } = plan;
  return textParts('Price plan', [
    ['startsOn', label('startsOn'), { name: showDay(startsOn), id: startsOn }],
    ['merchantId', label('merchantId'), (await merchantOf(tx, plan)) ?? 'All without a plan'],
    ['basisPoints', label('basisPoints'), `${basisPoints / 100} %`],
    ['fixed', label('fixed'), showMoney(fixed)],
    ['minimum', label('minimum'), showMoney(minimum)],
    ['maximum', label('maximum'), maximum === null ? 'No limit' : showMoney(maximum)],
    ['givesBack', label('givesBack'), givesBack ? 'Yes' : 'No'],
  ]);
}

/** Asks a second operator to make a plan. Returns the request's id. Refuses what {@link makePlan} refuses. */
export async function requestPlan(
  ctx: AppContext,
  tx: Tx,
  plan: PricePlanInput,
  maker: RequestMaker,
): Promise<string> {
  const at = ctx.clock.now();
  const id = ctx.ids.uuid(at);
  const today = isoDay(await businessTime(tx, at));
  await tryOut(tx, () => makePlan(tx, { id, input: plan }, { today, at }));
  const name = (await merchantOf(tx, plan))?.name ?? 'All merchants';
  return requestApproval(ctx, tx, {
    action: ACTION,
    entityId: id,
    ...maker,
    title: `${name}, from ${showDay(plan.startsOn)}`,
    parts: await partsOf(tx, plan),
    payload: plan,
  });
}

/** What the second operator's approval does: the plan is made. */
export function planHandler(): ApprovalHandler {
  return {
    action: ACTION,
    texts: {
      label: 'Price plan',
      subject: (title) => `the price plan: ${title}`,
      approval: 'Debits that are made from its day on are charged by it. It cannot be changed.',
      rejection: 'Prices stay as they are.',
      comment: 'Your colleagues read this.',
    },
    rejections: { NOT_AGREED: 'The prices are not agreed on.', OTHER: 'See the comment.' },
    snapshot: (tx, _id, payload) => partsOf(tx, pricePlanInputShape.parse(payload)),
    execute: (tx, { entityId: id, payload, at, now }) => {
      const input = pricePlanInputShape.parse(payload);
      return makePlan(tx, { id, input }, { today: isoDay(at), at: now });
    },
  };
}
