import { feature } from '#platform/feature.ts';
import { disputeHandler } from './disputes-deciding.ts';

/** Debits that their payers dispute, for the payers' banks to decide. */
export const disputesFeature = feature({
  name: 'disputes',
  approvalHandlers: () => [disputeHandler],
});
