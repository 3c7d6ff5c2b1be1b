import { showMoney } from '@tegeka/contract/kit/money.ts';
import type { ReactNode } from 'react';
import type { AnalyticsStep } from './analytics-steps.ts';
import layout from '#ui/shell/layout.module.css';
import css from './analytics.module.css';

// Plain SVG: a chart library would be several times as large as the rest of the screen.

const percent = (part: number) => `${(part * 100).toFixed(3)}%`;

/** Heights in px; the width is that of the screen. */
const BARS = 150;
const LINE = 120;

interface ChartProps {
  /** The period of a bar or a point: day, week or month. */
  name: string;
  steps: readonly AnalyticsStep[];
  /** The text alternative of the chart; the figures are in the table below it. */
  summary: string;
}

interface PlotProps extends Omit<ChartProps, 'name'> {
  height: number;
  /** Labels of the vertical axis, from top to bottom. */
  scale: readonly string[];
  children: ReactNode;
}

/** The area of a chart, with its first, middle and last day below. */
function Plot({ steps, summary, height, scale, children }: PlotProps) {
  const last = steps.length - 1;
  const shown = [...new Set([0, Math.round(last / 2), last])];
  return (
    <div className={css.plot}>
      <div className={`${layout.small} ${css.scale}`} aria-hidden>
        {scale.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </div>
      <svg role="img" aria-label={summary} width="100%" height={height}>
        {children}
      </svg>
      <div className={`${layout.split} ${layout.small} ${css.days}`} aria-hidden>
        {shown.map((n) => (
          <span key={n}>{steps[n]?.short}</span>
        ))}
      </div>
    </div>
  );
}

/** Settled amounts above the axis, failed ones below it, on one scale. */
export function BarChart({ name, steps, summary }: ChartProps) {
  const up = Math.max(...steps.map(({ settled }) => settled.amount));
  const down = Math.max(...steps.map(({ failed }) => failed.amount));
  const heightOf = (amount: number) =>
    amount === 0 ? 0 : Math.max(2, (amount / (up + down)) * BARS);
  const zero = down === 0 ? BARS : (up / (up + down)) * BARS;
  const width = percent(0.7 / steps.length);
  return (
    <>
      <p className={`${layout.line} ${css.key}`} data-kind="settled">
        Settled: up to {showMoney(up)} a {name}
      </p>
      <Plot steps={steps} summary={summary} height={BARS + 4} scale={[]}>
        {steps.map(({ key, label, settled, failed }, n) => {
          const at = { x: percent((n + 0.15) / steps.length), width };
          const [high, low] = [heightOf(settled.amount), heightOf(failed.amount)];
          return (
            <g key={key}>
              <title>{`${label}: ${showMoney(settled.amount)} settled, ${showMoney(failed.amount)} failed`}</title>
              <rect {...at} y={zero + 1 - high} height={high} className={css.settled} />
              <rect {...at} y={zero + 2} height={low} className={css.failed} />
            </g>
          );
        })}
        <line x1="0" x2="100%" y1={zero + 1.5} y2={zero + 1.5} className={css.axis} />
      </Plot>
      <p className={`${layout.line} ${css.key}`} data-kind="failed">
        Failed: up to {showMoney(down)} a {name}
      </p>
    </>
  );
}

/** The success rate as a line; periods without a rate are skipped. */
export function RateChart({ steps, summary }: Omit<ChartProps, 'name'>) {
  const heightOf = (rate: number) => 8 + (1 - rate / 100) * (LINE - 16);
  const points = steps.flatMap(({ key, label, rate }, n) =>
    rate === null ? [] : [{ key, label, rate, x: percent((n + 0.5) / steps.length) }],
  );
  return (
    <Plot steps={steps} summary={summary} height={LINE} scale={['100%', '50%', '0%']}>
      {[100, 50, 0].map((rate) => (
        <line
          key={rate}
          x1="0"
          x2="100%"
          y1={heightOf(rate)}
          y2={heightOf(rate)}
          className={css.axis}
        />
      ))}
      {points.map(({ key, label, rate, x }, n) => {
        const before = points[n - 1];
        return (
          <g key={key}>
            <title>{`${label}: ${rate}%`}</title>
            {before && (
              <line
                x1={before.x}
                y1={heightOf(before.rate)}
                x2={x}
                y2={heightOf(rate)}
                className={css.line}
              />
            )}
            <circle cx={x} cy={heightOf(rate)} r="3.5" className={css.settled} />
          </g>
        );
      })}
    </Plot>
  );
}

interface RankedProps {
  bars: readonly { key: string; text: string; figure: string; count: number }[];
}

/** The most frequent first, each with its words and its figure. */
export function RankedBars({ bars }: RankedProps) {
  const max = Math.max(...bars.map(({ count }) => count));
  return (
    <ul className={layout.stack}>
      {bars.map(({ key, text, figure, count }) => (
        <li key={key} className={`${layout.split} ${css.ranked}`}>
          <span>{text}</span>
          <strong>{figure}</strong>
          <svg width="100%" height="8" aria-hidden>
            <rect width={percent(count / max)} height="8" rx="2" className={css.failed} />
          </svg>
        </li>
      ))}
    </ul>
  );
}
