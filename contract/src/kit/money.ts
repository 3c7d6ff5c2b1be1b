import * as z from 'zod/mini';
import { plainText } from './text.ts';

export const CURRENCY = 'UGX';

/** Whole shillings of a debit, a limit or a payout, above zero. The server checks the cap per debit. */
export const amountShape = z.int().check(z.minimum(1), z.maximum(1_000_000_000));

const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/**
 * An amount in Ugandan shillings, `USh 1,500,000`. The shilling has no smaller unit: what is not a whole
 * number is a bug of the caller and throws a RangeError. A negative amount has a minus sign (U+2212), not
 * a hyphen: `−USh 2,300`.
 */
export function showMoney(shillings: number): string {
  if (!Number.isSafeInteger(shillings))
    throw new RangeError('Money is a whole number of shillings');
  return `${shillings < 0 ? '−' : ''}USh ${WHOLE.format(Math.abs(shillings))}`;
}

const AMOUNT =
  /^(?:(?:ugx|u?shs?)\.?\s*)?(\d+|\d{1,3}(?:[,\s]\d{3})+)(?:\.(\d+))?\s*(?:\/[=-])?\s*(?:(?:ugx|u?shs?)\.?)?$/i;

/** True of the digits after a decimal point that are nothing, or what a formula's rounding leaves. */
function isNoise(fraction: string): boolean {
  if (fraction.length < 3) return /^0*$/.test(fraction);
  const rest = Number(`0.${fraction}`);
  // 150.000 is no fraction: where the point stands between thousands, it is 150,000.
  return fraction.length > 3 && Math.min(rest, 1 - rest) < 0.0001;
}

/**
 * Whole shillings as people and spreadsheets write them, in forms, files and filters: digits, with a comma or
 * a blank of any kind between their thousands; `USh`, `Shs` or `UGX` before or after them, `/=` or `/-` behind;
 * `.00`, or less than 0.0001 beside a whole amount. NaN for anything else: `1,5` and `150000,00` have a
 * decimal comma, and nobody means 15 or 15,000,000 by them; `150.000` is 150 or 150,000.
 */
export function parseMoney(text: string): number {
  const [, whole, fraction = ''] = AMOUNT.exec(plainText(text)) ?? [];
  if (whole === undefined || !isNoise(fraction)) return NaN;
  const shillings =
    Number(whole.replaceAll(/\D/g, '')) + Math.round(Number(`0.${fraction || '0'}`));
  return Number.isSafeInteger(shillings) ? shillings : NaN;
}

/** The error for a typed amount that {@link parseMoney} can not read. */
export const MONEY_INVALID = 'Enter a whole amount, such as 1,500,000';

const DIGITS = new Map<string, number>([[CURRENCY, 0]]);

/** Digits behind the point of a currency (ISO 4217): none for UGX, 2 for USD. Throws for what is no code. */
export function fractionDigits(currency: string): number {
  const known = DIGITS.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 0;
  DIGITS.set(currency, digits);
  return digits;
}

/**
 * An amount of any currency, in its smallest unit: `USD 12.50`. Shillings, and negative amounts, are as in
 * {@link showMoney}.
 */
export function showAmount(currency: string, amount: number): string {
  if (currency === CURRENCY) return showMoney(amount);
  const digits = fractionDigits(currency);
  const figure = (Math.abs(amount) / 10 ** digits).toLocaleString('en', {
    minimumFractionDigits: digits,
  });
  return `${amount < 0 ? '−' : ''}${currency} ${figure}`;
}

/** A charge or duty, which is kept positive and shown negated (specification, 9); 0 stays 0. */
export function showNegated(shillings: number): string {
  return showMoney(-shillings);
}
