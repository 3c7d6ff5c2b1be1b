import * as z from 'zod/mini';
import { described } from './described.ts';
import { typed } from './text.ts';
import { identifierOf, type PhoneUse, subscriberOf } from './phone.ts';

const written = (use: PhoneUse) =>
  z.string().check(
    typed(),
    z.maxLength(30),
    z.refine((text) => subscriberOf(text, use) !== null, 'Enter a valid Uganda number'),
  );

/** A Ugandan number as written, parsed to +256 and nine digits. */
function phoneText(use: PhoneUse) {
  return z.pipe(
    written(use),
    z.transform((text: string) => identifierOf(subscriberOf(text, use) ?? 0)),
  );
}

/** Any Ugandan number as written, parsed to +256 and nine digits. */
export const anyPhoneText = phoneText('any');

/** A Ugandan mobile number as written, parsed to +256 and nine digits. */
export const mobileText = phoneText('mobile');

/** The nine digits after +256, valid for the use. */
const subscriber = (use: PhoneUse) =>
  z.int().check(
    z.refine(
      // A minus sign would be read as a dash between digits.
      (digits) => digits > 0 && subscriberOf(`0${digits}`, use) !== null,
      'Enter a valid Uganda number',
    ),
  );

const phoneObject = (use: PhoneUse) =>
  z.object({
    countryCode: described('The country, `256`.', z.literal('256')),
    region: described('The region, `UG`.', z.literal('UG')),
    subscriberNumber: described('The nine digits after +256.', subscriber(use)),
  });

/** A mobile number in its parts: what codes are sent to. */
export const mobileShape = phoneObject('mobile');

/** Any Ugandan number in its parts: what a business may name. */
export const phoneShape = phoneObject('any');
export type PhoneObject = z.infer<typeof phoneShape>;
