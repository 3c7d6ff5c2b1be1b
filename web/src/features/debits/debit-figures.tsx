import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { type DebitFigures, getDebitFigures } from '@tegeka/contract/debits/debit-figures.ts';
import { type Outcome, OUTCOMES } from '@tegeka/contract/debits/debit-outcomes.ts';
import { showMoney } from '@tegeka/contract/kit/money.ts';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { useMay } from '#platform/session/session.ts';
import { FigureTiles } from '#ui/list/figure-tiles.tsx';

const debits = (count: number) =>
  `${count.toLocaleString('en')} ${count === 1 ? 'debit' : 'debits'}`;

type Figure = DebitFigures['due'] | DebitFigures['failed'];

/** The search parameters of the list of the debits that a figure counts. */
const searchOf = (outcome: Outcome, figure: Figure | undefined) => ({
  outcome,
  dayFrom: figure?.from,
  dayTo: figure?.to,
});

/** The text below the sum of a figure: its count, and for failures the most frequent failure reason. */
function moreText(figure: Figure): string {
  const failureReason = 'failureReason' in figure && figure.failureReason;
  return failureReason ? `${debits(figure.count)}: ${failureReason.text}` : debits(figure.count);
}

/** Tiles with the key figures of a merchant. Each tile links to the list of what it counts. */
export function DebitFigures({ merchantId }: { merchantId: string }) {
  const mayRead = useMay('transactions.read');
  const query = endpointQuery(getDebitFigures, { params: { merchantId } });
  const answer = useQuery({ ...query, enabled: mayRead }, cache);
  const { data } = answer;
  if (!mayRead) return null;
  const tiles = [
    { label: 'Due in 7 days', outcome: 'DUE', figure: data?.due },
    { label: 'Settled this month', outcome: 'SETTLED', figure: data?.settled },
    { label: 'Failed this month', outcome: 'FAILED', figure: data?.failed },
  ] as const;
  return (
    <FigureTiles
      label="Figures"
      query={answer}
      tiles={[
        {
          label: 'Active mandates',
          figure: data?.activeMandates.toLocaleString('en') ?? null,
          definition: 'Mandates that can be collected from today.',
          link: linkOptions({ to: '/dashboard/mandates', search: { status: 'ACTIVE' } }),
        },
        ...tiles.map(({ label, outcome, figure }) => ({
          label,
          figure: figure ? showMoney(figure.amount) : null,
          more: figure && moreText(figure),
          definition: `${OUTCOMES[outcome].text} By collection day.`,
          link: linkOptions({
            to: '/dashboard/mandates/transactions',
            search: searchOf(outcome, figure),
          }),
        })),
      ]}
    />
  );
}
