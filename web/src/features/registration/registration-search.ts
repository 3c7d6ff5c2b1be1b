/** The steps of the registration, in order (specification, 2.5). */
export const STEPS = [
  'BUSINESS_INFO',
  'BUSINESS_ADDRESS',
  'BUSINESS_BANK',
  'REVIEW',
  'SUCCESS',
] as const;
export type Step = (typeof STEPS)[number];

/**
 * The step that the address asks for; a wrong word is left out. Read by hand, since the router
 * needs it at the start of the app, where every page would pay for a schema.
 */
export function registrationSearchOf(search: Record<string, unknown>): { step?: Step } {
  const step = STEPS.find((known) => known === search['step']);
  return step ? { step } : {};
}
