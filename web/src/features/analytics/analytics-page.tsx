import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import {
  type Analytics,
  type AnalyticsSum,
  getAnalytics,
  type Period,
  PERIODS,
} from '@tegeka/contract/analytics.ts';
import { getFailureReason } from '@tegeka/contract/debits/failure-reasons.ts';
import { type Outcome, OUTCOMES } from '@tegeka/contract/debits/debit-outcomes.ts';
import { showDay } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { type ReactNode, useId } from 'react';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { statusLabel, TextLink } from '#ui/detail/shown-value.tsx';
import { LoadFailed } from '#ui/feedback/note-box.tsx';
import { type Column, DataTable } from '#ui/list/data-table.tsx';
import { FigureTiles } from '#ui/list/figure-tiles.tsx';
import layout from '#ui/shell/layout.module.css';
import { BarChart, RankedBars, RateChart } from './analytics-charts.tsx';
import {
  type AnalyticsStep,
  formatCount,
  formatNumber,
  rateSentence,
  rateText,
  stepName,
  stepsOf,
} from './analytics-steps.ts';
import css from './analytics.module.css';

export const analyticsQuery = (merchantId: string, period: Period) =>
  endpointQuery(getAnalytics, { params: { merchantId }, query: { period } });

const PERIOD_LABELS: Readonly<Record<Period, string>> = {
  LAST_30_DAYS: 'Last 30 days',
  LAST_90_DAYS: 'Last 90 days',
  THIS_YEAR: 'This year',
};

const moneyText = ({ amount, count }: AnalyticsSum) =>
  `${showMoney(amount)} in ${formatCount(count)}`;

/** Links to the list of the debits that a figure counts. */
const listOf = (
  { from: dayFrom, to: dayTo }: Pick<Analytics, 'from' | 'to'>,
  search: { outcome: Outcome; failureReason?: string },
) => linkOptions({ to: '/dashboard/mandates/transactions', search: { ...search, dayFrom, dayTo } });

function Periods({ chosen }: { chosen: Period }) {
  return (
    <nav className={`${layout.tabs} ${layout.above}`} aria-label="Period">
      {PERIODS.map((period) => (
        <Link
          key={period}
          to="/dashboard/analytics"
          search={period === PERIODS[0] ? {} : { period }}
          activeOptions={{ exact: true, includeSearch: true }}
          className={layout.entry}
          {...(period === chosen && { 'aria-current': 'page' })}
        >
          {PERIOD_LABELS[period]}
        </Link>
      ))}
    </nav>
  );
}

interface ChartCardProps<Row> {
  /** The one question that the chart answers. */
  question: string;
  /** The answer in words. */
  answer: string;
  chart: ReactNode;
  /** What the table behind the chart lists. */
  table: { label: string; columns: readonly Column<Row>[]; rows: readonly Row[] };
  keyOf: (row: Row) => string;
}

/** A question with its answer as a sentence, a chart and a table. */
function ChartCard<Row>({ question, answer, chart, table, keyOf }: ChartCardProps<Row>) {
  const id = useId();
  return (
    <section className={`${layout.card} ${css.chart}`} aria-labelledby={id}>
      <h2 id={id}>{question}</h2>
      <p className={layout.dimmed}>{answer}</p>
      {chart}
      <details>
        <summary>Show as a table</summary>
        <DataTable {...table} keyOf={keyOf} busy={false} />
      </details>
    </section>
  );
}

type FailureReason = Analytics['failureReasons'][number];

const STEP_COLUMNS: readonly Column<AnalyticsStep>[] = [
  { label: 'Settled', cell: ({ settled }) => showMoney(settled.amount), end: true },
  { label: 'Debits settled', cell: ({ settled }) => formatNumber(settled.count), end: true },
  { label: 'Failed', cell: ({ failed }) => showMoney(failed.amount), end: true },
  { label: 'Debits failed', cell: ({ failed }) => formatNumber(failed.count), end: true },
];
const RATE_COLUMNS: readonly Column<AnalyticsStep>[] = [
  { label: 'Success rate', cell: ({ rate }) => rateText(rate), end: true },
];

