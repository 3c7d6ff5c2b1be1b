import * as z from 'zod/mini';
import { described } from '../kit/described.ts';

/** What figures count: debits of some states under one name, with its definition for people. */
interface OutcomeGroup {
  states: readonly string[];
  label: string;
  text: string;
}

/**
 * What has become of debits, as every figure, chart and filter counts it. Each debit has one outcome. One that
 * has failed and waits for a retry is DUE. Figures count a debit on its collection day.
 */
export const OUTCOMES = {
  DUE: {
    states: ['PENDING'],
    label: 'Due',
    text: 'Not sent to the bank yet, or waiting for a retry.',
  },
  IN_PROGRESS: {
    states: ['PROCESSING', 'UNKNOWN', 'CLEARED'],
    label: 'In progress',
    text: 'Sent to the bank, and the money has not come yet.',
  },
  SETTLED: {
    states: ['SETTLED'],
    label: 'Settled',
    text: 'The money has come and was not returned.',
  },
  FAILED: {
    states: ['FAILED', 'RETURNED'],
    label: 'Failed',
    text: 'Failed without a retry to come, or returned.',
  },
  REJECTED: {
    states: ['REJECTED'],
    label: 'Rejected',
    text: 'Not sent to the bank: a check before the cut-off failed.',
  },
  CANCELLED: {
    states: ['CANCELLED'],
    label: 'Cancelled',
    text: 'Not sent to the bank: it was cancelled before.',
  },
} as const satisfies Record<string, OutcomeGroup>;

export type Outcome = keyof typeof OUTCOMES;

export const OUTCOME_NAMES = Object.keys(OUTCOMES).filter(
  (name): name is Outcome => name in OUTCOMES,
);

export const outcomeShape = described(
  'What became of it, as figures count it. `DUE`: `PENDING`, or `FAILED` with a `nextTryDay`. `IN_PROGRESS`: `PROCESSING`, `UNKNOWN` or `CLEARED`. `SETTLED`. `FAILED`: `FAILED` without a `nextTryDay`, or `RETURNED`. `REJECTED`. `CANCELLED`.',
  z.enum(OUTCOME_NAMES),
);

const OUTCOME_OF = new Map<string, Outcome>(
  OUTCOME_NAMES.flatMap((name) => OUTCOMES[name].states.map((state) => [state, name] as const)),
);

/** The outcome of a debit in a state; `waits` where an automatic retry is to come. */
export function outcomeOf(state: string, waits: boolean): Outcome {
  const outcome = OUTCOME_OF.get(state);
  if (outcome === undefined) throw new Error(`A transaction can not be ${state}`);
  return state === 'FAILED' && waits ? 'DUE' : outcome;
}
