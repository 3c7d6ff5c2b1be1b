import { createFileRoute } from '@tanstack/react-router';
import { AdjustmentNew, LEDGER_PLACE } from '#features/billing/billing-ledger.tsx';
import { requireSession } from '#platform/session/guard.ts';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';

function NewAdjustment() {
  const close = useBackTo('/dashboard/billing/ledger');
  return (
    <AdjustmentNew
      onDone={() => {
        flashMessage({ place: LEDGER_PLACE, words: 'It waits in the inbox of your colleagues.' });
        close();
      }}
      onClose={close}
    />
  );
}

export const Route = createFileRoute('/dashboard/billing/ledger/new')({
  staticData: { overlay: true },
  beforeLoad: () => requireSession(['billing.write']),
  component: NewAdjustment,
});
