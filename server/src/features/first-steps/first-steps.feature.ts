import { getFirstSteps } from '@tegeka/contract/first-steps.ts';
import { feature } from '#platform/feature.ts';
import { serve } from '#platform/http/serve.ts';
import { whichExist } from '#platform/lists/list-page.ts';

export const firstStepsFeature = feature({
  name: 'first-steps',
  routes: () => [
    serve(getFirstSteps, async ({ tx }) => {
      const some = await whichExist(tx, ['customers', 'products', 'mandates', 'debits']);
      return {
        customer: some.has('customers'),
        product: some.has('products'),
        mandate: some.has('mandates'),
        transaction: some.has('debits'),
      };
    }),
  ],
});
