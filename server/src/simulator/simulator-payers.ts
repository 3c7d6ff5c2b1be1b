import type { DebitItem } from '#features/clearing/iso/iso-debits.ts';
import type { SimulatorState } from './simulator-state.ts';

export type Manner = 'PLAIN' | 'TWICE' | 'MIXED' | 'GARBLED';

export interface Fate {
  /** The codes of its answers: at once, and two hours later; null for none. */
  now: { status: string; reasonCode: string | null };
  later: { status: string } | null;
  manner: Manner;
  /** Why it comes back, and how many days after it was settled; null where it does not. */
  comesBack: { reasonCode: string; days: number } | null;
}

const PAYS: Fate = {
  now: { status: 'ACSP', reasonCode: null },
  later: { status: 'ACSC' },
  manner: 'PLAIN',
  comesBack: null,
};
const fails = (reasonCode: string): Fate => ({
  now: { status: 'RJCT', reasonCode },
  later: null,
  manner: 'PLAIN',
  comesBack: null,
});

/** The first attempt fails for lack of funds, the second one pays; the third counts as a first one again. */
function penniless({ mandateReference, instructionId }: DebitItem, state: SimulatorState): Fate {
  const attempts = (state.attempts[mandateReference] ??= []);
  let attempt = attempts.find((known) => known.instructionId === instructionId);
  if (!attempt) {
    attempt = { instructionId, pays: attempts.at(-1)?.pays === false };
    attempts.push(attempt);
  }
  return attempt.pays ? PAYS : fails('AM04');
}

/** By the first name of the account holder; SILENT answers nothing until it is asked. */
const BY_FIRST_NAME = new Map<string, Fate | 'SILENT' | typeof penniless>([
  ['penniless', penniless],
  ['bounced', { ...PAYS, comesBack: { reasonCode: 'AM04', days: 1 } }],
  ['closed', fails('AC04')],
  ['blocked', fails('AC06')],
  ['stopped', fails('MS02')],
  ['disputer', { ...PAYS, comesBack: { reasonCode: 'MD06', days: 2 } }],
  ['silent', 'SILENT'],
  ['twice', { ...PAYS, manner: 'TWICE' }],
  ['mixed', { ...PAYS, manner: 'MIXED' }],
  ['garbled', { ...PAYS, manner: 'GARBLED' }],
]);

/** `Grace` of `Grace Nakato`, in small letters. */
export const firstName = (name: string): string => name.toLowerCase().split(/\s+/)[0] ?? '';

/** What the bank of a payer does about a debit; everybody who is not named pays. */
export function fateOf(debit: DebitItem, state: SimulatorState): Fate | 'SILENT' {
  const fate = BY_FIRST_NAME.get(firstName(debit.debtorName)) ?? PAYS;
  return typeof fate === 'function' ? fate(debit, state) : fate;
}
