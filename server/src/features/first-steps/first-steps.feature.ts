import { type FirstSteps, getFirstSteps } from '@tegeka/contract/first-steps.ts';
import { sql } from 'kysely';
import { feature } from '#platform/feature.ts';
import { serve } from '#platform/http/serve.ts';

/** Row policies leave the rows of the caller's business alone. */
const FIRST_STEPS = sql<FirstSteps>`select
  exists (select from customers) as customer, exists (select from products) as product,
  exists (select from mandates) as mandate, exists (select from collections) as transaction`;

export const firstStepsFeature = feature({
  name: 'first-steps',
  routes: () => [
    serve(getFirstSteps, async ({ tx }) => {
      const { rows } = await FIRST_STEPS.execute(tx);
      const [steps] = rows;
      if (!steps) throw new Error('The first steps could not be read');
      return steps;
    }),
  ],
});
