import { stateMachine } from './kit/state-machine.ts';

/**
 * A debit that its payer disputes, for the payer's bank to decide. A refused one can be opened again.
 * It moves no money: the return of the bank does.
 */
export const DISPUTE = stateMachine({
  entity: 'dispute',
  states: ['OPEN', 'ACCEPTED', 'REFUSED'],
  transitions: { OPEN: ['ACCEPTED', 'REFUSED'], ACCEPTED: [], REFUSED: ['OPEN'] },
});
export type DisputeState = (typeof DISPUTE.states)[number];

/** Days from the debit in which it can be disputed: 8 weeks. */
export const DISPUTE_DAYS = 56;
