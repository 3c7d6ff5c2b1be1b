import layout from '#ui/shell/layout.module.css';
import css from './detail.module.css';

export interface LifecycleStep {
  label: string;
  /** Its day, or when it is expected. */
  note: string | null;
  /** `next`: the step that is expected now. `wrong`: the lifecycle ended here without success. */
  stands: 'done' | 'next' | 'later' | 'wrong';
}

const STEP_LABELS = { done: 'done', next: 'next', later: 'later', wrong: 'stopped here' };

/** Steps of which the first ones are done; the one after them is next. */
export function stepsAlong(
  steps: readonly { label: string; note: string | null; isDone: boolean }[],
): LifecycleStep[] {
  const next = steps.findIndex(({ isDone }) => !isDone);
  return steps.map(({ label, note, isDone }, at) => ({
    label,
    note,
    stands: isDone ? 'done' : at === next ? 'next' : 'later',
  }));
}

/** The lifecycle of an entity as a stepper. */
export function Lifecycle({ steps }: { steps: readonly LifecycleStep[] }) {
  return (
    <ol className={`${css.steps} ${css.along}`} aria-label="Where it stands">
      {steps.map(({ label, note, stands }) => (
        <li key={label} data-stands={stands}>
          <span>
            {label}
            <span className="tegeka-unseen">, {STEP_LABELS[stands]}</span>
          </span>
          {note !== null && <span className={layout.small}>{note}</span>}
        </li>
      ))}
    </ol>
  );
}
