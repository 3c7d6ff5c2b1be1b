/** The states of a dispute. */
export const DISPUTE_STATES = ['OPEN', 'ACCEPTED', 'REFUSED', 'LAPSED'] as const;

/** What a list of transactions can be narrowed to: ANY is each that was disputed. */
export const DISPUTE_FILTERS = ['ANY', ...DISPUTE_STATES] as const;

/** What happens to a dispute of a debit, in the history of the debit. */
export const DISPUTE_KINDS = [
  'DISPUTED',
  'DISPUTE_ANSWERED',
  'DISPUTE_ACCEPTED',
  'DISPUTE_REFUSED',
  'DISPUTE_LAPSED',
] as const;
