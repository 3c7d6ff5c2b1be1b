import * as z from 'zod/mini';
import { described } from '../kit/described.ts';
import { endpoint } from '../kit/endpoint.ts';
import { mandateReader, MANDATES_PATH, mandateShape, named } from './mandates.ts';

/**
 * Who can suspend mandates, by domain. Each lifts its own suspensions. Operators also lift those of a bank
 * that has no officers on the platform: such a bank suspends by the code of a rejected or returned debit.
 */
const SUSPENDERS = ['BANK', 'OPERATOR'] as const;

export const suspensionFields = {
  suspendedBy: described(
    'Who suspended it; null where it is not suspended.',
    z.nullable(z.enum(SUSPENDERS)),
  ),
  reinstatableBy: described(
    'Who can lift the suspension; null where it is not suspended.',
    z.nullable(z.enum(SUSPENDERS)),
  ),
};

const moment = z.nullable(z.iso.datetime());

/** How far a mandate has come. Moments are of the business clock. */
export const progressFields = {
  consentedAt: described('When the payer agreed; null where they have not.', moment),
  confirmedAt: described('When the bank confirmed; null where it has not.', moment),
  activeAt: described('When debits became possible; null where they have not.', moment),
  waitsUntil: described(
    'Until when it waits for an answer or a confirmation; null where it does not, or without an end.',
    moment,
  ),
};

export const mandateDetailShape = z.extend(mandateShape, {
  ...suspensionFields,
  ...progressFields,
  replaced: described(
    'The mandate that this one replaces, with its reference as name; null without one.',
    z.nullable(named),
  ),
  replacement: described(
    'The newest mandate that replaces this one or is meant to, with its reference as name; null without one.',
    z.nullable(named),
  ),
});
export type MandateDetail = z.infer<typeof mandateDetailShape>;

export const getMandate = endpoint({
  name: 'getMandate',
  summary: 'Fetch a mandate.',
  path: `${MANDATES_PATH}/{mandateId}`,
  admission: mandateReader,
  answers: mandateDetailShape,
});
