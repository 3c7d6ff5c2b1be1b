import layout from '#ui/shell/layout.module.css';

interface ProgressLineProps {
  /** What is going on, for screen readers. */
  label: string;
  /** Whole percent; null while it is not known how much there is. */
  percent: number | null;
  /** How far it is in numbers. */
  words: string;
}

/** A quarter at a time is read aloud: each percent would be too many announcements. */
const QUARTER = 25;

/** How far some work is: a bar, the numbers, and now and then a word to screen readers. */
export function ProgressLine({ label, percent, words }: ProgressLineProps) {
  const reached = percent === null ? null : Math.floor(percent / QUARTER) * QUARTER;
  return (
    <div className={layout.stack}>
      <progress
        className={layout.progress}
        aria-label={label}
        aria-valuetext={percent === null ? words : `${percent} %, ${words}`}
        max={100}
        {...(percent !== null && { value: percent })}
      />
      <div className={layout.split}>
        <span>{words}</span>
        {percent !== null && <span>{percent} %</span>}
      </div>
      <output className="tegeka-unseen">{reached !== null && `${label}: ${reached} %`}</output>
    </div>
  );
}
