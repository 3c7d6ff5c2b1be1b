import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { showMonth } from '@tegeka/contract/kit/day.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import {
  getLedger,
  listRevenueBanks,
  listRevenueMerchants,
  listRevenueMonths,
} from '@tegeka/contract/ledger.ts';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { merchantLink } from '#platform/router/entity-links.ts';
import { useMay } from '#platform/session/session.ts';
import { TextLink } from '#ui/detail/shown-value.tsx';
import { LoadFailed } from '#ui/feedback/note-box.tsx';
import { type Column, DataTable } from '#ui/list/data-table.tsx';
import { FigureTiles } from '#ui/list/figure-tiles.tsx';
import { ListScreen } from '#ui/list/list-screen.tsx';
import layout from '#ui/shell/layout.module.css';
import { allPayouts } from './payout-lists.tsx';

export const LEDGER = endpointQuery(getLedger, {});
export const REVENUE = endpointQuery(listRevenueMonths, {});

/** Balances of the platform, and the payouts of all businesses. */
export function RevenueHome() {
  const answer = useQuery(LEDGER, cache);
  const { data } = answer;
  const balanceOf = (account: string) => {
    const found = data?.accounts.find((one) => one.account === account);
    return found ? showMoney(found.balance) : null;
  };
  const ledger = linkOptions({ to: '/dashboard/billing/ledger' });
  const months = linkOptions({ to: '/dashboard/billing/months' });
  return (
    <>
      <FigureTiles
        label="Balances"
        query={answer}
        tiles={[
          { label: 'Charges not withdrawn', figure: balanceOf('CHARGES_INCOME'), link: ledger },
          { label: 'Excise duty owed', figure: balanceOf('DUTY_PAYABLE'), link: months },
          { label: 'Owed to merchants', figure: balanceOf('PAYABLE'), link: ledger },
          { label: 'Settlement bank', figure: balanceOf('SETTLEMENT_BANK'), link: ledger },
        ]}
      />
      <ListScreen
        list={allPayouts}
        params={undefined}
        empty="Payouts to merchants are listed here from the day they are made until they have reached the account. Large ones wait in the inbox for their release."
      />
    </>
  );
}

const EARNED = [
  { label: 'Charges', cell: (row: { charge: number }) => showMoney(row.charge), end: true },
  {
    label: 'Excise duty',
    cell: (row: { exciseDuty: number }) => showMoney(row.exciseDuty),
    end: true,
  },
];

interface NamedMerchant {
  merchantId: string | null;
  merchantName: string;
}

function MerchantName({ merchantId, merchantName }: NamedMerchant) {
  const mayOpen = useMay('merchants.read');
  if (merchantId === null || !mayOpen) return merchantName;
  const link = merchantLink(merchantId);
  return <TextLink link={link}>{merchantName}</TextLink>;
}

const MERCHANTS = [
  { label: 'Merchant', cell: (row: NamedMerchant) => <MerchantName {...row} /> },
  ...EARNED,
];

function MonthMerchants({ month }: { month: string }) {
  const answer = useQuery(endpointQuery(listRevenueMerchants, { params: { month } }), cache);
  const { data } = answer;
  if (answer.isLoadingError)
    return <LoadFailed what={`The merchants in ${showMonth(month)}`} query={answer} />;
  return (
    <>
      <h2>Merchants in {showMonth(month)}</h2>
      <DataTable
        label={`Merchants in ${showMonth(month)}`}
        rows={data?.content ?? []}
        keyOf={({ merchantId }) => merchantId ?? 'others'}
        busy={!data}
        columns={MERCHANTS}
      />
    </>
  );
}

function MonthBanks({ month }: { month: string }) {
  const answer = useQuery(endpointQuery(listRevenueBanks, { params: { month } }), cache);
  const { data } = answer;
  if (answer.isLoadingError)
    return <LoadFailed what={`The banks in ${showMonth(month)}`} query={answer} />;
  if (!data?.content.length) return null;
  return (
    <>
      <h2>Banks of the payers in {showMonth(month)}</h2>
      <DataTable
        label={`Banks in ${showMonth(month)}`}
        rows={data.content}
        keyOf={({ bankName }) => bankName}
        busy={false}
        columns={[
          { label: 'Bank', cell: ({ bankName }) => bankName },
          { label: 'Debits', cell: ({ debits }) => debits.toLocaleString('en'), end: true },
          ...EARNED,
        ]}
      />
    </>
  );
}

const MONTHS: readonly Column<{ month: string; charge: number; exciseDuty: number }>[] = [
  {
    label: 'Month',
    cell: ({ month }) => (
      <TextLink link={linkOptions({ to: '/dashboard/billing/months', search: { month } })}>
        {showMonth(month)}
      </TextLink>
    ),
  },
  ...EARNED,
];

/** Revenue by month, and by merchant and bank for the month in the address. */
export function RevenueMonths({ chosen }: { chosen: string | null }) {
  const answer = useQuery(REVENUE, cache);
  const { data } = answer;
  const months = data?.content ?? [];
  const month = chosen ?? months[0]?.month ?? null;
  return (
    <div className={layout.stack}>
      {answer.isLoadingError && <LoadFailed what="The months" query={answer} />}
      {data && months.length === 0 && <p>Nothing was earned so far.</p>}
      {months.length > 0 && (
        <DataTable
          label="Months"
          rows={months}
          keyOf={(row) => row.month}
          busy={false}
          columns={MONTHS}
        />
      )}
      {month !== null && <MonthMerchants month={month} />}
      {month !== null && <MonthBanks month={month} />}
    </div>
  );
}
