import * as z from 'zod/mini';
import { endpoint } from '../kit/endpoint.ts';
import { mandateReader, MANDATES_PATH, mandateShape, named } from './mandates.ts';

/**
 * Who can suspend mandates, by domain. Each lifts its own suspensions. Operators also lift those of a bank
 * that has no officers on the platform: such a bank suspends by the code of a rejected or returned debit.
 */
const SUSPENDERS = ['BANK', 'OPERATOR'] as const;

export const suspensionFields = {
  /** Who suspended it; null where it is not suspended. */
  suspendedBy: z.nullable(z.enum(SUSPENDERS)),
  /** Who can lift the suspension; null where it is not suspended. */
  reinstatableBy: z.nullable(z.enum(SUSPENDERS)),
};

const moment = z.nullable(z.iso.datetime());

/** How far a mandate has come. Moments are of the business clock. */
export const progressFields = {
  /** When the payer agreed, the bank confirmed, and debits became possible; null where that has not happened. */
  consentedAt: moment,
  confirmedAt: moment,
  activeAt: moment,
  /** Until when the payer or their bank can answer; null where no answer is awaited, or without a deadline. */
  waitsUntil: moment,
};

export const mandateDetailShape = z.extend(mandateShape, {
  ...suspensionFields,
  ...progressFields,
  /** The mandate that this one replaces, and the newest that replaces it or is meant to, by their references. */
  replaced: z.nullable(named),
  replacement: z.nullable(named),
});
export type MandateDetail = z.infer<typeof mandateDetailShape>;

export const getMandate = endpoint({
  name: 'getMandate',
  summary: 'Fetch a mandate.',
  path: `${MANDATES_PATH}/{mandateId}`,
  admission: mandateReader,
  answers: mandateDetailShape,
});
