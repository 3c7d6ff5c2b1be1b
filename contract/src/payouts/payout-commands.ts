import * as z from 'zod/mini';
import { endpoint, signedIn } from '../kit/endpoint.ts';
import { fields, objectOf, optionsOf } from '../kit/fields.ts';
import { amountShape } from '../kit/money.ts';
import { payoutShape, PAYOUTS_PATH } from './payouts.ts';

const reader = signedIn(['MERCHANT'], 'billing.read');
const writer = signedIn(['MERCHANT'], 'billing.write');
const MERCHANT = '/api/v1/merchants/{merchantId}';
const money = z.int();
const moment = z.iso.datetime();

export const PAYOUT_FIELDS = fields({
  amount: {
    label: 'Amount',
    kind: 'money',
    schema: z.nullable(amountShape),
    optional: true,
    hint: 'Everything that is available, unless you enter less',
  },
});

/** Refuses INPUT_INVALID at `amount`: more than is available, less than the minimum, or held. */
export const createPayout = endpoint({
  name: 'createPayout',
  summary: 'Pay out now: an amount, or everything that is available.',
  method: 'POST',
  path: PAYOUTS_PATH,
  admission: writer,
  active: true,
  limit: { max: 100, per: 'organization', windowSeconds: 3600 },
  takes: z.object({ amount: z._default(z.nullable(amountShape), null) }),
  answers: payoutShape,
  status: 201,
});

/** DAILY and WEEKLY: on business days, at 10:30 in Kampala. */
export const PAYOUT_SCHEDULES = ['DAILY', 'WEEKLY', 'MANUAL'] as const;

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const;

export const PAYOUT_SETTING_FIELDS = fields({
  schedule: {
    label: 'When',
    kind: 'select',
    schema: z.enum(PAYOUT_SCHEDULES),
    options: [
      { value: 'DAILY', label: 'Every business day' },
      { value: 'WEEKLY', label: 'Every week' },
      { value: 'MANUAL', label: 'Manual' },
    ],
  },
  weekday: {
    label: 'Day of the week',
    kind: 'select',
    schema: z.enum(WEEKDAYS),
    options: optionsOf(WEEKDAYS),
    hint: 'For payouts every week. If banks are closed, on the next business day',
  },
  minimum: {
    label: 'Least amount',
    kind: 'money',
    schema: amountShape,
    hint: 'Less than this stays in your balance',
  },
});

const settingShape = objectOf(PAYOUT_SETTING_FIELDS);
export type PayoutSettings = z.infer<typeof settingsShape>;
const settingsShape = z.extend(settingShape, { version: z.int32().check(z.minimum(1)) });

const SETTINGS = `${MERCHANT}/payout-settings` as const;

export const getPayoutSettings = endpoint({
  name: 'getPayoutSettings',
  summary: 'Read when a merchant is paid out, and from which amount.',
  path: SETTINGS,
  admission: reader,
  answers: settingsShape,
});

export const updatePayoutSettings = endpoint({
  name: 'updatePayoutSettings',
  summary: 'Change when a merchant is paid out, and from which amount.',
  method: 'PUT',
  path: SETTINGS,
  admission: writer,
  active: true,
  takes: settingsShape,
  answers: settingsShape,
  errors: ['PAYOUT_SETTINGS_CHANGED'],
});

export const balanceShape = z.object({
  /** What the merchant is owed; negative where it owes. Whole shillings. */
  balance: money,
  /** Of it: what was settled so recently that it can still come back. */
  held: money,
  available: money,
  /** Payouts on their way. */
  inTransit: money,
  holdDays: z.int(),
  /** Nothing is paid out before, since the account was changed; null where it was not. */
  heldUntil: z.nullable(moment),
  /** Null where payouts are requested. */
  nextPayoutAt: z.nullable(moment),
  bankName: z.string(),
  accountLastFour: z.string(),
  /** How the merchant repays what it owes: a transfer to this account that names the reference. */
  repayment: z.object({ reference: z.string(), account: z.string(), bic: z.string() }),
});
export type Balance = z.infer<typeof balanceShape>;

export const getBalance = endpoint({
  name: 'getBalance',
  summary: 'Read what a merchant is owed, and how much of it can be paid out.',
  path: `${MERCHANT}/balance`,
  admission: reader,
  answers: balanceShape,
});
