import { showDay } from '@tegeka/contract/kit/day.ts';
import { MANDATE_STATE_WORDS } from '@tegeka/contract/mandates/mandates.ts';
import type { Mandate, MandateState } from '@tegeka/contract/mandates/mandates.ts';
import { useDebitDays } from '#ui/detail/debit-days.ts';
import { Lifecycle, type LifecycleStep, stepsAlong } from '#ui/detail/detail-lifecycle.tsx';

/** How many of the four steps are done; a state that is not here is an end that nobody wanted. */
const DONE: Partial<Record<MandateState, number>> = {
  GENERATED: 1,
  PENDING_VERIFICATION: 1,
  PENDING_APPROVAL: 2,
  REGISTERED: 3,
  ACTIVE: 4,
  PAUSED: 4,
  SUSPENDED: 4,
  COMPLETED: 4,
};

type Shown = Pick<Mandate, 'state' | 'createdAt' | 'start' | 'nextDueDay'>;

function stepsOf(
  { state, createdAt, start, nextDueDay }: Shown,
  debitOn: (day: string) => string,
): LifecycleStep[] {
  const done = DONE[state] ?? 1;
  const steps = stepsAlong([
    { label: 'Made', note: showDay(createdAt), isDone: true },
    { label: done > 1 ? 'Payer agreed' : 'Payer agrees', note: null, isDone: done > 1 },
    { label: done > 2 ? 'Bank confirmed' : 'Bank confirms', note: null, isDone: done > 2 },
    { label: 'Active', note: `from ${showDay(start)}`, isDone: done > 3 },
  ]);
  const label = MANDATE_STATE_WORDS[state];
  if (state === 'COMPLETED') return [...steps, { label, note: null, stands: 'done' }];
  const isHeld = state === 'PAUSED' || state === 'SUSPENDED';
  if (isHeld || !(state in DONE))
    return [...steps.slice(0, done), { label, note: null, stands: 'wrong' }];
  if (state !== 'ACTIVE' || nextDueDay === null) return steps;
  return [...steps, { label: 'Next debit', note: showDay(debitOn(nextDueDay)), stands: 'next' }];
}

/** Where a mandate stands on its way, and what comes next. */
export function MandateLifecycle({ mandate }: { mandate: Shown }) {
  const days = useDebitDays();
  return <Lifecycle steps={stepsOf(mandate, days?.debitOn ?? ((day) => day))} />;
}
