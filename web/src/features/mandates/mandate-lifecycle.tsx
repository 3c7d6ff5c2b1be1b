import { showDay } from '@tegeka/contract/kit/day.ts';
import { MANDATE_STATE_LABELS } from '@tegeka/contract/mandates/mandates.ts';
import { type MandateDetail } from '@tegeka/contract/mandates/mandate-detail.ts';
import { useDebitDays } from '#ui/detail/debit-days.ts';
import { Lifecycle, type LifecycleStep, stepsAlong } from '#ui/detail/detail-lifecycle.tsx';

type Shown = Pick<
  MandateDetail,
  | 'state'
  | 'createdAt'
  | 'start'
  | 'nextDueDay'
  | 'consentedAt'
  | 'confirmedAt'
  | 'activeAt'
  | 'waitsUntil'
>;

/** The regular states; every other one is shown as a step of its own. */
const ON_ITS_WAY: readonly Shown['state'][] = [
  'GENERATED',
  'PENDING_VERIFICATION',
  'PENDING_APPROVAL',
  'REGISTERED',
  'ACTIVE',
];

/** The steps to an active mandate, each with its day or with the day until which it waits. */
function stepsToActive(mandate: Shown, tell: (at: string) => string) {
  const { state, createdAt, consentedAt, confirmedAt, activeAt, start, waitsUntil } = mandate;
  const until = (waiting: Shown['state']) =>
    state === waiting && waitsUntil !== null ? `until ${tell(waitsUntil)}` : null;
  // The relative day is left out while payer or bank have not answered: the first day may have passed.
  const begins = state === 'REGISTERED' ? tell : showDay;
  return stepsAlong([
    { label: 'Created', note: showDay(createdAt), isDone: true },
    consentedAt === null
      ? { label: 'Payer agrees', note: until('PENDING_VERIFICATION'), isDone: false }
      : { label: 'Payer agreed', note: showDay(consentedAt), isDone: true },
    confirmedAt === null
      ? { label: 'Bank confirms', note: until('PENDING_APPROVAL'), isDone: false }
      : { label: 'Bank confirmed', note: showDay(confirmedAt), isDone: true },
    activeAt === null
      ? { label: 'Active', note: `from ${begins(start)}`, isDone: false }
      : { label: 'Active', note: `since ${showDay(activeAt)}`, isDone: true },
  ]);
}

/** The lifecycle of a mandate, with the next step. */
export function MandateLifecycle({ mandate }: { mandate: Shown }) {
  const days = useDebitDays();
  const tell = days?.tell ?? showDay;
  const { state, nextDueDay } = mandate;
  const steps = stepsToActive(mandate, tell);
  const done = steps.filter(({ stands }) => stands === 'done');
  const label = MANDATE_STATE_LABELS[state];
  const end = (stands: LifecycleStep['stands']) => (
    <Lifecycle steps={[...done, { label, note: null, stands }]} />
  );
  if (state === 'COMPLETED') return end('done');
  if (!ON_ITS_WAY.includes(state)) return end('wrong');
  if (state !== 'ACTIVE' || nextDueDay === null) return <Lifecycle steps={steps} />;
  const note = tell(days?.debitOn(nextDueDay) ?? nextDueDay);
  return <Lifecycle steps={[...steps, { label: 'Next debit', note, stands: 'next' }]} />;
}
