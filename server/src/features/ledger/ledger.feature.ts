import { feature } from '#platform/feature.ts';
import { adjustmentHandler } from './ledger-adjustments.ts';
import { ledgerCloses } from './ledger-due.ts';
import { ledgerRoutes } from './ledger-routes.ts';

/** The books: every movement of money, as postings that add up. */
export const ledgerFeature = feature({
  name: 'ledger',
  routes: ledgerRoutes,
  due: [ledgerCloses],
  approvalHandlers: () => [adjustmentHandler()],
});
