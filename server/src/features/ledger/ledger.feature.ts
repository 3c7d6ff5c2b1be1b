import { feature } from '#platform/feature.ts';
import { ledgerCloses } from './ledger-due.ts';

/** The books: every movement of money, as postings that add up. */
export const ledgerFeature = feature({
  name: 'ledger',
  due: [ledgerCloses],
});
