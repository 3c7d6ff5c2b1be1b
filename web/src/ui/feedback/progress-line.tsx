import layout from '#ui/shell/layout.module.css';

interface ProgressLineProps {
  /** What is going on, for screen readers. */
  label: string;
  /** Whole percent. Null while the total is not known. */
  percent: number | null;
  /** How far it is in numbers. */
  text: string;
}

/** Percent between announcements to screen readers: every single percent would be too many. */
const QUARTER = 25;

/** The progress of some work: a bar, numbers, and announcements to screen readers. */
export function ProgressLine({ label, percent, text }: ProgressLineProps) {
  const reached = percent === null ? null : Math.floor(percent / QUARTER) * QUARTER;
  return (
    <div className={layout.stack}>
      <progress
        className={layout.progress}
        aria-label={label}
        aria-valuetext={percent === null ? text : `${percent} %, ${text}`}
        max={100}
        {...(percent !== null && { value: percent })}
      />
      <div className={layout.split}>
        <span>{text}</span>
        {percent !== null && <span>{percent} %</span>}
      </div>
      <output className="tegeka-unseen">{reached !== null && `${label}: ${reached} %`}</output>
    </div>
  );
}
