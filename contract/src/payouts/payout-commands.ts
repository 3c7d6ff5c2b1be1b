import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
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
  takes: z.object({
    amount: described(
      'Whole shillings; everything that is available by default.',
      z._default(z.nullable(amountShape), null),
    ),
  }),
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
    schema: described(
      '`DAILY` and `WEEKLY`: on business days, at 10:30 in Kampala. `MANUAL`: only by `createPayout`.',
      z.enum(PAYOUT_SCHEDULES),
    ),
    options: [
      { value: 'DAILY', label: 'Every business day' },
      { value: 'WEEKLY', label: 'Every week' },
      { value: 'MANUAL', label: 'Manual' },
    ],
  },
  weekday: {
    label: 'Day of the week',
    kind: 'select',
    schema: described('The day of payouts every week.', z.enum(WEEKDAYS)),
    options: optionsOf(WEEKDAYS),
    hint: 'For payouts every week. If banks are closed, on the next business day',
  },
  minimum: {
    label: 'Least amount',
    kind: 'money',
    schema: described(
      'The least amount of a payout, in whole shillings: less stays in the balance.',
      amountShape,
    ),
    hint: 'Less than this stays in your balance',
  },
});

const settingShape = objectOf(PAYOUT_SETTING_FIELDS);
export type PayoutSettings = z.infer<typeof settingsShape>;
const settingsShape = z.extend(settingShape, {
  version: described(
    'Rises by one with every change. A change names the version that it was made from: another one is refused.',
    z.int32().check(z.minimum(1)),
  ),
});

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
  balance: described(
    'What the merchant is owed, in whole shillings; negative where it owes.',
    money,
  ),
  held: described(
    'Of the balance: what was settled in the last `holdDays` days and can still come back. Whole shillings.',
    money,
  ),
  available: described('What can be paid out now, in whole shillings.', money),
  inTransit: described(
    'Payouts on their way, in whole shillings; they are not in the balance any more.',
    money,
  ),
  holdDays: described('For so many days what was settled is held.', z.int()),
  heldUntil: described(
    'The account has changed: nothing is paid out before. Null where it has not.',
    z.nullable(moment),
  ),
  nextPayoutAt: described(
    'When the next payout is made; null where they are made manually.',
    z.nullable(moment),
  ),
  bankName: described('The name of the bank.', z.string()),
  accountLastFour: described('The last four digits of the account that is paid.', z.string()),
  repayment: described(
    'How the merchant repays what it owes: by a transfer that names the reference.',
    z.object({
      reference: described(
        '`TGB` and ten letters or digits with a check digit; the transfer names it.',
        z.string(),
      ),
      account: described('The account that the transfer goes to.', z.string()),
      bic: described('The bank of that account.', z.string()),
    }),
  ),
});
export type Balance = z.infer<typeof balanceShape>;

export const getBalance = endpoint({
  name: 'getBalance',
  summary: 'Read what a merchant is owed, and how much of it can be paid out.',
  path: `${MERCHANT}/balance`,
  admission: reader,
  answers: balanceShape,
});
