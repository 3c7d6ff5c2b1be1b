import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { ASKED } from '#features/banks/bank-detail.tsx';
import { BankNew } from '#features/banks/bank-form.tsx';
import { LIST_PLACE } from '#features/banks/bank-list.tsx';
import { requireSession } from '#platform/session/guard.ts';
import { flashMessage } from '#ui/feedback/flash-message.tsx';

function NewBank() {
  const search = Route.useSearch();
  const navigate = useNavigate();
  const close = () => void navigate({ to: '/dashboard/banks', search, replace: true });
  const asked = () => {
    flashMessage({ place: LIST_PLACE, words: `The new bank is asked for. ${ASKED}` });
    close();
  };
  return <BankNew onAsked={asked} onClose={close} />;
}

export const Route = createFileRoute('/dashboard/banks/new')({
  staticData: { overlay: true },
  beforeLoad: () => requireSession(['banks.write']),
  onEnter: () => flashMessage(null),
  component: NewBank,
});
