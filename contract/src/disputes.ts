import { stateMachine } from './kit/state-machine.ts';

/**
 * A debit that its payer disputes, for the payer's bank to decide. One that was refused, or on which the
 * bank did not decide in time, can be opened again.
 * It moves no money: the return of the bank does.
 */
export const DISPUTE = stateMachine({
  entity: 'dispute',
  states: ['OPEN', 'ACCEPTED', 'REFUSED', 'LAPSED'],
  transitions: {
    OPEN: ['ACCEPTED', 'REFUSED', 'LAPSED'],
    ACCEPTED: [],
    REFUSED: ['OPEN'],
    LAPSED: ['OPEN'],
  },
});
export type DisputeState = (typeof DISPUTE.states)[number];

/** Days from the debit in which it can be disputed: 8 weeks. */
export const DISPUTE_DAYS = 56;
