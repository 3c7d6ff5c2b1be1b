import { useQuery } from '@tanstack/react-query';
import {
  type BillingMonth,
  exportStatement,
  getStatement,
  listBillingMonths,
  STATEMENT_FIGURES as FIGURES,
} from '@tegeka/contract/billing.ts';
import { showMonth } from '@tegeka/contract/kit/day.ts';
import { showMoney, showNegated } from '@tegeka/contract/kit/money.ts';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { callForBytes } from '#platform/call/call.ts';
import { LoadFailed } from '#ui/feedback/note-box.tsx';
import { SaveButton } from '#ui/feedback/save-button.tsx';
import { type Column, DataTable } from '#ui/list/data-table.tsx';
import { EmptyState } from '#ui/list/empty-state.tsx';
import layout from '#ui/shell/layout.module.css';
import { MenuIcon } from '#ui/shell/menu-icon.tsx';

export const monthsQuery = (merchantId: string) =>
  endpointQuery(listBillingMonths, { params: { merchantId } });

interface StatementProps {
  merchantId: string;
  month: string;
}

function StatementPdf({ merchantId, month }: StatementProps) {
  return (
    <SaveButton
      size="xs"
      name={`statement-${month}.pdf`}
      load={() => callForBytes(getStatement, { params: { merchantId, month } })}
    >
      PDF<span className="tegeka-unseen"> of {showMonth(month)}</span>
    </SaveButton>
  );
}

function StatementCsv({ merchantId, month }: StatementProps) {
  return (
    <SaveButton
      size="xs"
      name={`statement-${month}.csv`}
      load={() => callForBytes(exportStatement, { params: { merchantId, month } })}
    >
      CSV<span className="tegeka-unseen"> of {showMonth(month)}</span>
    </SaveButton>
  );
}

const money = (
  { label }: { label: string },
  cell: (month: BillingMonth) => string,
): Column<BillingMonth> => ({ label, cell, end: true });

/** What moved the balance beside debits and payouts. */
const OTHERS = [
  ['cameBack', 'came back'],
  ['repaid', 'repaid'],
  ['other', 'corrected'],
] as const;

const columnsOf = (merchantId: string): Column<BillingMonth>[] => [
  { label: 'Month', cell: ({ month }) => <strong>{showMonth(month)}</strong> },
  {
    ...money(FIGURES.settled, ({ settled }) => showMoney(settled)),
    sub: ({ settled, charge, exciseDuty }) => `${showMoney(settled - charge - exciseDuty)} net`,
  },
  money(FIGURES.charge, ({ charge }) => showNegated(charge)),
  money(FIGURES.exciseDuty, ({ exciseDuty }) => showNegated(exciseDuty)),
  money(FIGURES.returned, ({ returned }) => showNegated(returned)),
  {
    ...money(FIGURES.paidOut, ({ paidOut }) => showNegated(paidOut)),
    sub: (month) =>
      OTHERS.flatMap(([key, text]) =>
        month[key] === 0 ? [] : [`${showMoney(month[key])} ${text}`],
      ).join(', ') || false,
  },
  money(FIGURES.closing, ({ closing }) => showMoney(closing)),
  {
    label: 'Statement',
    cell: ({ month }) => (
      <div className={layout.row}>
        <StatementPdf merchantId={merchantId} month={month} />
        <StatementCsv merchantId={merchantId} month={month} />
      </div>
    ),
  },
];

/** What was settled, charged and paid out, month by month, with the statements. */
export function BillingMonths({ merchantId }: { merchantId: string }) {
  const answer = useQuery(monthsQuery(merchantId), cache);
  const { data } = answer;
  if (answer.isLoadingError) return <LoadFailed what="The months" query={answer} />;
  if (!data) return <p>Loading…</p>;
  if (data.content.length === 0)
    return (
      <EmptyState icon={<MenuIcon meaning="revenue" size={30} />} heading="No charges yet">
        Each month with settled debits is listed here, with its charges, the duty on them, and its
        statement.
      </EmptyState>
    );
  return (
    <>
      <DataTable
        label="Months"
        rows={data.content}
        keyOf={({ month }) => month}
        busy={false}
        columns={columnsOf(merchantId)}
      />
      <ul className={layout.small}>
        {Object.values(FIGURES).map(({ label, text }) => (
          <li key={label}>
            <b>{label}</b>: {text}
          </li>
        ))}
      </ul>
    </>
  );
}
