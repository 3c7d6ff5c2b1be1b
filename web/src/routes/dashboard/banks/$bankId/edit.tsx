import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { bankQuery } from '#features/banks/bank-calls.ts';
import { ASKED } from '#features/banks/bank-detail.tsx';
import { BankEdit } from '#features/banks/bank-form.tsx';
import { cache } from '#platform/call/cache.ts';
import { foundOr404 } from '#platform/router/route-data.ts';
import { requireSession } from '#platform/session/guard.ts';
import { DetailSkeleton } from '#ui/detail/detail-drawer.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';

/** Back to the bank whose change this is. */
function useBack(): () => void {
  const search = Route.useSearch();
  const { bankId } = Route.useParams();
  const navigate = useNavigate();
  const to = '/dashboard/banks/$bankId';
  return () => void navigate({ to, params: { bankId }, search, replace: true });
}

function EditBank() {
  const bank = Route.useLoaderData();
  const back = useBack();
  const asked = () => {
    flashMessage({ place: bank.id, words: `The change is asked for. ${ASKED}` });
    back();
  };
  return <BankEdit key={bank.id} bank={bank} onAsked={asked} onClose={back} />;
}

function Loading() {
  return <DetailSkeleton onClose={useBack()} />;
}

export const Route = createFileRoute('/dashboard/banks/$bankId/edit')({
  staticData: { overlay: true },
  beforeLoad: () => requireSession(['banks.write']),
  // A change is made from the bank as it is now, whatever was seen before.
  loader: ({ params }) =>
    foundOr404(cache.fetchQuery({ ...bankQuery(params.bankId), staleTime: 0 })),
  // What is typed lives in the page from here on.
  staleTime: Infinity,
  gcTime: 0,
  pendingMs: 200,
  pendingComponent: Loading,
  component: EditBank,
});
