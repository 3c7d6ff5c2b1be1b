import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import {
  type CollectionFigures,
  getCollectionFigures,
} from '@tegeka/contract/collections/collection-figures.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { useMay } from '#platform/session/session.ts';
import { FigureTiles } from '#ui/list/figure-tiles.tsx';

const debits = (count: number) =>
  `${count.toLocaleString('en')} ${count === 1 ? 'debit' : 'debits'}`;

type Figure = CollectionFigures['due'] | CollectionFigures['failed'];

/** The search parameters of the list of the debits that a figure counts. */
const searchOf = (status: string, figure: Figure | undefined) => ({
  status,
  dayFrom: figure?.from,
  dayTo: figure?.to,
});

/** The text below the sum of a figure: its count, and for failures the most frequent cause. */
function moreWords(figure: Figure): string {
  const cause = 'cause' in figure && figure.cause;
  return cause ? `${debits(figure.count)}: ${cause.text}` : debits(figure.count);
}

/** Tiles with the key figures of a merchant. Each tile links to the list of what it counts. */
export function TransactionFigures({ merchantId }: { merchantId: string }) {
  const mayRead = useMay('transactions.read');
  const query = endpointQuery(getCollectionFigures, { params: { merchantId } });
  const answer = useQuery({ ...query, enabled: mayRead }, cache);
  const { data } = answer;
  if (!mayRead) return null;
  const tiles = [
    { label: 'Due in 7 days', status: 'PENDING', figure: data?.due },
    { label: 'Collected this month', status: 'SETTLED', figure: data?.collected },
    { label: 'Failed this month', status: 'FAILED', figure: data?.failed },
  ];
  return (
    <FigureTiles
      label="Figures"
      query={answer}
      tiles={[
        {
          label: 'Active mandates',
          figure: data?.activeMandates.toLocaleString('en') ?? null,
          link: linkOptions({ to: '/dashboard/mandates', search: { status: 'ACTIVE' } }),
        },
        ...tiles.map(({ label, status, figure }) => ({
          label,
          figure: figure ? showMoney(figure.amount) : null,
          more: figure && moreWords(figure),
          link: linkOptions({
            to: '/dashboard/mandates/transactions',
            search: searchOf(status, figure),
          }),
        })),
      ]}
    />
  );
}