const failureColumns = (days: Analytics): Column<FailureReason>[] => [
  {
    label: 'Failure reason',
    cell: ({ failureReason }) => (
      <TextLink link={listOf(days, { outcome: 'FAILED', failureReason })}>
        {getFailureReason(failureReason).text}
      </TextLink>
    ),
  },
  { label: 'What you can do', cell: ({ failureReason }) => getFailureReason(failureReason).advice },
  { label: 'Debits', cell: ({ count }) => formatNumber(count), end: true },
  { label: 'Amount', cell: ({ amount }) => showMoney(amount), end: true },
];

/** The outcomes that are figures. */
const FIGURES = ['SETTLED', 'FAILED', 'REJECTED', 'CANCELLED'] as const;

const sumOf = ({ outcomes }: Analytics, outcome: Outcome) =>
  outcomes.find((one) => one.outcome === outcome) ?? { count: 0, amount: 0 };

/** What became of the debits of a period, each figure with its definition. */
function Figures({ data }: { data: Analytics }) {
  return (
    <FigureTiles
      label="Figures"
      tiles={FIGURES.map((outcome) => ({
        label: OUTCOMES[outcome].label,
        figure: showMoney(sumOf(data, outcome).amount),
        more: formatCount(sumOf(data, outcome).count),
        definition: OUTCOMES[outcome].text,
        link: listOf(data, { outcome }),
      }))}
    />
  );
}

interface ChartsProps {
  data: Analytics;
  period: Period;
}

function Charts({ data, period }: ChartsProps) {
  const settled = sumOf(data, 'SETTLED');
  const failed = sumOf(data, 'FAILED');
  const steps = stepsOf(data, period);
  const shown = steps.filter((step) => step.rate !== null);
  const name = stepName(period);
  const first: Column<AnalyticsStep> = { label: statusLabel(name), cell: ({ label }) => label };
  const keyOf = ({ key }: AnalyticsStep) => key;
  const sums = `Settled: ${moneyText(settled)}. Failed: ${moneyText(failed)}.`;
  const rates = rateSentence(settled.count, failed.count);
  return (
    <>
      <ChartCard
        question={`How much was settled each ${name}, and how much failed?`}
        answer={sums}
        chart={<BarChart name={name} steps={steps} summary={`Amounts by ${name}. ${sums}`} />}
        table={{ label: `Amounts by ${name}`, columns: [first, ...STEP_COLUMNS], rows: shown }}
        keyOf={keyOf}
      />
      <ChartCard
        question="How many debits succeed?"
        answer={rates}
        chart={<RateChart steps={steps} summary={`Success rate by ${name}. ${rates}`} />}
        table={{ label: `Success rate by ${name}`, columns: [first, ...RATE_COLUMNS], rows: shown }}
        keyOf={keyOf}
      />
      {data.failureReasons.length > 0 && (
        <ChartCard
          question="Why do debits fail?"
          answer={`Most often: ${getFailureReason(data.failureReasons[0]?.failureReason ?? 'UNSPECIFIED').text}.`}
          chart={
            <RankedBars
              bars={data.failureReasons.map(({ failureReason, count }) => ({
                key: failureReason,
                text: getFailureReason(failureReason).text,
                figure: formatCount(count),
                count,
              }))}
            />
          }
          table={{
            label: 'Failure reasons',
            columns: failureColumns(data),
            rows: data.failureReasons,
          }}
          keyOf={({ failureReason }) => failureReason}
        />
      )}
    </>
  );
}

interface AnalyticsPageProps {
  merchantId: string;
  period: Period;
  /** Shown instead of charts while no debit of the period has settled or failed. */
  empty: ReactNode;
}

/** What was settled in a period, what failed, and why. */
export function AnalyticsPage({ merchantId, period, empty }: AnalyticsPageProps) {
  const answer = useQuery(analyticsQuery(merchantId, period), cache);
  const { data, isLoadingError } = answer;
  return (
    <div className={layout.stack}>
      <Periods chosen={period} />
      {isLoadingError && <LoadFailed what="The figures" query={answer} />}
      {!data && !isLoadingError && <p>Loading…</p>}
      {data && (
        <p className={layout.dimmed}>
          Debits of {showDay(data.from)} to {showDay(data.to)}, by their collection day.
        </p>
      )}
      {data && FIGURES.some((outcome) => sumOf(data, outcome).count > 0) && <Figures data={data} />}
      {data?.days.length === 0 && empty}
      {data && data.days.length > 0 && <Charts data={data} period={period} />}
    </div>
  );
}
