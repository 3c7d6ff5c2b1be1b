import * as z from 'zod/mini';
import { described } from './kit/described.ts';
import { endpoint, signedIn } from './kit/endpoint.ts';

/** What a new business does first, in this order. True where it was done once, whatever became of it. */
const firstStepsShape = z.object({
  customer: described('True where it had a customer.', z.boolean()),
  product: described('True where it had a product.', z.boolean()),
  mandate: described('True where it had a mandate.', z.boolean()),
  transaction: described('True where it had a transaction.', z.boolean()),
});
export type FirstSteps = z.infer<typeof firstStepsShape>;

export const getFirstSteps = endpoint({
  name: 'getFirstSteps',
  summary: 'Fetch which first steps a business has made: customer, product, mandate, debit.',
  path: '/api/v1/merchants/{merchantId}/first-steps',
  admission: signedIn(['MERCHANT'], 'mandates.read'),
  answers: firstStepsShape,
});
